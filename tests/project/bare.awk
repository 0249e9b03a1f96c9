# SPDX-License-Identifier: Apache-2.0
# Prints C or OpenCL C without comments. Line numbers are kept: a line of a comment becomes empty.
{
    line = $0; out = ""
    while (line != "") {
        if (inside) {
            end = index(line, "*/")
            if (!end) break
            line = substr(line, end + 2); inside = 0
        } else {
            start = index(line, "/*")
            if (!start) { out = out line; break }
            out = out substr(line, 1, start - 1)
            line = substr(line, start + 2); inside = 1
        }
    }
    print out
}
