// SPDX-License-Identifier: Apache-2.0
// Queries on a log of events, on the device and with SQLite.
//
//   events [--size EVENTS] [--seed SEED] [--checked 1]
//
// The table `events`, sorted by time, has a user, a kind, a time and an amount per event. The table `prices` has the
// price of a kind from some time on. The queries are
//
//   large       the events with at least a given amount,
//   worth       the worth of each large event, by the latest price of its kind at that time,
//   spent       the total worth per user,
//   running     the running total per user after each event,
//   top         the users with the largest totals.
//
// SQLite has both tables in memory, and an index on the prices. All rows of all results are compared.
#include <clinterval/clinterval.hpp>

#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{

using numbers = std::vector<cl_int>;
const cl_int least = 50; // smallest amount of a large event
const std::size_t top = 5;

struct tables {
    numbers user, kind, time, amount;            // columns of the events
    numbers price_kind, price_time, price_value; // columns of the prices, unsorted
};

tables make_tables(std::size_t events, unsigned long long seed)
{
    std::mt19937_64 random(seed);
    const auto below = [&](std::size_t limit) { return cl_int(random() % limit); };
    const std::size_t users = events / 20 + 1, kinds = 50;
    tables t;
    cl_int now = 0;
    for (std::size_t e = 0; e < events; ++e) {
        t.user.push_back(below(std::size_t(below(users)) + 1)); // low numbers are more frequent
        t.kind.push_back(below(kinds));
        t.time.push_back(now += below(3));
        t.amount.push_back(below(100));
    }
    for (std::size_t p = 0; p < events / 10; ++p) {
        t.price_kind.push_back(below(kinds));
        t.price_time.push_back(below(std::size_t(now) + 1));
        t.price_value.push_back(1 + below(1000));
    }
    return t;
}

// ---- results: columns and the time of the query

enum question { large, worth, spent, running, highest, questions };
struct answer {
    double time; // ms
    std::vector<std::vector<cl_long>> columns;
};

class stopwatch
{
  public:
    double lap() const { return std::chrono::duration<double, std::milli>(clock::now() - start).count(); }

  private:
    using clock = std::chrono::steady_clock;
    clock::time_point start = clock::now();
};

// ---- the device

// Both tables are sorted by kind and time.
CLIV_STRUCT(moment, cl_int kind, time;);
const cliv::order by_moment = "a.kind < b.kind || (a.kind == b.kind && a.time < b.time)";

