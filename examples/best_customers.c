/* SPDX-License-Identifier: Apache-2.0 */
/* Filter, group-by and top k: the customers with the largest totals in a table of orders.
 *
 *   best_customers [--size ORDERS] [--best K] [--seed SEED] [--sqlite 0]
 *
 *   SELECT customer, sum(amount) AS total FROM orders WHERE status = 1 GROUP BY customer
 *   ORDER BY total DESC, customer LIMIT K
 *
 * On the device the query is a filter, a sort, a reduction by key and a top k. The filter and the reduction determine
 * the count of paid orders and the count of customers. The program runs the query in three ways. First, the host reads
 * each count back, so it waits twice. Second, the counts stay on the device (cliv_counted), so the host enqueues all
 * calls without waiting. Third, the calls are recorded, and the recording runs on the current contents of the table.
 *
 * The results are compared with a hash table on the host and, if the program is built with SQLite, with a table
 * without an index in SQLite's memory. The times include the query, but not the filling of the tables. */
#include "common/example.h"

#ifdef HAVE_SQLITE
#include <sqlite3.h>
#endif

enum { PAID = 1, STATUSES = 3 };
static const char usage[] = "best_customers [--size ORDERS] [--best K] [--seed SEED] [--sqlite 0]";

typedef struct orders {
    size_t count;
    cl_int *customer, *amount; /* customer ids have 31 bits */
    cl_uchar *status;
} orders;

/* The best customers and their totals. */
typedef struct answer {
    size_t count;
    cl_int *customer;
    cl_long *total;
} answer;

static answer make_answer(size_t count)
{
    return (answer){count, allocate(count, sizeof(cl_int)), allocate(count, sizeof(cl_long))};
}

static void free_answer(answer *a)
{
    free(a->total);
    free(a->customer);
}

/* ---- the device */

typedef struct table {
    cliv_context *ctx;
    cl_command_queue queue;
    size_t orders, best;
    cliv_array customer, amount, status;       /* columns of the orders */
    cliv_array rows, keys, amounts, kept;      /* paid orders, and their count */
    cliv_array buyer, total, buyers;           /* totals by customer, and the count of customers */
    cliv_array top_rows, top_buyer, top_total; /* the best customers */
} table;

/* If `kept` and `buyers` are NULL, the counts stay on the device. Otherwise the function reads the counts back. */
static void ask_device(const table *t, size_t *kept, size_t *buyers)
{
    const cl_uchar paid = PAID;
    const cliv_array filter[] = {cliv_named("status", t->status), cliv_constant("paid", &cliv_uchar, &paid)};
    CHECK(cliv_compact(t->ctx, t->queue, cliv_generate(&cliv_int, "i", t->orders), "status[i] == paid", NULL, filter, 2,
                       t->rows, t->kept, kept, 0, NULL, NULL));

    /* Fetch, sort and add up the paid orders only. */
    const cliv_array from[] = {t->customer, t->amount}, to[] = {t->keys, t->amounts};
    const cliv_array rows = beginning(t->rows, &t->kept, kept), keys = beginning(t->keys, &t->kept, kept),
                     amounts = beginning(t->amounts, &t->kept, kept);
    CHECK(cliv_gather_columns(t->ctx, t->queue, rows, from, to, 2, 0, NULL, NULL));
    CHECK(cliv_sort_pairs(t->ctx, t->queue, keys, amounts, NULL, 0, NULL, NULL));
    CHECK(cliv_reduce_by_key(t->ctx, t->queue, keys, amounts, t->buyer, t->total, &cliv_add, NULL, t->buyers, buyers, 0,
                             NULL, NULL));

    /* Customers are in ascending order, and top k prefers the first of equal totals. There may be fewer than `best`
     * customers. */
    const size_t found = buyers && *buyers < t->best ? *buyers : t->best;
    CHECK(cliv_top_k(t->ctx, t->queue, beginning(t->total, &t->buyers, buyers), t->best, t->top_total, t->top_rows,
                     &cliv_greater, 0, NULL, NULL));
    CHECK(cliv_gather(t->ctx, t->queue, beginning(t->top_rows, &t->buyers, buyers ? &found : NULL), t->buyer,
                      t->top_buyer, 0, NULL, NULL));
}

/* Reads the result of the query. */
static answer read_answer(const table *t)
{
    cl_uint buyers;
    CHECK(cliv_array_read(t->queue, t->buyers, &buyers));
    answer a = make_answer(buyers < t->best ? buyers : t->best);
    CHECK(cliv_array_read(t->queue, cliv_slice(t->top_buyer, 0, a.count), a.customer));
    CHECK(cliv_array_read(t->queue, cliv_slice(t->top_total, 0, a.count), a.total));
    return a;
}

