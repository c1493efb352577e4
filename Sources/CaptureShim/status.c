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

static int describe(struct stat *status) {
  const struct ec_world *world = ec_world();
  uint32_t number;
  int64_t now = ec_now();
  ec_plugged(world, now, &number);
  memset(status, 0, sizeof *status);
  status->st_dev = makedev(0, 6);
  status->st_ino = ec_file_number(world, now);
  status->st_mode = S_IFCHR | 0666;
  status->st_nlink = 1;
  status->st_uid = geteuid();
  status->st_gid = getegid();
  status->st_rdev = makedev(VIDEO_MAJOR, number);
  status->st_blksize = 4096;
  return 0;
}

// Answers a call about `path`: by `own`, a result or a negated error number, if it is the camera's node, else by
// `call`, the real function's with `name` for the name.
#define EC_ANSWER(folder, own, call)                                                                         \
  const struct ec_world *world = ec_world();                                                                 \
  bool is_there;                                                                                             \
  char room[PATH_MAX];                                                                                       \
  if (ec_is_node(world, folder, path, &is_there)) return (int)ec_result(is_there ? (own) : -ENOENT);         \
  const char *name = ec_redirected(world, path, room);                                                       \
  return call

EC_EXPORT int stat(const char *path, struct stat *status) {
  EC_ANSWER(AT_FDCWD, describe(status), EC_REAL(stat)(name, status));
}
EC_EXPORT int lstat(const char *path, struct stat *status) {
  EC_ANSWER(AT_FDCWD, describe(status), EC_REAL(lstat)(name, status));
}
EC_EXPORT int fstat(int descriptor, struct stat *status) {
  return ec_known(descriptor) ? describe(status) : EC_REAL(fstat)(descriptor, status);
}
EC_EXPORT int fstatat(int folder, const char *path, struct stat *status, int flags) {
  if (flags & AT_EMPTY_PATH && !*path && ec_known(folder)) return describe(status);
  EC_ANSWER(folder, describe(status), EC_REAL(fstatat)(folder, name, status, flags));
}
EC_EXPORT int stat64(const char *path, struct stat64 *status) __attribute__((alias("stat")));
EC_EXPORT int lstat64(const char *path, struct stat64 *status) __attribute__((alias("lstat")));
EC_EXPORT int fstat64(int descriptor, struct stat64 *status) __attribute__((alias("fstat")));
EC_EXPORT int fstatat64(int folder, const char *path, struct stat64 *status, int flags)
    __attribute__((alias("fstatat")));

// What these were in programs that were compiled before glibc 2.33, in a version for each layout: with 64 bits there
// is but one.
EC_EXPORT int __xstat(int version, const char *path, struct stat *status) { return (void)version, stat(path, status); }
EC_EXPORT int __lxstat(int version, const char *path, struct stat *status) { return (void)version, lstat(path, status); }
EC_EXPORT int __fxstat(int version, int descriptor, struct stat *status) {
  return (void)version, fstat(descriptor, status);
}
EC_EXPORT int __xstat64(int version, const char *path, struct stat64 *status) __attribute__((alias("__xstat")));
EC_EXPORT int __lxstat64(int version, const char *path, struct stat64 *status) __attribute__((alias("__lxstat")));
EC_EXPORT int __fxstat64(int version, int descriptor, struct stat64 *status) __attribute__((alias("__fxstat")));

EC_EXPORT int statx(
    int folder, const char *restrict path, int flags, unsigned mask, struct statx *restrict answer) {
  const struct ec_world *world = ec_world();
  bool is_there = true;
  char room[PATH_MAX];
  bool is_open = flags & AT_EMPTY_PATH && !*path && ec_known(folder);
  if (!is_open && !ec_is_node(world, folder, path, &is_there))
    return EC_REAL(statx)(folder, ec_redirected(world, path, room), flags, mask, answer);
  struct stat status;
  if (!is_there) return (int)ec_result(-ENOENT);
  describe(&status);
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

EC_EXPORT int access(const char *path, int mode) {
  EC_ANSWER(AT_FDCWD, mode & X_OK ? -EACCES : 0, EC_REAL(access)(name, mode));
}
EC_EXPORT int euidaccess(const char *path, int mode) {
  EC_ANSWER(AT_FDCWD, mode & X_OK ? -EACCES : 0, EC_REAL(euidaccess)(name, mode));
}
EC_ALIAS(eaccess, euidaccess);
EC_EXPORT int faccessat(int folder, const char *path, int mode, int flags) {
  EC_ANSWER(folder, mode & X_OK ? -EACCES : 0, EC_REAL(faccessat)(folder, name, mode, flags));
}

// A camera's file has no attributes, of which access lists are some.
EC_EXPORT ssize_t getxattr(const char *path, const char *attribute, void *value, size_t count) {
  EC_ANSWER(AT_FDCWD, -EOPNOTSUPP, EC_REAL(getxattr)(name, attribute, value, count));
}
EC_EXPORT ssize_t lgetxattr(const char *path, const char *attribute, void *value, size_t count) {
  EC_ANSWER(AT_FDCWD, -EOPNOTSUPP, EC_REAL(lgetxattr)(name, attribute, value, count));
}

// A device's file is no link.
EC_EXPORT ssize_t readlink(const char *restrict path, char *restrict target, size_t count) {
  EC_ANSWER(AT_FDCWD, -EINVAL, EC_REAL(readlink)(name, target, count));
}
EC_EXPORT ssize_t readlinkat(int folder, const char *restrict path, char *restrict target, size_t count) {
  EC_ANSWER(folder, -EINVAL, EC_REAL(readlinkat)(folder, name, target, count));
}

static char *real_path(const char *path, char *answer) {
  const struct ec_world *world = ec_world();
  bool is_there;
  char room[PATH_MAX];
  if (ec_is_node(world, AT_FDCWD, path, &is_there)) {
    uint32_t number;
    if (!is_there) return ec_result(-ENOENT), NULL;
    if (!answer && !(answer = malloc(PATH_MAX))) return NULL;
    // Another name than the node's present one is not there.
    ec_plugged(world, ec_now(), &number);
    ec_node_name(world, number, answer);
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