std::vector<answer> ask_device(const cliv::context &ctx, const tables &t)
{
    const cl_command_queue queue = ctx.queue();
    const cliv::vector<cl_int> users(ctx, t.user), kinds(ctx, t.kind), times(ctx, t.time), amounts(ctx, t.amount);
    const cliv::vector<cl_int> price_kinds(ctx, t.price_kind), price_times(ctx, t.price_time),
        prices(ctx, t.price_value);
    // The names of arrays in expressions.
    const cliv_array user = cliv::named("user", users), kind = cliv::named("kind", kinds),
                     time = cliv::named("time", times);
    const cliv_array amount = cliv::named("amount", amounts), price = cliv::named("price", prices);
    std::vector<answer> answers;
    stopwatch watch;
    const auto note = [&](const auto &...columns) {
        cliv::check(clFinish(queue));
        answers.push_back({watch.lap(), {}});
        const auto add = [&](const auto &column) {
            const auto host = column.read(queue);
            answers.back().columns.emplace_back(host.begin(), host.end());
        };
        (add(columns), ...);
        watch = {};
    };

    // Large: the row numbers of the events.
    cliv::vector<cl_int> room(ctx, users.size());
    const std::size_t n = cliv::compact(ctx, queue, cliv::generated<cl_int>("i", users.size()),
                                        {"amount[i] >= least", {amount, cliv::constant("least", least)}}, room);
    const cliv_array row = cliv::named("row", room.slice(0, n));
    note(room.slice(0, n));

    // Worth: both tables are sorted by kind and time. The price of an event is the last price before it, if that price
    // has the same kind. cliv_at and cliv_put check their indices; in a checked context an index out of range is an
    // error.
    cliv::vector<moment> moments(ctx, n), price_moments(ctx, prices.size());
    cliv::vector<cl_int> orders(ctx, n), price_orders(ctx, prices.size()), price_rows(ctx, n);
    cliv::vector<cl_long> worths(ctx, n);
    cliv::copy(ctx, queue, cliv::generated<moment>({"(moment){kind[row[i]], time[row[i]]}", {row, kind, time}}, n),
               moments);
    cliv::copy(ctx, queue,
               cliv::generated<moment>({"(moment){a0[i], a1[i]}", {price_kinds, price_times}}, prices.size()),
               price_moments);
    cliv::sort_indices(ctx, queue, moments, orders, by_moment);
    cliv::sort_indices(ctx, queue, price_moments, price_orders, by_moment);
    cliv::join_as_of(ctx, queue, CLIV_BACKWARD, moments, price_moments, price_rows, "a.kind == b.kind", by_moment);
    const cliv_array order = cliv::named("order", orders), price_order = cliv::named("price_order", price_orders);
    const cliv_array price_row = cliv::named("price_row", price_rows), value = cliv::named("value", worths);
    cliv::transform(ctx, queue, n,
                    {R"(
        const long event = order[i];
        long cents = 0;
        if (price_row[i] >= 0)
            cents = (long)cliv_at(amount, cliv_at(row, event)) * cliv_at(price, cliv_at(price_order, price_row[i]));
        cliv_put(value, event, cents);
        )",
                     {order, row, price_order, price_row, amount, price, value}});
    note(worths);

    // Spent: sort by user, then reduce. The sort is stable, so the events of a user keep their order.
    cliv::vector<cl_int> user_keys(ctx, n), by_users(ctx, n), different(ctx, n);
    cliv::vector<cl_long> sums(ctx, n);
    const cliv_array by_user = cliv::named("by_user", by_users);
    const cliv::generated<cl_long> values({"value[by_user[i]]", {value, by_user}}, n);
    cliv::copy(ctx, queue, cliv::generated<cl_int>({"user[row[i]]", {user, row}}, n), user_keys);
    cliv::sort_indices(ctx, queue, user_keys, by_users);
    const std::size_t found = cliv::reduce_by_key(ctx, queue, user_keys, values, different, sums, cliv_add);
    note(different.slice(0, found), sums.slice(0, found));

    // Running: a scan by key, which restarts at each user.
    cliv::vector<cl_long> totals(ctx, n);
    cliv::scan_by_key_inclusive(ctx, queue, user_keys, values, totals, cliv_add);
    note(totals);

    // Top: of equal totals the first user.
    cliv::vector<cl_int> top_rows(ctx, std::min(top, found)), top_users(ctx, top_rows.size());
    cliv::vector<cl_long> top_sums(ctx, top_rows.size());
    cliv::top_k(ctx, queue, sums.slice(0, found), top, top_sums, top_rows, cliv_greater);
    cliv::gather(ctx, queue, top_rows, different, top_users);
    note(top_users, top_sums);
    return answers;
}

// ---- SQLite

const struct {
    const char *name, *before, *sql;
} sql_questions[questions] = {
    {"large", "", "SELECT id FROM events WHERE amount >= 50 ORDER BY id"},
    {"worth",
     "CREATE TABLE worth AS SELECT e.id AS id, user, amount * coalesce((SELECT price FROM prices p"
     " WHERE p.kind = e.kind AND p.time <= e.time ORDER BY p.time DESC, p.id DESC LIMIT 1), 0) AS value"
     " FROM events e WHERE amount >= 50",
     "SELECT value FROM worth ORDER BY id"},
    {"spent", "", "SELECT user, sum(value) FROM worth GROUP BY user ORDER BY user"},
    {"running", "", "SELECT sum(value) OVER (PARTITION BY user ORDER BY id) FROM worth ORDER BY user, id"},
    {"top", "", "SELECT user, sum(value) AS total FROM worth GROUP BY user ORDER BY total DESC, user LIMIT 5"},
};

class database
{
  public:
    explicit database(const tables &t)
    {
        check(sqlite3_open(":memory:", &db));
        run("CREATE TABLE events (id INTEGER PRIMARY KEY, user INT, kind INT, time INT, amount INT); BEGIN");
        run("CREATE TABLE prices (id INTEGER PRIMARY KEY, kind INT, time INT, price INT)");
        insert("INSERT INTO events VALUES (?, ?, ?, ?, ?)", {&t.user, &t.kind, &t.time, &t.amount});
        insert("INSERT INTO prices VALUES (?, ?, ?, ?)", {&t.price_kind, &t.price_time, &t.price_value});
        run("COMMIT; CREATE INDEX price_of ON prices (kind, time)");
    }
    database(const database &) = delete;
    database &operator=(const database &) = delete;
    ~database() { sqlite3_close(db); }