static table make_table(cliv_context *ctx, cl_command_queue queue, orders o, size_t best)
{
    return (table){ctx,
                   queue,
                   o.count,
                   best,
                   .customer = make_array(ctx, &cliv_int, o.count, o.customer),
                   .amount = make_array(ctx, &cliv_int, o.count, o.amount),
                   .status = make_array(ctx, &cliv_uchar, o.count, o.status),
                   .rows = make_array(ctx, &cliv_int, o.count, NULL),
                   .keys = make_array(ctx, &cliv_int, o.count, NULL),
                   .amounts = make_array(ctx, &cliv_int, o.count, NULL),
                   .kept = make_array(ctx, &cliv_uint, 1, NULL),
                   .buyer = make_array(ctx, &cliv_int, o.count, NULL),
                   .total = make_array(ctx, &cliv_long, o.count, NULL),
                   .buyers = make_array(ctx, &cliv_uint, 1, NULL),
                   .top_rows = make_array(ctx, &cliv_int, best, NULL),
                   .top_buyer = make_array(ctx, &cliv_int, best, NULL),
                   .top_total = make_array(ctx, &cliv_long, best, NULL)};
}

static void release(table *t)
{
    cliv_array *const arrays[] = {&t->customer, &t->amount,    &t->status,   &t->rows,  &t->keys,
                                  &t->amounts,  &t->kept,      &t->buyer,    &t->total, &t->buyers,
                                  &t->top_rows, &t->top_buyer, &t->top_total};
    for (size_t a = 0; a < sizeof arrays / sizeof *arrays; ++a)
        cliv_array_release(arrays[a]);
}

/* ---- the host, with a hash table */

/* Open addressing: the search for a customer begins at the hash index and ends at its entry or at an empty entry. */
typedef struct entry {
    cl_int customer; /* -1: empty */
    cl_long total;
} entry;
typedef struct hash_table {
    entry *entries;
    size_t size, customers; /* the size is a power of two */
} hash_table;

static hash_table make_hash_table(size_t size)
{
    hash_table t = {allocate(size, sizeof *t.entries), size, 0};
    for (size_t e = 0; e < size; ++e)
        t.entries[e].customer = -1;
    return t;
}

static void add(hash_table *t, cl_int customer, cl_long amount)
{
    cl_ulong state = (cl_ulong)customer;
    size_t at = next_random(&state) & (t->size - 1);
    while (t->entries[at].customer >= 0 && t->entries[at].customer != customer)
        at = (at + 1) & (t->size - 1);
    t->customers += t->entries[at].customer < 0;
    t->entries[at].customer = customer;
    t->entries[at].total += amount;
    if (2 * t->customers > t->size) { /* half full */
        hash_table larger = make_hash_table(2 * t->size);
        for (size_t e = 0; e < t->size; ++e)
            if (t->entries[e].customer >= 0)
                add(&larger, t->entries[e].customer, t->entries[e].total);
        free(t->entries);
        *t = larger;
    }
}

static answer ask_host(orders o, size_t best)
{
    hash_table t = make_hash_table(1024);
    for (size_t i = 0; i < o.count; ++i)
        if (o.status[i] == PAID)
            add(&t, o.customer[i], o.amount[i]);
    answer a = make_answer(best);
    a.count = 0;
    for (const entry *e = t.entries; e < t.entries + t.size; ++e) {
        if (e->customer < 0)
            continue;
        size_t at = a.count; /* its index among the best so far */
        while (at > 0 &&
               (a.total[at - 1] < e->total || (a.total[at - 1] == e->total && a.customer[at - 1] > e->customer)))
            --at;
        if (at == best)
            continue;
        a.count += a.count < best;
        for (size_t k = a.count - 1; k > at; --k) {
            a.customer[k] = a.customer[k - 1];
            a.total[k] = a.total[k - 1];
        }
        a.customer[at] = e->customer;
        a.total[at] = e->total;
    }
    free(t.entries);
    return a;
}

/* ---- SQLite */

#ifdef HAVE_SQLITE
static void check_sqlite(int code, sqlite3 *db)
{
    if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE)
        return;
    fprintf(stderr, "SQLite: %s\n", sqlite3_errmsg(db));
    exit(EXIT_FAILURE);
}

