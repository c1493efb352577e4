// Open files of the camera, and which descriptors stand for them.
//
// What the program gets is a timer descriptor: it can be polled, it is blocking or not as the program says, and the
// kernel keeps its flags. The library holds a second one of it, for itself.
#include "shim.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
// Written with the lock held; whether there is something is read without.
static struct ec_handle *_Atomic table[EC_MOST_DESCRIPTORS];
static struct ec_handle *handles;
static _Atomic pid_t owner;

void ec_lock(void) { pthread_mutex_lock(&mutex); }
void ec_unlock(void) { pthread_mutex_unlock(&mutex); }
struct ec_handle *ec_handles(void) { return handles; }

static void in_child(void) {
  atomic_store(&owner, getpid());
  pthread_mutex_unlock(&mutex);
}

bool ec_is_owner(void) {
  pid_t known = atomic_load_explicit(&owner, memory_order_relaxed);
  return known == 0 || known == getpid();
}

bool ec_known(int descriptor) {
  if (descriptor < 0 || descriptor >= EC_MOST_DESCRIPTORS) return false;
  return atomic_load_explicit(&table[descriptor], memory_order_relaxed) && ec_is_owner();
}

struct ec_handle *ec_handle_of(int descriptor) {
  return ec_known(descriptor) ? atomic_load_explicit(&table[descriptor], memory_order_relaxed) : NULL;
}

bool ec_is_hidden(int descriptor) {
  const struct ec_world *world = ec_world();
  if (world && world->log == descriptor) return true;
  if (!handles || atomic_load(&owner) != getpid()) return false;
  ec_lock();
  bool hidden = false;
  for (struct ec_handle *one = handles; one; one = one->next)
    hidden |= descriptor == one->timer || descriptor == one->lock || descriptor == one->memory_file;
  ec_unlock();
  return hidden;
}

int ec_hidden(int descriptor) {
  if (descriptor < 0) return -1;
  int moved = EC_REAL(fcntl)(descriptor, F_DUPFD_CLOEXEC, 512);
  if (moved < 0) return descriptor;
  EC_REAL(close)(descriptor);
  return moved;
}

void ec_hold(struct ec_handle *handle) { handle->users++; }

static void destroy(struct ec_handle *handle) {
  ec_free_buffers(handle);
  ec_log("close", "%s", "");
  EC_REAL(close)(handle->timer);
  EC_REAL(close)(handle->lock);
  EC_REMOVE(handles, one, one == handle);
}

void ec_release(struct ec_handle *handle) {
  if (--handle->users == 0 && handle->descriptors == 0) destroy(handle);
}

void ec_attach(struct ec_handle *handle, int descriptor) {
  handle->descriptors++;
  atomic_store(&table[descriptor], handle);
}

void ec_detach(int descriptor) {
  struct ec_handle *handle = ec_handle_of(descriptor);
  if (!handle) return;
  ec_forget_watches(descriptor);
  atomic_store(&table[descriptor], NULL);
  if (--handle->descriptors > 0) return;
  // As with a real one: the last close ends the stream, whoever still waits for it.
  if (handle->users > 0) {
    ec_free_buffers(handle);
    ec_arm(handle, ec_now());
  } else {
    destroy(handle);
  }
}

static int lock_file(const struct ec_world *world) {
  char path[PATH_MAX + 8];
  snprintf(path, sizeof path, "%s/lock", world->folder);
  return ec_hidden(EC_REAL(open)(path, O_RDWR | O_CLOEXEC));
}

// Makes a handle of a timer descriptor: 0, or a negated error number.
static int make(const struct ec_world *world, int descriptor) {
  struct ec_handle *handle = calloc(1, sizeof *handle + world->index->control_count);
  if (!handle) return -ENOMEM;
  int lock = lock_file(world);
  int timer = lock < 0 ? -1 : ec_hidden(EC_REAL(fcntl)(descriptor, F_DUPFD_CLOEXEC, 0));
  if (timer < 0) {
    int failure = errno;
    if (lock >= 0) EC_REAL(close)(lock);
    free(handle);
    return -failure;
  }
  handle->timer = timer;
  handle->lock = lock;
  handle->memory_file = -1;
  handle->opened = ec_now();
  handle->armed = -1;
  handle->priority = V4L2_PRIORITY_DEFAULT;
  handle->reading_buffer = -1;
  EC_PUSH(handles, handle);
  ec_attach(handle, descriptor);
  ec_arm(handle, handle->opened);
  return 0;
}

// With the lock held: a descriptor, or a negated error number.
int ec_open(const struct ec_world *world, int flags) {
  int timer_flags = (flags & O_NONBLOCK ? TFD_NONBLOCK : 0) | (flags & O_CLOEXEC ? TFD_CLOEXEC : 0);
  int descriptor = timerfd_create(CLOCK_MONOTONIC, timer_flags);
  if (descriptor < 0) return -errno;
  int failure = descriptor < EC_MOST_DESCRIPTORS ? make(world, descriptor) : -EMFILE;
  if (failure) EC_REAL(close)(descriptor);
  else ec_log("open", "%s", "");
  return failure ? failure : descriptor;
}

// Before the program begins. A descriptor of the camera may have come from the program that started this one, as a
// shell's `< /dev/video0` does: such timers tell what they are. What was asked of it there is forgotten.
__attribute__((constructor)) static void prepare(void) {
  int before = errno;
  atomic_store(&owner, getpid());
  pthread_atfork(ec_lock, ec_unlock, in_child);
  const struct ec_world *world = ec_world();
  for (int descriptor = 0; world && descriptor < 256; descriptor++) {
    struct itimerspec time;
    if (timerfd_gettime(descriptor, &time) == 0 && time.it_interval.tv_sec == EC_SIGNATURE + world->index->number &&
        !ec_handle_of(descriptor))
      make(world, descriptor);
  }
  errno = before;
}

bool ec_claim(struct ec_handle *handle) {
  if (!handle->owns) handle->owns = flock(handle->lock, LOCK_EX | LOCK_NB) == 0;
  return handle->owns;
}

void ec_unclaim(struct ec_handle *handle) {
  if (handle->owns) flock(handle->lock, LOCK_UN);
  handle->owns = false;
}

bool ec_is_claimed_elsewhere(struct ec_handle *handle) {
  if (handle->owns) return false;
  bool claimed = ec_claim(handle);
  ec_unclaim(handle);
  return !claimed;
}

bool ec_waits(const struct ec_handle *handle) {
  int flags = EC_REAL(fcntl)(handle->timer, F_GETFL);
  return flags >= 0 && !(flags & O_NONBLOCK);
}