    answer ask(question q) const
    {
        answer result = {0, {}};
        const stopwatch watch;
        run(sql_questions[q].before);
        const statement select = prepare(sql_questions[q].sql);
        result.columns.resize(std::size_t(sqlite3_column_count(select.get())));
        while (check(sqlite3_step(select.get())) == SQLITE_ROW)
            for (std::size_t c = 0; c < result.columns.size(); ++c)
                result.columns[c].push_back(sqlite3_column_int64(select.get(), int(c)));
        result.time = watch.lap();
        return result;
    }

  private:
    using statement = std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt *)>;
    int check(int code) const
    {
        if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE)
            throw std::runtime_error(std::string("SQLite: ") + sqlite3_errmsg(db));
        return code;
    }
    void run(const char *sql) const { check(sqlite3_exec(db, sql, nullptr, nullptr, nullptr)); }
    statement prepare(const char *sql) const
    {
        sqlite3_stmt *made = nullptr;
        check(sqlite3_prepare_v2(db, sql, -1, &made, nullptr));
        return {made, sqlite3_finalize};
    }
    void insert(const char *sql, const std::vector<const numbers *> &columns) const
    {
        const statement add = prepare(sql);
        for (std::size_t r = 0; r < columns[0]->size(); ++r) {
            check(sqlite3_bind_int64(add.get(), 1, sqlite3_int64(r)));
            for (std::size_t c = 0; c < columns.size(); ++c)
                check(sqlite3_bind_int(add.get(), int(c) + 2, (*columns[c])[r]));
            check(sqlite3_step(add.get()));
            check(sqlite3_reset(add.get()));
        }
    }
    sqlite3 *db = nullptr;
};

bool run(std::size_t events, unsigned long long seed, bool checked)
{
    cliv::context_options options = {};
    options.flags = checked ? CLIV_CHECKED : 0;
    const cliv::context ctx(options);
    const tables t = make_tables(events, seed);
    const std::vector<answer> first = ask_device(ctx, t), again = ask_device(ctx, t);
    const database db(t);

    bool right = true;
    std::printf("%zu events, %zu prices; times in ms\n", t.user.size(), t.price_value.size());
    std::printf("%-10s %10s %12s %12s %12s\n", "question", "rows", "first", "device", "SQLite");
    for (int q = 0; q < questions; ++q) {
        const answer expected = db.ask(question(q));
        const bool same = again[q].columns == expected.columns;
        std::printf("%-10s %10zu %12.2f %12.2f %12.2f%s\n", sql_questions[q].name, expected.columns[0].size(),
                    first[q].time, again[q].time, expected.time, same ? "" : "  WRONG");
        right = right && same;
    }
    for (std::size_t r = 0; r < again[highest].columns[0].size(); ++r)
        std::printf("user %lld spent %lld\n", (long long)again[highest].columns[0][r],
                    (long long)again[highest].columns[1][r]);
    std::printf("%s\n", right ? "right: the results equal the results of SQLite" : "WRONG");
    return right && std::fflush(stdout) == 0 && !std::ferror(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    struct {
        const char *name;
        unsigned long long value, most;
    } options[] = {{"--size", 20000, 1 << 28}, {"--seed", 1, ~0ull}, {"--checked", 0, 1}};
    for (int k = 1; k < argc; k += 2) {
        const auto option = std::find_if(std::begin(options), std::end(options),
                                         [&](const auto &o) { return std::strcmp(o.name, argv[k]) == 0; });
        const bool known =
            option != std::end(options) && k + 1 < argc && argv[k + 1][0] >= '0' && argv[k + 1][0] <= '9';
        char *end = argv[k];
        if (known)
            option->value = std::strtoull(argv[k + 1], &end, 10);
        if (!known || *end || option->value > option->most) {
            const bool help = std::strcmp(argv[k], "--help") == 0;
            std::fputs("Usage: events [--size EVENTS] [--seed SEED] [--checked 1]\n", help ? stdout : stderr);
            return help && std::fflush(stdout) == 0 && !std::ferror(stdout) ? 0 : help ? 1 : 2;
        }
    }
    try {
        return run(options[0].value, options[1].value, options[2].value) ? EXIT_SUCCESS : EXIT_FAILURE;
    } catch (const std::exception &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return EXIT_FAILURE;
    }
}
