# SPDX-License-Identifier: Apache-2.0
# Writes a sample of the programs in a list of kernel_texts to files: PREFIX.NUMBER.cl. The first line is a comment with
# the compiler's options. A line `@ NAME` becomes the text of the file NAME in the folder TEXTS.

function write_program(    path, i, name, line) {
    if (kernels == "" || seen[kernels]++ % 20)
        return
    path = prefix "." number ".cl"
    print "// " options >path
    for (i = 1; i <= lines; ++i) {
        if (text[i] !~ /^@ /) {
            print text[i] >path
            continue
        }
        name = texts "/" substr(text[i], 3)
        while ((getline line <name) > 0)
            print line >path
        close(name)
    }
    close(path)
}

/^==== / {
    write_program()
    number = $2
    kernels = ""
    lines = 0
    options = ""
    heads = 1
    next
}
heads == 1 {
    options = $0
    heads = 2
    next
}
{
    text[++lines] = $0
    if ($0 ~ /^@ .*\.cl(\.[0-9]+)?$/)
        kernels = substr($0, 3)
}
END { write_program() }