static answer ask_sqlite(orders o, size_t best, double *time)
{
    sqlite3 *db;
    sqlite3_stmt *insert, *select;
    check_sqlite(sqlite3_open(":memory:", &db), db);
    check_sqlite(
        sqlite3_exec(db, "CREATE TABLE orders (customer INT, amount INT, status INT); BEGIN", NULL, NULL, NULL), db);
    check_sqlite(sqlite3_prepare_v2(db, "INSERT INTO orders VALUES (?, ?, ?)", -1, &insert, NULL), db);
    for (size_t i = 0; i < o.count; ++i) {
        check_sqlite(sqlite3_bind_int(insert, 1, o.customer[i]), db);
        check_sqlite(sqlite3_bind_int(insert, 2, o.amount[i]), db);
        check_sqlite(sqlite3_bind_int(insert, 3, o.status[i]), db);
        check_sqlite(sqlite3_step(insert), db);
        check_sqlite(sqlite3_reset(insert), db);
    }
    check_sqlite(sqlite3_finalize(insert), db);
    check_sqlite(sqlite3_exec(db, "COMMIT", NULL, NULL, NULL), db);

    answer a = make_answer(best);
    a.count = 0;
    const double start = milliseconds();
    check_sqlite(sqlite3_prepare_v2(db,
                                    "SELECT customer, sum(amount) AS total FROM orders WHERE status = 1"
                                    " GROUP BY customer ORDER BY total DESC, customer LIMIT ?",
                                    -1, &select, NULL),
                 db);
    check_sqlite(sqlite3_bind_int64(select, 1, (sqlite3_int64)best), db);
    for (int code; (code = sqlite3_step(select)) != SQLITE_DONE; ++a.count) {
        check_sqlite(code, db);
        a.customer[a.count] = sqlite3_column_int(select, 0);
        a.total[a.count] = sqlite3_column_int64(select, 1);
    }
    *time = milliseconds() - start;
    check_sqlite(sqlite3_finalize(select), db);
    check_sqlite(sqlite3_close(db), db);
    return a;
}
#endif

/* The count of customers is a sixteenth of the count of orders. Some customers order much more often than others. */
static orders make_orders(size_t count, cl_ulong seed)
{
    const orders o = {count, allocate(count, sizeof(cl_int)), allocate(count, sizeof(cl_int)), allocate(count, 1)};
    for (size_t i = 0; i < count; ++i) {
        const cl_ulong buyer = next_random(&seed), what = next_random(&seed);
        cl_ulong state = (buyer >> 32) % ((buyer & 0xffffffff) % (count / 16 + 1) + 1);
        o.customer[i] = (cl_int)(next_random(&state) >> 33);
        o.amount[i] = 1 + (cl_int)((what >> 32) % 1000);
        o.status[i] = (cl_uchar)((what & 0xffff) % STATUSES);
    }
    return o;
}

/* Prints the time, compares the result with `expected`, and frees the result. */
static bool tell(const char *way, double time, answer is, const answer *expected)
{
    bool right = is.count == expected->count;
    for (size_t k = 0; k < is.count && right; ++k)
        right = is.customer[k] == expected->customer[k] && is.total[k] == expected->total[k];
    printf("%10.2f ms  %s%s\n", time, way, right ? "" : ": WRONG");
    free_answer(&is);
    return right;
}

int main(int argc, char **argv)
{
    size_t count = 1 << 16, best = 5, seed = 1, sqlite = 1;
    const option options[] = {{"--size", &count, 0, 1 << 30},
                              {"--best", &best, 1, 1000},
                              {"--seed", &seed, 0, SIZE_MAX},
                              {"--sqlite", &sqlite, 0, 1}};
    if (read_arguments(argc, argv, usage, options, 4)) {
        fprintf(stderr, "Usage: %s\n", usage);
        return 2;
    }
    orders o = make_orders(count, seed);
    double start = milliseconds();
    answer expected = ask_host(o, best);
    const double host_time = milliseconds() - start;

    cl_command_queue queue;
    cliv_context *ctx = make_context(false, &queue);
    table t = make_table(ctx, queue, o, best);
    cliv_recording *recording;
    CHECK(cliv_recording_begin(ctx, queue, &recording));
    ask_device(&t, NULL, NULL);
    CHECK(cliv_recording_end(recording));

    print_device(ctx);
    printf("%zu orders; the customers with the largest totals:\n", count);
    for (size_t k = 0; k < expected.count; ++k)
        printf("    %10d paid %lld\n", expected.customer[k], (long long)expected.total[k]);
    enum { READ_BACK, ENQUEUED, RECORDED, WAYS };
    static const char *const names[] = {"counts read back", "enqueued without waiting", "all recorded"};
    bool right = true;
    for (int way = 0; way < WAYS; ++way) {
        double least = 0;
        answer is = {0};
        for (int run = 0; run < 6; ++run) { /* the first run also compiles */
            size_t kept, buyers;
            free_answer(&is);
            start = milliseconds();
            if (way == RECORDED)
                CHECK(cliv_recording_run(recording, queue, 0, NULL, NULL));
            else
                ask_device(&t, way == READ_BACK ? &kept : NULL, way == READ_BACK ? &buyers : NULL);
            is = read_answer(&t);
            const double time = milliseconds() - start;
            least = run < 2 || time < least ? time : least;
        }
        right = tell(names[way], least, is, &expected) && right;
    }
    printf("%10.2f ms  a hash table on the host\n", host_time);
#ifdef HAVE_SQLITE
    if (sqlite) {
        double time;
        answer is = ask_sqlite(o, best, &time);
        right = tell("SQLite", time, is, &expected) && right;
    }
#endif
    printf("%s\n", right ? "right: all answers are the same" : "WRONG");

    cliv_recording_destroy(recording);
    release(&t);
    cliv_context_destroy(ctx);
    free_answer(&expected);
    free(o.status);
    free(o.amount);
    free(o.customer);
    return exit_code(right);
}
