// What the parts of the preload library share.
//
// One lock guards everything. Calls about descriptors that are none of the camera's take neither the lock nor a
// system call more than without the library.
#ifndef LIVECAM_SHIM_H
#define LIVECAM_SHIM_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
// Its inline functions would stand where the library defines its own.
#undef _FORTIFY_SOURCE

#include <errno.h>
#include <limits.h>
#include <linux/videodev2.h>
#include <poll.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "CaptureShim.h"

#define EC_EXPORT __attribute__((visibility("default")))
#pragma GCC visibility push(hidden)

// The function that would be called without the library.
#define EC_REAL(name)                                                                              \
  ({                                                                                               \
    static _Atomic(void *) found;                                                                  \
    void *place = atomic_load_explicit(&found, memory_order_relaxed);                              \
    if (!place) atomic_store_explicit(&found, place = ec_next(#name), memory_order_relaxed);       \
    (__typeof__(&name))place;                                                                      \
  })
void *ec_next(const char *name);

// Another name for a function of the same file: with 64 bits, what ends in 64 is the same function.
#define EC_ALIAS(name, other) extern __typeof__(name) name __attribute__((alias(#other), visibility("default")))
_Static_assert(sizeof(off_t) == sizeof(off64_t), "functions whose names end in 64 are those without");

// What a call returns whose result is negative for an error's number: the result, or -1 with errno set.
static inline ssize_t ec_result(ssize_t result) {
  if (result >= 0) return result;
  errno = (int)-result;
  return -1;
}

// Lists of elements that begin with `next`: changed with the lock held; whether there is anything is asked without.
#define EC_HEAD(list) __atomic_load_n(&(list), __ATOMIC_RELAXED)
#define EC_PUSH(list, one) ((one)->next = (list), __atomic_store_n(&(list), (one), __ATOMIC_RELAXED))
// Frees every element for which `goes` holds, which calls it `one`.
#define EC_REMOVE(list, one, goes)                                                                 \
  for (__typeof__(list) *link = &(list), one = *link; one; one = *link)                            \
    if (goes) {                                                                                    \
      __atomic_store_n(link, one->next, __ATOMIC_RELAXED);                                         \
      free(one);                                                                                   \
    } else {                                                                                       \
      link = &one->next;                                                                           \
    }

enum { EC_MOST_BUFFERS = 32, EC_MOST_DESCRIPTORS = 65536, EC_NODE_BYTES = 80 };
#define EC_NEVER INT64_MAX
// The camera's timers are told from others by their interval, after which they never go off: 40 years, and its number
// in seconds, which tells them from another emulated camera's.
#define EC_SIGNATURE 0x4c564543

// What all processes of one run share: the file `state`.
struct ec_shared {
  _Atomic int64_t begin;     // when the first stream began, on the monotonic clock; 0 before
  _Atomic int64_t values[];  // of the controls
};

// The camera as the index tells of it.
struct ec_world {
  char folder[PATH_MAX];
  const struct ec_header *index;
  const struct ec_frame *frames;
  const struct ec_control *controls;
  const struct ec_menu_entry *menu;
  const struct ec_fault *faults;
  const struct ec_plug *plugs;
  const uint8_t *footage;
  struct ec_shared *shared;
  int log;  // a descriptor of the library's own; -1 without a log
};

// The camera; NULL where this process has none.
const struct ec_world *ec_world(void);
// Reads `folder`/index and what belongs to it: NULL, or what is wrong.
const char *ec_world_load(struct ec_world *world, const char *folder);

enum ec_buffer_state { EC_DEQUEUED, EC_QUEUED, EC_DONE };

struct ec_buffer {
  enum ec_buffer_state state;
  uint8_t *bytes;  // where the shim writes to
  uint64_t user;   // the program's pointer
  uint32_t length, used, flags, sequence;
  int64_t time, arrival;
  uint32_t mappings;
};

// Indices of buffers, oldest first.
struct ec_line {
  uint8_t items[EC_MOST_BUFFERS];
  uint32_t count;
};

// An open file of the camera: what one open() has made, whatever number of descriptors it has by now.
struct ec_handle {
  struct ec_handle *next;
  uint32_t descriptors, users;
  int timer, lock, memory_file;  // the library's own descriptors
  int64_t opened, armed;
  bool dead, owns, streaming, reading;
  uint32_t priority;
  // buffers
  uint32_t memory, buffer_count;
  size_t buffer_room;
  uint8_t *memory_base;
  size_t memory_bytes;
  struct ec_buffer buffers[EC_MOST_BUFFERS];
  struct ec_line queued, done;
  // the stream
  int64_t start;
  uint64_t position;
  uint32_t fault;
  // read()
  int reading_buffer;
  uint32_t reading_at;
  uint32_t event_sequence;
  // what the program wants to be told of, for each control
  uint8_t subscriptions[];
};

// time.c: when the camera is there
int64_t ec_now(void);
// Whether it is plugged in, and as which number.
bool ec_plugged(const struct ec_world *world, int64_t now, uint32_t *number);
// The number of the node's file, which differs each time that the camera is plugged in, as in the kernel's file system.
ino_t ec_file_number(const struct ec_world *world, int64_t now);
// Whether it comes back in the fixture.
bool ec_has_gap(const struct ec_world *world);
// Whether it has come back in the fixture that began at `begin`, which goes on.
bool ec_goes_on(const struct ec_world *world, int64_t begin, int64_t now);
// Whether it has gone since `opened`; the time when it will, otherwise.
bool ec_gone(const struct ec_world *world, int64_t opened, int64_t now, int64_t *next);

// log.c
// Opens the log of a run that has one.
void ec_log_open(struct ec_world *world);
// Tells of something that happens now: its name, and what else there is to say as members of a JSON object, each with
// a comma before it. Nothing without a log.
__attribute__((format(printf, 2, 3))) void ec_log(const char *event, const char *members, ...);

// handles.c
// Moves a descriptor of the library's own out of the program's way.
int ec_hidden(int descriptor);
void ec_lock(void);
void ec_unlock(void);
// Whether this is not a child of vfork, which uses its parent's memory and has descriptors of its own: it must not touch
// what is kept of descriptors.
bool ec_is_owner(void);
// Whether a descriptor may be the camera's: quick, without a lock.
bool ec_known(int descriptor);
// The handle of a descriptor, NULL if it has none. With the lock held.
struct ec_handle *ec_handle_of(int descriptor);
struct ec_handle *ec_handles(void);
int ec_open(const struct ec_world *world, int flags);
void ec_attach(struct ec_handle *handle, int descriptor);
void ec_detach(int descriptor);
void ec_hold(struct ec_handle *handle);
void ec_release(struct ec_handle *handle);
bool ec_is_hidden(int descriptor);
// Claims the camera for a handle: no other process, and no other handle, has buffers.
bool ec_claim(struct ec_handle *handle);
void ec_unclaim(struct ec_handle *handle);
bool ec_is_claimed_elsewhere(struct ec_handle *handle);
bool ec_waits(const struct ec_handle *handle);

// stream.c: with the lock held
void ec_advance(struct ec_handle *handle, int64_t now);
void ec_arm(struct ec_handle *handle, int64_t now);
short ec_mask(struct ec_handle *handle, short events, int64_t now);
int ec_stream_on(struct ec_handle *handle);
void ec_stream_off(struct ec_handle *handle);
int ec_request(struct ec_handle *handle, uint32_t count, uint32_t memory, uint32_t *granted);
void ec_free_buffers(struct ec_handle *handle);
// Waits for a filled buffer: its index, or a negated error number.
int ec_take(struct ec_handle *handle);
int ec_enqueue(struct ec_handle *handle, uint32_t index);
int ec_start_reading(struct ec_handle *handle);
ssize_t ec_read(struct ec_handle *handle, void *bytes, size_t count);

// ioctl.c, controls.c: 0 or a negated error number
int ec_ioctl(struct ec_handle *handle, uint32_t request, void *argument);
int ec_control_ioctl(struct ec_handle *handle, uint32_t request, void *argument);
bool ec_has_event(const struct ec_handle *handle);
bool ec_is_outranked(const struct ec_handle *handle);

// mappings.c: of buffers into the program
void *ec_map(struct ec_handle *handle, void *place, size_t bytes, int protection, int flags, off_t offset);
void ec_unmapped(void *place, size_t bytes);
void ec_forget_mappings(struct ec_handle *handle);

// watches.c
void ec_forget_watches(int descriptor);

// notices.c: programs that watch the node or its folder by inotify
// Tells all processes that the course begins.
void ec_tell_begin(const struct ec_world *world);
// Has a descriptor stand for the inotify instance that `other` stands for; for none with -1.
void ec_hear_as(int descriptor, int other);
// Reads from a descriptor that is not the camera's.
ssize_t ec_read_on(int descriptor, void *bytes, size_t count);

// paths.c
// The camera's node by any spelling; `is_there` says whether it is plugged in.
bool ec_is_node(const struct ec_world *world, int folder, const char *path, bool *is_there);
// The folder that the node is in, by any spelling.
bool ec_is_folder(const struct ec_world *world, const char *path);
// The node's name as number `number`, in room for EC_NODE_BYTES.
void ec_node_name(const struct ec_world *world, uint32_t number, char *room);
// The name of a file that stands for one of sysfs; `path` itself for all others.
const char *ec_redirected(const struct ec_world *world, const char *path, char room[PATH_MAX]);
// Takes the redirection back.
void ec_undirect(const struct ec_world *world, char *path);

#pragma GCC visibility pop
#endif
