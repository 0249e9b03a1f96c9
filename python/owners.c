/* SPDX-License-Identifier: Apache-2.0 */
/* Owners of host memory: Python objects that must live as long as OpenCL or a consumer of Arrow data uses their
 * memory. OpenCL and Arrow report the end of the use by a callback, in any thread. The callback must not wait for
 * Python's lock, because the thread that holds the lock may wait for this thread, for example in
 * clReleaseCommandQueue(). The callback therefore adds the owner to a list, and Python empties the list later. */
#include <clinterval/clinterval.h>

#include <stdatomic.h>
#include <stdint.h>

/* Python allocates the owner's record, and frees it after it has taken the record from the list. */
struct owner {
    struct owner *next;
};

typedef int task(void *);
typedef int defer(task *, void *); /* Py_AddPendingCall() */

static _Atomic(struct owner *) released;
static _Atomic(defer *) defer_task; /* NULL: Python is not available */
static _Atomic(task *) empty_task;

typedef void *content(void *capsule, const char *name); /* PyCapsule_GetPointer() */
static content *content_of;

CLIV_API void cliv_owners_start(defer *, task *, content *);
CLIV_API struct owner *cliv_owners_take(void);
CLIV_API cl_int cliv_owner_of_buffer(cl_mem, struct owner *);

/* `later` calls `empty` soon, in a thread with Python's lock. */
void cliv_owners_start(defer *const later, task *const empty, content *const of)
{
    content_of = of;
    atomic_store(&empty_task, empty);
    atomic_store(&defer_task, later);
}

/* Returns the list of released owners, and empties it. */
struct owner *cliv_owners_take(void) { return atomic_exchange(&released, NULL); }

static void release(struct owner *const owner)
{
    struct owner *first = atomic_load(&released);
    do
        owner->next = first;
    while (!atomic_compare_exchange_weak(&released, &first, owner));
    /* From here on, Python may free the record. If Python has too many tasks, one of them empties the list. */
    defer *const later = atomic_load(&defer_task);
    if (later)
        later(atomic_load(&empty_task), NULL);
}

static void CL_CALLBACK buffer_released(cl_mem memory, void *owner)
{
    (void)memory;
    release(owner);
}

/* The owner lives until OpenCL deletes the buffer. */
cl_int cliv_owner_of_buffer(cl_mem memory, struct owner *owner)
{
    return clSetMemObjectDestructorCallback(memory, buffer_released, owner);
}

/* The structures of Arrow's C data interface. `private_data` is the owner of the memory. */
struct ArrowSchema {
    const char *format, *name, *metadata;
    int64_t flags, n_children;
    struct ArrowSchema **children, *dictionary;
    void (*release)(struct ArrowSchema *);
    void *private_data;
};

struct ArrowArray {
    int64_t length, null_count, offset, n_buffers, n_children;
    const void **buffers;
    struct ArrowArray **children, *dictionary;
    void (*release)(struct ArrowArray *);
    void *private_data;
};

/* The content of a capsule, and the owner of the content. */
struct schema_capsule {
    struct ArrowSchema content;
    struct owner *owner;
};

struct array_capsule {
    struct ArrowArray content;
    struct owner *owner;
};

/* NAME_release: a value of the member `release`. A consumer may have moved a child, which then has no `release` here.
 * NAME_end: the destructor of a capsule. An exception may be active, so the destructor runs no Python code. */
#define RELEASE(name, type)                                                    \
    CLIV_API void cliv_owner_##name##_release(struct type *);                  \
    void cliv_owner_##name##_release(struct type *const of)                    \
    {                                                                          \
        for (int64_t k = 0; k < of->n_children; ++k)                           \
            if (of->children[k]->release)                                      \
                of->children[k]->release(of->children[k]);                     \
        of->release = NULL;                                                    \
        release(of->private_data);                                             \
    }                                                                          \
    CLIV_API void cliv_owner_##name##_end(void *);                             \
    void cliv_owner_##name##_end(void *const capsule)                          \
    {                                                                          \
        struct name##_capsule *const in = content_of(capsule, "arrow_" #name); \
        if (in->content.release) /* no consumer has moved the content */       \
            in->content.release(&in->content);                                 \
        release(in->owner);                                                    \
    }
RELEASE(schema, ArrowSchema)
RELEASE(array, ArrowArray)
