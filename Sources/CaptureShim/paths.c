// Names of files: which of them mean the camera, and which mean what sysfs says of it.
#include "shim.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// Puts a path together without ".", ".." and doubled slashes, as a string of names.
static bool plain(const char *folder, const char *path, char room[PATH_MAX]) {
  size_t count = 0;
  const char *parts[2] = {path[0] == '/' ? "" : folder, path};
  for (int part = 0; part < 2; part++)
    for (const char *at = parts[part]; *at;) {
      size_t length = strcspn(at, "/");
      if (length == 2 && at[0] == '.' && at[1] == '.') {
        while (count > 0 && room[--count] != '/') continue;
      } else if (length > 0 && !(length == 1 && at[0] == '.')) {
        if (count + length + 2 > PATH_MAX) return false;
        room[count++] = '/';
        memcpy(room + count, at, length);
        count += length;
      }
      at += length;
      while (*at == '/') at++;
    }
  room[count] = 0;
  return true;
}

static bool folder_name(int folder, char room[PATH_MAX]) {
  if (folder == AT_FDCWD) return getcwd(room, PATH_MAX) != NULL;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
  ssize_t count = EC_REAL(readlink)(link, room, PATH_MAX - 1);
  if (count < 0) return false;
  room[count] = 0;
  return true;
}

// The whole of a path, as `plain` puts it together; errno stays.
static bool whole(int folder, const char *path, char room[PATH_MAX]) {
  char base[PATH_MAX] = "";
  int before = errno;
  bool known = path[0] == '/' || folder_name(folder, base);
  errno = before;
  return known && plain(base, path, room);
}

bool ec_is_folder(const struct ec_world *world, const char *path) {
  char full[PATH_MAX];
  if (!world || !path || !whole(AT_FDCWD, path, full)) return false;
  size_t length = strlen(full);
  return strncmp(full, world->index->node, length) == 0 && strrchr(world->index->node, '/') == world->index->node + length;
}

void ec_node_name(const struct ec_world *world, uint32_t number, char *room) {
  snprintf(room, EC_NODE_BYTES, "%.*s%u", (int)strcspn(world->index->node, "0123456789"), world->index->node, number);
}

bool ec_is_node(const struct ec_world *world, int folder, const char *path, bool *is_there) {
  char full[PATH_MAX], name[EC_NODE_BYTES];
  if (!world || !path) return false;
  // Most names are done with here: all names of the camera have the end of its node's, but for the number.
  const char *last = strrchr(path, '/'), *own = strrchr(world->index->node, '/');
  const char *word = last ? last + 1 : path;
  size_t stem = strcspn(own + 1, "0123456789");
  if (strncmp(word, own + 1, stem) != 0 || !whole(folder, path, full)) return false;
  uint32_t number;
  bool plugged = ec_plugged(world, ec_now(), &number);
  ec_node_name(world, number, name);
  if (strcmp(full, name) == 0) {
    *is_there = plugged;
    return true;
  }
  // The number that it had before, or will have: nothing is there, whatever the machine has.
  *is_there = false;
  if (strcmp(full, world->index->node) == 0) return true;
  for (uint32_t at = 0; at < world->index->plug_count; at++) {
    ec_node_name(world, world->plugs[at].number, name);
    if (strcmp(full, name) == 0) return true;
  }
  return false;
}

// Whether `path` is `prefix`, or lies below it.
static bool is_below(const char *path, const char *prefix) {
  size_t length = strlen(prefix);
  return strncmp(path, prefix, length) == 0 && (path[length] == 0 || path[length] == '/');
}

const char *ec_redirected(const struct ec_world *world, const char *path, char room[PATH_MAX]) {
  if (!world || !path || strncmp(path, "/sys/", 5) != 0) return path;
  char full[PATH_MAX], one[64], other[64], device[64];
  uint32_t number;
  if (!plain("", path, full)) return path;
  bool plugged = ec_plugged(world, ec_now(), &number);
  snprintf(one, sizeof one, "/sys/dev/char/81:%u", number);
  snprintf(other, sizeof other, "/sys/class/video4linux/video%u", number);
  snprintf(device, sizeof device, "/sys/devices/livecam/camera%u", world->index->number);
  bool is_own = is_below(full, one) || is_below(full, other) || is_below(full, device) ||
                strcmp(full, "/sys/devices/livecam") == 0;
  if (strcmp(full, "/sys/class/video4linux") == 0) {
    int before = errno;
    is_own = EC_REAL(access)(full, F_OK) != 0;
    errno = before;
  }
  if (!is_own) return path;
  // Without the camera there is nothing, which a name below a file that is none says best.
  const char *root = plugged ? "" : "/unplugged";
  if (snprintf(room, PATH_MAX, "%s%s%s", world->folder, root, full) >= PATH_MAX) return path;
  return room;
}

void ec_undirect(const struct ec_world *world, char *path) {
  size_t length = strlen(world->folder);
  if (strncmp(path, world->folder, length) == 0 && is_below(path + length, "/sys"))
    memmove(path, path + length, strlen(path + length) + 1);
}
