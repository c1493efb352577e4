// What the camera's file looks like: a device's, while it is plugged in.
#include "shim.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

enum { VIDEO_MAJOR = 81 };

// The file's number differs each time that the camera is plugged in, as it does in the kernel's own file system.
static void describe(const struct ec_world *world, struct stat *status) {
  uint32_t number;
  int64_t now = ec_now();
  ec_plugged(world, now, &number);
  memset(status, 0, sizeof *status);
  status->st_dev = makedev(0, 6);
  status->st_ino = ((ino_t)world->index->number << 32) + 0x4c560000u + ec_generation(world, now);
  status->st_mode = S_IFCHR | 0666;
  status->st_nlink = 1;
  status->st_uid = geteuid();
  status->st_gid = getegid();
  status->st_rdev = makedev(VIDEO_MAJOR, number);
  status->st_blksize = 4096;
}

static int status_of_node(const struct ec_world *world, bool is_there, struct stat *status) {
  if (!is_there) {
    errno = ENOENT;
    return -1;
  }
  describe(world, status);
  return 0;
}

// `call` is a real function's call with `name` for the name.
#define EC_STATUS(folder, status, call)                                                                      \
  const struct ec_world *world = ec_world();                                                                 \
  bool is_there;                                                                                             \
  char room[PATH_MAX];                                                                                       \
  if (ec_is_node(world, folder, path, &is_there)) return status_of_node(world, is_there, (void *)(status)); \
  const char *name = ec_redirected(world, path, room);                                                       \
  return call

EC_EXPORT int stat(const char *path, struct stat *status) { EC_STATUS(AT_FDCWD, status, EC_REAL(stat)(name, status)); }
EC_EXPORT int stat64(const char *path, struct stat64 *status) {
  EC_STATUS(AT_FDCWD, status, EC_REAL(stat64)(name, status));
}
EC_EXPORT int lstat(const char *path, struct stat *status) {
  EC_STATUS(AT_FDCWD, status, EC_REAL(lstat)(name, status));
}
EC_EXPORT int lstat64(const char *path, struct stat64 *status) {
  EC_STATUS(AT_FDCWD, status, EC_REAL(lstat64)(name, status));
}
EC_EXPORT int fstat(int descriptor, struct stat *status) {
  if (!ec_known(descriptor)) return EC_REAL(fstat)(descriptor, status);
  describe(ec_world(), status);
  return 0;
}
EC_EXPORT int fstat64(int descriptor, struct stat64 *status) {
  if (!ec_known(descriptor)) return EC_REAL(fstat64)(descriptor, status);
  describe(ec_world(), (void *)status);
  return 0;
}
EC_EXPORT int fstatat(int folder, const char *path, struct stat *status, int flags) {
  if (flags & AT_EMPTY_PATH && !*path && ec_known(folder)) return fstat(folder, status);
  EC_STATUS(folder, status, EC_REAL(fstatat)(folder, name, status, flags));
}
EC_EXPORT int fstatat64(int folder, const char *path, struct stat64 *status, int flags) {
  if (flags & AT_EMPTY_PATH && !*path && ec_known(folder)) return fstat64(folder, status);
  EC_STATUS(folder, status, EC_REAL(fstatat64)(folder, name, status, flags));
}

// What these were in programs that were compiled before glibc 2.33.
int __xstat(int version, const char *path, struct stat *status);
int __xstat64(int version, const char *path, struct stat64 *status);
int __lxstat(int version, const char *path, struct stat *status);
int __lxstat64(int version, const char *path, struct stat64 *status);
int __fxstat(int version, int descriptor, struct stat *status);
int __fxstat64(int version, int descriptor, struct stat64 *status);
EC_EXPORT int __xstat(int version, const char *path, struct stat *status) {
  EC_STATUS(AT_FDCWD, status, EC_REAL(__xstat)(version, name, status));
}
EC_EXPORT int __xstat64(int version, const char *path, struct stat64 *status) {
  EC_STATUS(AT_FDCWD, status, EC_REAL(__xstat64)(version, name, status));
}
EC_EXPORT int __lxstat(int version, const char *path, struct stat *status) {
  EC_STATUS(AT_FDCWD, status, EC_REAL(__lxstat)(version, name, status));
}
EC_EXPORT int __lxstat64(int version, const char *path, struct stat64 *status) {
  EC_STATUS(AT_FDCWD, status, EC_REAL(__lxstat64)(version, name, status));
}
EC_EXPORT int __fxstat(int version, int descriptor, struct stat *status) {
  if (!ec_known(descriptor)) return EC_REAL(__fxstat)(version, descriptor, status);
  return fstat(descriptor, status);
}
EC_EXPORT int __fxstat64(int version, int descriptor, struct stat64 *status) {
  if (!ec_known(descriptor)) return EC_REAL(__fxstat64)(version, descriptor, status);
  return fstat64(descriptor, status);
}

