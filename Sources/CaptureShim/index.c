// Finds and checks what `livecam emulate` has left for this process.
#include "shim.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

void *ec_next(const char *name) {
  void *place = dlsym(RTLD_NEXT, name);
  if (!place) {
    dprintf(2, "livecam: emulate: this system's C library has no %s; the emulation cannot work here\n", name);
    _exit(70);
  }
  return place;
}

// Maps a whole file: NULL if it cannot be, or is empty.
static void *mapped(const char *folder, const char *name, int protection, size_t *bytes) {
  char path[PATH_MAX];
  if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) return NULL;
  bool writes = protection & PROT_WRITE;
  int file = EC_REAL(open)(path, (writes ? O_RDWR : O_RDONLY) | O_CLOEXEC);
  if (file < 0) return NULL;
  off_t end = lseek(file, 0, SEEK_END);
  void *base = NULL;
  if (end > 0) {
    base = EC_REAL(mmap)(NULL, (size_t)end, protection, MAP_SHARED, file, 0);
    if (base == MAP_FAILED) base = NULL;
  }
  EC_REAL(close)(file);
  *bytes = base ? (size_t)end : 0;
  return base;
}

static uint64_t checksum(const uint8_t *bytes, size_t count) {
  uint64_t sum = 0xcbf29ce484222325u;
  for (size_t at = 0; at < count; at++) sum = (sum ^ bytes[at]) * 0x100000001b3u;
  return sum;
}

static bool ends(const char *text, size_t room) { return memchr(text, 0, room) != NULL; }

// Whether every number in it can be relied on.
static const char *check_parts(const struct ec_world *world) {
  const struct ec_header *index = world->index;
  if (index->frame_count == 0 || index->picture_bytes == 0 || index->interval_denominator == 0) return "it is empty";
  if (index->loops && index->period == 0) return "a round takes no time";
  for (uint32_t at = 0; at < index->frame_count; at++) {
    const struct ec_frame *frame = &world->frames[at];
    if (frame->bytes > index->picture_bytes || frame->offset > index->footage_bytes ||
        frame->bytes > index->footage_bytes - frame->offset)
      return "a frame lies outside the footage";
  }
  for (uint32_t at = 0; at < index->control_count; at++) {
    const struct ec_control *control = &world->controls[at];
    if (!ends(control->name, sizeof control->name) || control->menu_first > index->menu_count ||
        control->menu_count > index->menu_count - control->menu_first)
      return "a control's menu is not there";
    if (at > 0 && control->id <= world->controls[at - 1].id) return "its controls are not in order";
  }
  for (uint32_t at = 0; at < index->menu_count; at++)
    if (!ends(world->menu[at].name, sizeof world->menu[at].name)) return "a menu's name has no end";
  for (uint32_t at = 1; at < index->plug_count; at++)
    if (world->plugs[at].time < world->plugs[at - 1].time) return "its times are not in order";
  for (uint32_t at = 1; at < index->fault_count; at++)
    if (world->faults[at].frame < world->faults[at - 1].frame) return "its faults are not in order";
  return NULL;
}

static const char *check_header(const struct ec_header *index, size_t bytes) {
  if (bytes < sizeof *index || memcmp(index->magic, EC_MAGIC, 8) != 0) return "it is no index";
  if (index->version != EC_VERSION || index->header_bytes != sizeof *index)
    return "the command and its preload library are of different versions; build both again";
  uint64_t wanted = sizeof *index + (uint64_t)index->frame_count * sizeof(struct ec_frame) +
                    (uint64_t)index->control_count * sizeof(struct ec_control) +
                    (uint64_t)index->menu_count * sizeof(struct ec_menu_entry) +
                    (uint64_t)index->fault_count * sizeof(struct ec_fault) +
                    (uint64_t)index->plug_count * sizeof(struct ec_plug);
  if (index->total_bytes != bytes || wanted != bytes) return "it is cut";
  const size_t summed = offsetof(struct ec_header, checksum) + sizeof index->checksum;
  if (checksum((const uint8_t *)index + summed, bytes - summed) != index->checksum) return "its checksum is wrong";
  if (!ends(index->node, sizeof index->node) || index->node[0] != '/') return "it names no node";
  return NULL;
}

const char *ec_world_load(struct ec_world *world, const char *folder) {
  size_t bytes, state_bytes, footage_bytes;
  if (strlen(folder) >= sizeof world->folder) return "its folder's name is too long";
  strcpy(world->folder, folder);
  world->index = mapped(folder, "index", PROT_READ, &bytes);
  if (!world->index) return "its index cannot be read; has livecam ended meanwhile?";
  const char *wrong = check_header(world->index, bytes);
  if (wrong) return wrong;
  const struct ec_header *index = world->index;
  world->frames = (const void *)(index + 1);
  world->controls = (const void *)(world->frames + index->frame_count);
  world->menu = (const void *)(world->controls + index->control_count);
  world->faults = (const void *)(world->menu + index->menu_count);
  world->plugs = (const void *)(world->faults + index->fault_count);
  wrong = check_parts(world);
  if (wrong) return wrong;
  world->footage = mapped(folder, "footage", PROT_READ, &footage_bytes);
  if (!world->footage || footage_bytes < index->footage_bytes) return "the fixture's footage cannot be read";
  world->shared = mapped(folder, "state", PROT_READ | PROT_WRITE, &state_bytes);
  if (!world->shared || state_bytes < sizeof *world->shared + index->control_count * sizeof(int64_t))
    return "its state cannot be read";
  ec_log_open(world);
  return NULL;
}

static struct ec_world the_world;
static bool is_there;
static pthread_once_t once = PTHREAD_ONCE_INIT;

// Where a camera beside others is: the folder that this copy of the library lies in.
static const char *own_folder(char room[PATH_MAX]) {
  Dl_info info;
  if (dladdr(&the_world, &info) == 0 || strlen(info.dli_fname) >= PATH_MAX) return NULL;
  strcpy(room, info.dli_fname);
  char *last = strrchr(room, '/');
  if (!last || strcmp(last, "/" EC_COPY) != 0) return NULL;
  *last = 0;
  return room;
}

static void load(void) {
  int before = errno;
  char room[PATH_MAX];
  const char *folder = own_folder(room);
  if (!folder) folder = getenv("LIVECAM_EMULATE");
  if (folder && *folder) {
    const char *wrong = ec_world_load(&the_world, folder);
    if (wrong) dprintf(2, "livecam: emulate: %s: there is no camera in this program: %s\n", folder, wrong);
    is_there = !wrong;
  }
  errno = before;
}

const struct ec_world *ec_world(void) {
  pthread_once(&once, load);
  return is_there ? &the_world : NULL;
}

// Swift's package manager links everything with Swift's runtime. There is no Swift here, and the programs that load
// this library are to be spared it: where objects say what to link with, this one says that only what is used counts.
// It is a note to the linker, which a sanitizer must not guard.
__attribute__((section(".swift1_autolink_entries"), used, no_sanitize("address"))) static const char link_option[] =
    "-Wl,--as-needed";
