# SPDX-License-Identifier: Apache-2.0
"""Mends Doxygen's XML where Breathe would render it badly: mend_xml.py FOLDER

- A line break inside a quoted string stays in the XML, and Breathe starts a new paragraph there.
- Parameters that share a description become "a, b", which Sphinx reads as a parameter b of type a.
- The parameters that every function has come first, before the ones that matter.
- An example after the last parameter belongs to that parameter, not to the function.
- Functions that share a comment come before all others, in sections without a title.
- Structures of C list the C++ classes that derive from them.
"""

import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

CODE = ("programlisting", "verbatim", "preformatted")
EVERYWHERE = {"ctx", "queue", "num_events_in_wait_list", "event_wait_list", "event"}
SECTIONS = {"function": "func", "variable": "var", "typedef": "typedef", "define": "define", "enum": "enum"}


def join_lines(element):
    if element.tag in CODE:
        return
    element.text = element.text and re.sub(r"[ \t]*\n[ \t]*(?=\S)", " ", element.text)
    for child in element:
        join_lines(child)
        child.tail = child.tail and re.sub(r"[ \t]*\n[ \t]*(?=\S)", " ", child.tail)


def parameters(listed):
    items = list(listed)
    for item in items:
        for names in item.iter("parameternamelist"):
            first, *others = names.findall("parametername")
            first.text = ",".join("".join(name.itertext()).replace(" ", "") for name in (first, *others))
            for name in others:
                names.remove(name)
    names = {id(item): set(item.findtext(".//parametername").split(",")) for item in items}
    listed[:] = sorted(items, key=lambda item: len(names[id(item)]) > 2 and names[id(item)] <= EVERYWHERE)


def examples(description):
    """Moves code from the last parameter, or from the returned value, to the description."""
    for para in list(description.findall("para")):
        moved = []
        for part in [*para.findall("parameterlist"), *para.findall("simplesect")]:
            for inner in part.iter("para"):
                before = None
                for child in list(inner):
                    text = (inner.text if before is None else before.tail) or ""
                    if child.tag in CODE and not text.rstrip().endswith(":"):
                        moved.append(child)
                        inner.remove(child)
                    else:
                        before = child
        for code in moved:
            code.tail = None
            new = ET.Element("para")
            new.append(code)
            description.insert(list(description).index(para), new)


def in_order(compound):
    """Puts members of sections without a title into the section of their kind, in the order of the source."""
    sections = {section.get("kind"): section for section in compound.findall("sectiondef")}
    for section in compound.findall("sectiondef"):
        if section.get("kind") != "user-defined" or section.find("header") is not None:
            continue
        for member in section.findall("memberdef"):
            kind = SECTIONS[member.get("kind")]
            if kind not in sections:
                sections[kind] = ET.Element("sectiondef", kind=kind)
                compound.insert(list(compound).index(section), sections[kind])
            sections[kind].append(member)
        compound.remove(section)
    for section in sections.values():
        if all(child.tag == "memberdef" for child in section):
            section[:] = sorted(section, key=lambda member: int(member.find("location").get("line")))


def mend(path):
    tree = ET.parse(path)
    for para in tree.iter("para"):
        join_lines(para)
    for listed in tree.iter("parameterlist"):
        parameters(listed)
    for description in tree.iter("detaileddescription"):
        examples(description)
    for compound in tree.iter("compounddef"):
        for derived in compound.findall("derivedcompoundref"):
            compound.remove(derived)
        if compound.get("kind") == "file":
            in_order(compound)
    tree.write(path, encoding="utf-8", xml_declaration=True)


for file in Path(sys.argv[1]).glob("*.xml"):
    mend(file)
