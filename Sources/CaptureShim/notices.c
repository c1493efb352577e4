// Programs that watch the node, or its folder, by inotify hear of the camera's going and coming.
//
// The kernel itself tells them, of a folder of this process's own in which a file stands for the node. With each watch
// of the node's folder goes a second one of that folder, on the same descriptor; what it tells bears the number of the
// program's own. A thread, which there is from the first such watch on, makes and removes the file in time.
#include "shim.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The folder, and the process whose it is: a forked child has its parent's thread no more.
static char place[PATH_MAX];
static pid_t teller;
// What of the course the folder shows, and as which number the node is there; -1 if it is not.
static struct {
  int64_t begin;
  uint32_t plugs;
  int64_t number;
} shown;

// For each descriptor, the program's watch of the node's folder and the one that goes with it; 0 without. An instance
// has no second watch of a folder.
struct pair {
  int32_t watch, own;
};
static _Atomic struct pair pairs[EC_MOST_DESCRIPTORS];

static const char *file(const struct ec_world *world, int64_t number, char room[PATH_MAX]) {
  char name[EC_NODE_BYTES];
  ec_node_name(world, (uint32_t)number, name);
  snprintf(room, PATH_MAX, "%s%s", place, strrchr(name, '/'));
  return room;
}

static void show(const struct ec_world *world, int64_t number) {
  char path[PATH_MAX];
  if (shown.number == number) return;
  if (shown.number >= 0) unlink(file(world, shown.number, path));
  shown.number = number;
  if (number < 0) return;
  // As the kernel and udev do it: who waits for permissions hears of them, too.
  if (mknod(file(world, number, path), S_IFREG | 0600, 0) != 0 || chmod(path, 0666) != 0)
    dprintf(2, "livecam: emulate: %s: programs that watch are not told that the camera is there: %m\n", path);
}

// Carries out what is due of the course: when the next is.
static int64_t catch_up(const struct ec_world *world) {
  int64_t begin = atomic_load(&world->shared->begin);
  if (shown.begin != begin) {
    shown.begin = begin;
    shown.plugs = 0;
    show(world, world->index->number);
  }
  for (; begin && shown.plugs < world->index->plug_count; shown.plugs++) {
    const struct ec_plug *plug = &world->plugs[shown.plugs];
    if (begin + plug->time > ec_now()) return begin + plug->time;
    show(world, plug->connected ? (int64_t)plug->number : -1);
  }
  return EC_NEVER;
}

static void *tell(void *argument) {
  const struct ec_world *world = argument;
  for (;;) {
    int64_t next = catch_up(world);
    struct timespec time = {next / 1000000000, next % 1000000000};
    // Until then, or until a stream of any process begins the course: its lower half, which is the first, changes.
    syscall(SYS_futex, &world->shared->begin, FUTEX_WAIT_BITSET, (uint32_t)shown.begin, &time, NULL,
            FUTEX_BITSET_MATCH_ANY);
  }
  return NULL;
}

void ec_tell_begin(const struct ec_world *world) { syscall(SYS_futex, &world->shared->begin, FUTEX_WAKE, INT_MAX); }

// With the lock held: 0, or a negated error number.
static int start_telling(const struct ec_world *world) {
  if (teller == getpid()) return 0;
  if (snprintf(place, sizeof place, "%s/dev-XXXXXX", world->folder) >= (int)sizeof place) return -ENAMETOOLONG;
  if (!mkdtemp(place)) return -errno;
  shown.begin = shown.number = -1;
  catch_up(world);
  if (world->index->plug_count > 0) {
    pthread_t thread;
    sigset_t all, before;
    // The program's signals are not the thread's.
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failure = pthread_create(&thread, NULL, tell, (void *)world);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (failure) return -failure;
    pthread_detach(thread);
  }
  teller = getpid();
  return 0;
}

static struct pair pair_of(int descriptor) {
  if (descriptor < 0 || descriptor >= EC_MOST_DESCRIPTORS) return (struct pair){0};
  return atomic_load_explicit(&pairs[descriptor], memory_order_relaxed);
}

void ec_hear_as(int descriptor, int other) {
  if ((pair_of(descriptor).own || pair_of(other).own) && descriptor < EC_MOST_DESCRIPTORS && ec_is_owner())
    atomic_store(&pairs[descriptor], pair_of(other));
}

EC_EXPORT int inotify_add_watch(int descriptor, const char *path, uint32_t mask) {
  const struct ec_world *world = ec_world();
  bool is_folder = ec_is_folder(world, path), is_there;
  if (!is_folder && !ec_is_node(world, AT_FDCWD, path, &is_there))
    return EC_REAL(inotify_add_watch)(descriptor, path, mask);
  ec_lock();
  int failure = start_telling(world);
  ec_unlock();
  if (failure) return (int)ec_result(failure);
  char file[PATH_MAX + NAME_MAX];
  const char *last = strrchr(path, '/');
  snprintf(file, sizeof file, "%s/%s", place, last ? last + 1 : path);
  if (!is_folder) return EC_REAL(inotify_add_watch)(descriptor, file, mask);
  struct pair pair = {.watch = EC_REAL(inotify_add_watch)(descriptor, path, mask)};
  if (pair.watch < 0 || descriptor >= EC_MOST_DESCRIPTORS) return pair.watch;
  pair.own = EC_REAL(inotify_add_watch)(descriptor, place, mask);
  if (pair.own < 0) return -1;
  atomic_store(&pairs[descriptor], pair);
  return pair.watch;
}

// What tells of the second watch's end is passed over: that of the program's, which is behind it, must not wait.
EC_EXPORT int inotify_rm_watch(int descriptor, int watch) {
  struct pair pair = pair_of(descriptor);
  if (pair.own && pair.watch == watch) EC_REAL(inotify_rm_watch)(descriptor, pair.own);
  return EC_REAL(inotify_rm_watch)(descriptor, watch);
}

ssize_t ec_read_on(int descriptor, void *bytes, size_t count) {
  for (;;) {
    ssize_t result = EC_REAL(read)(descriptor, bytes, count), kept = 0;
    struct pair pair = pair_of(descriptor);
    char link[64], target[32] = "";
    if (!pair.own || result <= 0) return result;
    // Not if it stands for something else by now: there are other ways to close it than close().
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    if (EC_REAL(readlink)(link, target, sizeof target - 1) < 0 || !strstr(target, "inotify")) return result;
    for (ssize_t at = 0, size; at < result; at += size) {
      struct inotify_event event;
      memcpy(&event, (char *)bytes + at, sizeof event);
      size = (ssize_t)(sizeof event + event.len);
      if (event.wd == pair.own && event.mask & IN_IGNORED) continue;
      if (event.wd == pair.own) event.wd = pair.watch;
      memmove((char *)bytes + kept, (char *)bytes + at, (size_t)size);
      memcpy((char *)bytes + kept, &event, sizeof event);
      kept += size;
    }
    if (kept > 0) return kept;
  }
}
