# SPDX-License-Identifier: Apache-2.0
# %% [markdown]
# # A table by groups
#
# This program groups a table of time zones by country. For each country it computes the number of time zones and
# their average latitude. It prints the five countries that have the most zones. It uses a sort, a reduction by key,
# and a join.
#
# The data is the time zone database, which is in the public domain. One table has the country, the coordinates and
# the name of each zone. The other table has the name of each country. Python's package `tzdata` and most systems
# include both tables.

# %%
import importlib.resources
import re
from collections.abc import Iterable
from pathlib import Path

import clinterval as ci
import numpy as np
import pandas as pd
import pyopencl.array as cla
from numpy.typing import NDArray


def table(name: str) -> list[list[str]]:
    """The rows of a table of the time zone database, without comments."""
    try:
        text = (importlib.resources.files("tzdata") / "zoneinfo" / name).read_text(encoding="utf-8")
    except (ModuleNotFoundError, FileNotFoundError):
        text = (Path("/usr/share/zoneinfo") / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]


def degrees(coordinates: str) -> float:
    """The latitude in a coordinate of the form +DDMM+DDDMM or +DDMMSS+DDDMMSS."""
    ((sign, latitude),) = re.findall(r"^([+-])(\d+)", coordinates)
    value = int(latitude[:2]) + int(latitude[2:4]) / 60 + int(latitude[4:] or 0) / 3600
    return value if sign == "+" else -value


zones = pd.DataFrame([row[:3] for row in table("zone.tab")], columns=["code", "at", "name"])
zones["latitude"] = zones["at"].map(degrees)
countries = pd.DataFrame([row[:2] for row in table("iso3166.tab")], columns=["code", "country"])
print(zones.head())

# %% [markdown]
# A country code has two letters. The device sorts numbers, so the program converts each code to a number of 16 bits.
# The numbers have the order of the codes.

# %%
def number(codes: Iterable[str]) -> NDArray[np.uint16]:
    return np.array([ord(code[0]) << 8 | ord(code[1]) for code in codes], np.uint16)


queue = ci.default_context().queue
code = cla.to_device(queue, number(zones["code"]))
latitude = cla.to_device(queue, zones["latitude"].to_numpy(np.float32))

# %% [markdown]
# After the sort, each country is a run of equal keys. The first reduction by key adds the latitudes of each country.
# The second reduction adds the constant 1, which counts the zones.

# %%
key, north = ci.sort(code, latitude)
group, sums = ci.reduce_by_key(key, north)
_, sizes = ci.reduce_by_key(key, ci.constant(1, len(zones), "int32"))
means = sums / sizes.astype(np.float32)

# %% [markdown]
# A left join finds the names of the countries. It returns the row indices of both sides. Each country has one name,
# so the row indices of the left side are 0, 1, 2 …

# %%
rows, names = ci.join(group, cla.to_device(queue, number(countries["code"])), how="left")
np.testing.assert_array_equal(rows.get(), np.arange(len(group)))
most, places = ci.top_k(sizes, 5, order="greater")

country = countries["country"].to_numpy()[ci.take(names, places).get()]
print(pd.DataFrame({"country": country, "zones": most.get(), "mean latitude": ci.take(means, places).get()}))

# %% [markdown]
# pandas returns the same result.

# %%
known = zones.groupby("code")["latitude"].agg(["size", "mean"])
np.testing.assert_array_equal(sizes.get(), known["size"])
np.testing.assert_allclose(means.get(), known["mean"], rtol=1e-5, atol=1e-5)
named = known.reset_index().merge(countries, on="code", how="left")
np.testing.assert_array_equal(countries["country"].to_numpy()[names.get()], named["country"])
largest = named.sort_values("size", ascending=False, kind="stable")["country"].head(5)
np.testing.assert_array_equal(country, largest)
