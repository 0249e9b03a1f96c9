# SPDX-License-Identifier: Apache-2.0
# Reads host/operations.def and prints one of the texts that are generated from it:
#     -v text=python      the table of python/clinterval/_operations.py
#     -v text=documents   the rows of docs/functions.md
#     -v text=names       the names of the operations
#     -v text=sized       the names of the operations whose result size depends on the data
#     -v text=cpp         the C++ functions of the operations in `wanted`, names between blanks. `counted`: two
#                         functions for each operation, one that returns the size and one that stores it in `count`
function finish_row() {
    if (names != "" && text == "documents") print "| " names " | " about " |"
    names = ""
}
function quoted(row, k,    part) {
    split(row, part, "\"")
    return part[2 * k]
}
# Splits the arguments of the row into kind[k] and word[k, 1…]; returns their count.
function arguments_of(row,    n, inside, part, k, count) {
    n = 0
    while (match(row, /[A-Z_]+\([^()]*\)/)) {
        inside = substr(row, RSTART, RLENGTH)
        row = substr(row, RSTART + RLENGTH)
        kind[++n] = substr(inside, 1, index(inside, "(") - 1)
        sub(/^[A-Z_]*\(/, "", inside)
        sub(/\)$/, "", inside)
        count = split(inside, part, / *, */)
        for (k = 1; k <= count; ++k) word[n, k] = part[k]
    }
    return n
}
function letters(n,    k, all) {
    all = ""
    for (k = 1; k <= n; ++k) all = all letter[kind[k]]
    return all
}
# The C++ parameter of argument k, "" if it has none; its default value is in `initial`.
function parameter(k) {
    initial = ""
    if (kind[k] == "ARRAY") initial = word[k, 2] == "may_skip" ? "none" : ""
    if (kind[k] == "OP" || kind[k] == "ORDER") initial = "{}"
    if (kind[k] == "TEXT") initial = "nullptr"
    if (kind[k] == "ARRAY" || kind[k] == "LEFT_OUT") return "cliv_array " word[k, 1]
    if (kind[k] == "OP") return "const op &with"
    if (kind[k] == "ORDER") return "const order &by"
    if (kind[k] == "EXPRESSION") return "const expression &" word[k, 1]
    if (kind[k] == "TEXT") return "const char *" word[k, 1]
    if (kind[k] == "MOVES" || kind[k] == "NUMBER") return "std::size_t " word[k, 1]
    if (kind[k] == "CHOICE") return word[k, 1] " " word[k, 2]
    if (kind[k] == "FIELDS") return "const std::vector<cliv_field> &" word[k, 1]
    if (kind[k] == "STRUCTURE") return "const " word[k, 1] " &" word[k, 2]
    return ""
}
# The expressions that argument k passes to C.
function passed(k,    x) {
    x = word[k, 1]
    if (kind[k] == "OP") return ", &with"
    if (kind[k] == "ORDER") return ", &by"
    if (kind[k] == "EXPRESSION") return ", " x ".text.c_str(), " x ".declarations(), " x ".arrays.data(), " x ".arrays.size()"
    if (kind[k] == "CHOICE") return ", " word[k, 2]
    if (kind[k] == "FIELDS") return ", " x ".data(), " x ".size()"
    if (kind[k] == "STRUCTURE") return ", &" word[k, 2]
    if (kind[k] == "INSIDE") return ""
    if (kind[k] == "LIST" || kind[k] == "ADDRESS") {
        print "operations.awk: the C++ function of cliv_" name " cannot be generated: write it by hand" >"/dev/stderr"
        exit 1
    }
    return ", " x
}
# A function of C++. counted: 0, or 1 for the size returned, 2 for the size stored in `count`. Parameters with a default
# value follow the others, except before `count`.
function print_function(n, counted,    k, p, first, last, call, is_count, behind) {
    first = last = call = ""
    behind = counted != 2
    for (k = 1; k <= n; ++k) {
        is_count = counted && kind[k] == "ARRAY" && word[k, 1] == "count"
        if (is_count && counted == 1) {
            call = call ", none"
            continue
        }
        if (kind[k] == "HOST") {
            call = call (counted == 1 ? ", &size" : ", nullptr")
            continue
        }
        p = parameter(k)
        if (p != "" && initial != "" && behind) last = last ", " p " = " initial
        else if (p != "") first = first ", " p
        if (is_count) behind = 1
        call = call passed(k)
    }
    printf "/** Calls cliv_%s()%s. */\n", name, counted == 0 ? "" : counted == 1 ? \
        ", blocks, and returns the size of the result" : " and stores the size of the result in `count`"
    printf "inline %s %s(CLIV_CPP_HEAD%s%s, CLIV_CPP_TAIL)\n{\n", counted == 1 ? "std::size_t" : "void", name, first, last
    if (counted == 1) {
        print "    std::size_t size = 0;"
        print "    return detail::counted(cliv_" name "(ctx, queue" call ", after.count(), after.data(), event), size);"
    } else {
        print "    detail::call(cliv_" name ", ctx, queue, after, event" call ");"
    }
    print "}"
}
function take(row,    n) {
    if (row ~ /^ABOUT/) {
        finish_row()
        about = quoted(row, 1) quoted(row, 2) quoted(row, 3) # adjacent strings are one string, as in C
    } else if (row ~ /^ALSO/) {
        finish_row()
        if (text == "documents") print "| " quoted(row, 1) " | " quoted(row, 2) " |"
    } else {
        name = row
        sub(/^[A-Z]*\(/, "", name)
        sub(/,.*/, "", name)
        names = names (names == "" ? "" : ", ") "`cliv_" name "`"
        sub(row ~ /^UNDESCRIBED/ ? /^[A-Z]*\([^,]*,/ : /^[A-Z]*\([^,]*,[^,]*,/, "", row)
        n = arguments_of(row)
        if (text == "names") print name
        if (text == "sized" && row ~ /HOST\(/) print name
        if (text == "python") print "    \"" name "\": \"" letters(n) "\","
        if (text == "cpp" && index(wanted, " " name " ")) {
            if (counted) print_function(n, 1)
            print_function(n, counted ? 2 : 0)
        }
    }
}
BEGIN {
    split("ARRAY A LEFT_OUT A OP P ORDER P EXPRESSION PPLN TEXT P HOST P MOVES N NUMBER N CHOICE E LIST L FIELDS LN " \
        "STRUCTURE L ADDRESS P", table, " ")
    for (k = 1; k in table; k += 2) letter[table[k]] = table[k + 1]
}
/^(ABOUT|ALSO|OPERATION|SNIPPET|UNDESCRIBED)\(/ { row = "" }
/^#/ { next }
{
    row = row $0
    rest = row
    if (row ~ /^(ABOUT|ALSO|OPERATION|SNIPPET|UNDESCRIBED)\(/ && row ~ /\)$/) {
        gsub(/"[^"]*"/, "", rest)
        if (gsub(/\(/, "", rest) == gsub(/\)/, "", rest)) {
            take(row)
            row = ""
        }
    }
}
END { finish_row() }
