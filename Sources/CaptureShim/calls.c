// The calls about one descriptor that the library stands in for.
#include "shim.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

// An open of the camera's node: a descriptor, or a negated error number.
static int open_node(bool is_there, int flags) {
  if (!is_there) return -ENOENT;
  if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) return -EEXIST;
  if (flags & O_DIRECTORY) return -ENOTDIR;
  ec_lock();
  int result = ec_open(ec_world(), flags);
  ec_unlock();
  return result;
}

static bool needs_mode(int flags) { return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE; }

static int open_at(int folder, const char *path, int flags, mode_t mode) {
  const struct ec_world *world = ec_world();
  bool is_there;
  char room[PATH_MAX];
  if (ec_is_node(world, folder, path, &is_there)) return (int)ec_result(open_node(is_there, flags));
  return EC_REAL(openat)(folder, ec_redirected(world, path, room), flags, mode);
}

#define EC_ARGUMENT(before)            \
  ({                                   \
    va_list list;                      \
    va_start(list, before);            \
    void *value = va_arg(list, void *); \
    va_end(list);                      \
    value;                             \
  })

#define EC_MODE(flags) (needs_mode(flags) ? (mode_t)(uintptr_t)EC_ARGUMENT(flags) : 0)

EC_EXPORT int open(const char *path, int flags, ...) { return open_at(AT_FDCWD, path, flags, EC_MODE(flags)); }
EC_EXPORT int openat(int folder, const char *path, int flags, ...) {
  return open_at(folder, path, flags, EC_MODE(flags));
}
EC_ALIAS(open64, open);
EC_ALIAS(openat64, openat);
// What these become in programs that were compiled with checks.
EC_EXPORT int __open_2(const char *path, int flags) { return open_at(AT_FDCWD, path, flags, 0); }
EC_EXPORT int __openat_2(int folder, const char *path, int flags) { return open_at(folder, path, flags, 0); }
EC_EXPORT int __open64_2(const char *path, int flags) __attribute__((alias("__open_2")));
EC_EXPORT int __openat64_2(int folder, const char *path, int flags) __attribute__((alias("__openat_2")));

EC_EXPORT FILE *fopen(const char *path, const char *mode) {
  char room[PATH_MAX];
  return EC_REAL(fopen)(ec_redirected(ec_world(), path, room), mode);
}
EC_ALIAS(fopen64, fopen);

EC_EXPORT int close(int descriptor) {
  if (!ec_known(descriptor)) {
    // A program that closes everything it does not know does not know these.
    if (descriptor > 2 && ec_is_hidden(descriptor)) return (int)ec_result(-EBADF);
    ec_hear_as(descriptor, -1);
    return EC_REAL(close)(descriptor);
  }
  ec_lock();
  ec_detach(descriptor);
  int result = EC_REAL(close)(descriptor);
  ec_unlock();
  return result;
}

// Has `made` stand for what `descriptor` stands for, and no longer for what it stood for before.
static int doubled(int descriptor, int made) {
  if (made < 0 || made == descriptor) return made;
  ec_hear_as(made, descriptor);
  bool was = ec_known(made), is = ec_known(descriptor);
  if (!was && !is) return made;
  if (is && made >= EC_MOST_DESCRIPTORS) {
    EC_REAL(close)(made);
    return (int)ec_result(-EMFILE);
  }
  ec_lock();
  if (was) ec_detach(made);
  struct ec_handle *handle = ec_handle_of(descriptor);
  if (handle) ec_attach(handle, made);
  ec_unlock();
  return made;
}

EC_EXPORT int dup(int descriptor) { return doubled(descriptor, EC_REAL(dup)(descriptor)); }
EC_EXPORT int dup2(int descriptor, int wanted) { return doubled(descriptor, EC_REAL(dup2)(descriptor, wanted)); }
EC_EXPORT int dup3(int descriptor, int wanted, int flags) {
  return doubled(descriptor, EC_REAL(dup3)(descriptor, wanted, flags));
}

EC_EXPORT int fcntl(int descriptor, int command, ...) {
  int result = EC_REAL(fcntl)(descriptor, command, EC_ARGUMENT(command));
  return command == F_DUPFD || command == F_DUPFD_CLOEXEC ? doubled(descriptor, result) : result;
}
EC_ALIAS(fcntl64, fcntl);

EC_EXPORT int ioctl(int descriptor, unsigned long request, ...) {
  void *argument = EC_ARGUMENT(request);
  if (!ec_known(descriptor)) return EC_REAL(ioctl)(descriptor, request, argument);
  ec_lock();
  struct ec_handle *handle = ec_handle_of(descriptor);
  int result = handle ? ec_ioctl(handle, (uint32_t)request, argument) : -EBADF;
  ec_unlock();
  return (int)ec_result(result);
}

EC_EXPORT ssize_t read(int descriptor, void *bytes, size_t count) {
  if (!ec_known(descriptor)) return ec_read_on(descriptor, bytes, count);
  ssize_t result = -EBADF;
  ec_lock();
  struct ec_handle *handle = ec_handle_of(descriptor);
  if (handle) {
    ec_hold(handle);
    result = ec_read(handle, bytes, count);
    if (handle->descriptors > 0) ec_arm(handle, ec_now());
    ec_release(handle);
  }
  ec_unlock();
  return ec_result(result);
}
EC_EXPORT ssize_t __read_chk(int descriptor, void *bytes, size_t count, size_t room) {
  if (count > room) __builtin_trap();
  return read(descriptor, bytes, count);
}
// A camera takes no pictures in.
EC_EXPORT ssize_t write(int descriptor, const void *bytes, size_t count) {
  return ec_known(descriptor) ? ec_result(-EINVAL) : EC_REAL(write)(descriptor, bytes, count);
}

EC_EXPORT void *mmap(void *place, size_t bytes, int protection, int flags, int descriptor, off_t offset) {
  if (flags & MAP_ANONYMOUS || !ec_known(descriptor))
    return EC_REAL(mmap)(place, bytes, protection, flags, descriptor, offset);
  ec_lock();
  struct ec_handle *handle = ec_handle_of(descriptor);
  void *result = MAP_FAILED;
  errno = EBADF;
  if (handle) result = ec_map(handle, place, bytes, protection, flags, offset);
  ec_unlock();
  return result;
}
EC_ALIAS(mmap64, mmap);
EC_EXPORT int munmap(void *place, size_t bytes) {
  ec_unmapped(place, bytes);
  return EC_REAL(munmap)(place, bytes);
}
