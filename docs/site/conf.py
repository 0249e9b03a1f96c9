# SPDX-License-Identifier: Apache-2.0
# Sphinx's settings for the site. pages.py writes the pages; build.sh sets the environment.
import hashlib
import os
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(HERE), str(ROOT / "python")]

import furo_whole  # noqa: E402
import links  # noqa: E402
import machinery  # noqa: E402
import pages  # noqa: E402
import summaries  # noqa: E402

project = "libclinterval"
version = release = os.environ["CLINTERVAL_VERSION"]
copyright = "the authors of libclinterval, Apache-2.0"
extensions = ["myst_parser", "breathe", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]

# Every reference must be found, except names of OpenCL, the standard libraries and other packages.
nitpicky = True
nitpick_ignore_regex = [
    (r"c:identifier", r"(cl_\w+|MPI_\w+|size_t|u?int\d+_t)"),
    (r"cpp:identifier", r"(std|cl|detail|cliv::detail|cl_\w+|size_t|cliv_\w+)(::.*)?|[A-Z]\w*|value_type"),
    (r"py:class", r"(cl|cla|np|numpy|pyopencl|ctypes|typing)\..*|collections\..*|Array|Wait|Event"),
]

# ---- prose; quotes stay straight, because most of them are strings of code
smartquotes = False
myst_heading_anchors = 4
highlight_language = "none"
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}

# ---- the reference of C and C++
breathe_projects = {"clinterval": os.environ["CLINTERVAL_XML"]}
breathe_default_project = "clinterval"
breathe_domain_by_extension = {"h": "c", "hpp": "cpp"}
breathe_show_include = False
c_id_attributes = cpp_id_attributes = ["CLIV_API"]

# ---- the reference of Python: the package is imported and loads its library, but uses no device
autodoc_mock_imports = ["pyopencl"]
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
default_role = "literal"  # text between single backticks in docstrings

# ---- appearance
html_theme = "furo"
html_title = "libclinterval"
html_static_path = [str(HERE / "static")]
html_css_files = ["site.css"]
html_js_files = [("site.js", {"defer": "defer"})]
html_favicon = str(HERE / "static/favicon.svg")
templates_path = [str(HERE / "templates")]
html_context = {"repository": os.environ.get("CLINTERVAL_REPOSITORY")}
html_copy_source = html_show_sourcelink = html_show_sphinx = False
pygments_style = "friendly"
pygments_dark_style = "native"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#1f5fa8", "color-brand-content": "#1f5fa8"},
    "dark_css_variables": {"color-brand-primary": "#7fb2f0", "color-brand-content": "#7fb2f0"},
}


def setup(app):
    # A change of the scripts changes how pages are read: Sphinx then reads all pages again.
    scripts = b"".join(path.read_bytes() for path in sorted(HERE.glob("*.py")))
    app.add_config_value("site_scripts", hashlib.sha256(scripts).hexdigest(), "env")
    pages.write_pages(ROOT, Path(app.srcdir), Path(os.environ["CLINTERVAL_STATUS_CODES"]))
    app.add_domain(machinery.SearchedC, override=True)
    app.add_domain(machinery.SearchedCpp, override=True)
    app.add_post_transform(links.NamesToReference)
    app.add_post_transform(links.BreaksInNames)
    app.connect("doctree-read", machinery.groups)
    app.connect("doctree-read", machinery.blocks)
    app.connect("doctree-read", machinery.languages)
    app.connect("doctree-read", summaries.reference)
    app.connect("html-page-context", summaries.description)
    app.connect("autodoc-process-docstring", machinery.fields)
    app.connect("autodoc-process-signature", machinery.types)
    app.connect("build-finished", furo_whole.mend)