EC_EXPORT int statx(
    int folder, const char *restrict path, int flags, unsigned mask, struct statx *restrict answer) {
  const struct ec_world *world = ec_world();
  bool is_there = true;
  char room[PATH_MAX];
  bool is_open = flags & AT_EMPTY_PATH && !*path && ec_known(folder);
  if (!is_open && !ec_is_node(world, folder, path, &is_there))
    return EC_REAL(statx)(folder, ec_redirected(world, path, room), flags, mask, answer);
  struct stat status;
  if (status_of_node(world, is_there, &status) != 0) return -1;
  memset(answer, 0, sizeof *answer);
  answer->stx_mask = STATX_BASIC_STATS;
  answer->stx_blksize = 4096;
  answer->stx_nlink = 1;
  answer->stx_uid = status.st_uid;
  answer->stx_gid = status.st_gid;
  answer->stx_mode = (uint16_t)status.st_mode;
  answer->stx_ino = status.st_ino;
  answer->stx_rdev_major = major(status.st_rdev);
  answer->stx_rdev_minor = minor(status.st_rdev);
  answer->stx_dev_major = major(status.st_dev);
  answer->stx_dev_minor = minor(status.st_dev);
  return 0;
}

static int access_of_node(bool is_there, int mode) {
  errno = is_there ? EACCES : ENOENT;
  return is_there && !(mode & X_OK) ? 0 : -1;
}

EC_EXPORT int access(const char *path, int mode) {
  bool is_there;
  char room[PATH_MAX];
  if (ec_is_node(ec_world(), AT_FDCWD, path, &is_there)) return access_of_node(is_there, mode);
  return EC_REAL(access)(ec_redirected(ec_world(), path, room), mode);
}
EC_EXPORT int euidaccess(const char *path, int mode) {
  bool is_there;
  if (ec_is_node(ec_world(), AT_FDCWD, path, &is_there)) return access_of_node(is_there, mode);
  return EC_REAL(euidaccess)(path, mode);
}
EC_EXPORT int eaccess(const char *path, int mode) { return euidaccess(path, mode); }
EC_EXPORT int faccessat(int folder, const char *path, int mode, int flags) {
  bool is_there;
  char room[PATH_MAX];
  if (ec_is_node(ec_world(), folder, path, &is_there)) return access_of_node(is_there, mode);
  return EC_REAL(faccessat)(folder, ec_redirected(ec_world(), path, room), mode, flags);
}

// A camera's file has no attributes, of which access lists are some.
static ssize_t attributes_of_node(bool is_there) {
  errno = is_there ? EOPNOTSUPP : ENOENT;
  return -1;
}

EC_EXPORT ssize_t getxattr(const char *path, const char *name, void *value, size_t count) {
  bool is_there;
  if (ec_is_node(ec_world(), AT_FDCWD, path, &is_there)) return attributes_of_node(is_there);
  return EC_REAL(getxattr)(path, name, value, count);
}
EC_EXPORT ssize_t lgetxattr(const char *path, const char *name, void *value, size_t count) {
  bool is_there;
  if (ec_is_node(ec_world(), AT_FDCWD, path, &is_there)) return attributes_of_node(is_there);
  return EC_REAL(lgetxattr)(path, name, value, count);
}

// A device's file is no link.
static ssize_t link_of_node(bool is_there) {
  errno = is_there ? EINVAL : ENOENT;
  return -1;
}

EC_EXPORT ssize_t readlink(const char *restrict path, char *restrict target, size_t count) {
  bool is_there;
  char room[PATH_MAX];
  if (ec_is_node(ec_world(), AT_FDCWD, path, &is_there)) return link_of_node(is_there);
  return EC_REAL(readlink)(ec_redirected(ec_world(), path, room), target, count);
}
EC_EXPORT ssize_t readlinkat(int folder, const char *restrict path, char *restrict target, size_t count) {
  bool is_there;
  char room[PATH_MAX];
  if (ec_is_node(ec_world(), folder, path, &is_there)) return link_of_node(is_there);
  return EC_REAL(readlinkat)(folder, ec_redirected(ec_world(), path, room), target, count);
}

static char *real_path(const char *path, char *answer) {
  const struct ec_world *world = ec_world();
  bool is_there;
  char room[PATH_MAX];
  if (ec_is_node(world, AT_FDCWD, path, &is_there)) {
    uint32_t number;
    if (!is_there) {
      errno = ENOENT;
      return NULL;
    }
    if (!answer && !(answer = malloc(PATH_MAX))) return NULL;
    // Another name than the node's present one is not there.
    ec_plugged(world, ec_now(), &number);
    const char *node = world->index->node;
    size_t stem = strcspn(node, "0123456789");
    memcpy(answer, node, stem);
    char digits[16], *end = digits + sizeof digits;
    *--end = 0;
    do *--end = (char)('0' + number % 10);
    while ((number /= 10) > 0);
    strcpy(answer + stem, end);
    return answer;
  }
  const char *name = ec_redirected(world, path, room);
  char *found = EC_REAL(realpath)(name, answer);
  if (found && name == room) ec_undirect(world, found);
  return found;
}

EC_EXPORT char *realpath(const char *restrict path, char *restrict answer) { return real_path(path, answer); }
EC_EXPORT char *canonicalize_file_name(const char *path) { return real_path(path, NULL); }
char *__realpath_chk(const char *path, char *answer, size_t room);
EC_EXPORT char *__realpath_chk(const char *path, char *answer, size_t room) {
  if (room < PATH_MAX) __builtin_trap();
  return real_path(path, answer);
}
