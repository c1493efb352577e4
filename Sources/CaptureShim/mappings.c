// Which buffers the program has mapped.
#include "shim.h"

#include <stdlib.h>
#include <sys/mman.h>

struct mapping {
  struct mapping *next;
  struct ec_handle *handle;  // NULL once its buffers have been given back
  uint32_t buffer;
  void *place;
  size_t bytes;
};

static struct mapping *mappings;

void *ec_map(struct ec_handle *handle, void *place, size_t bytes, int protection, int flags, off_t offset) {
  ec_advance(handle, ec_now());
  errno = ENODEV;
  if (handle->dead) return MAP_FAILED;
  errno = EINVAL;
  if (handle->buffer_count == 0 || handle->memory != V4L2_MEMORY_MMAP) return MAP_FAILED;
  bool shared = (flags & MAP_TYPE) == MAP_SHARED || (flags & MAP_TYPE) == MAP_SHARED_VALIDATE;
  if (!shared || !(protection & PROT_READ)) return MAP_FAILED;
  errno = EBUSY;
  if (handle->reading) return MAP_FAILED;
  errno = EINVAL;
  if (offset < 0 || (size_t)offset % handle->buffer_room != 0 || bytes > handle->buffer_room) return MAP_FAILED;
  uint32_t index = (uint32_t)((size_t)offset / handle->buffer_room);
  if (index >= handle->buffer_count) return MAP_FAILED;
  struct mapping *mapping = malloc(sizeof *mapping);
  errno = ENOMEM;
  if (!mapping) return MAP_FAILED;
  void *base = EC_REAL(mmap)(place, bytes, protection, flags, handle->memory_file, offset);
  if (base == MAP_FAILED) {
    free(mapping);
    return MAP_FAILED;
  }
  *mapping = (struct mapping){NULL, handle, index, base, bytes};
  EC_PUSH(mappings, mapping);
  handle->buffers[index].mappings++;
  return base;
}

// Whether a mapping is among what is unmapped; its buffer has one fewer then.
static bool is_undone(const struct mapping *one, const char *place, size_t bytes) {
  if ((const char *)one->place >= place + bytes || place >= (const char *)one->place + one->bytes) return false;
  if (one->handle) one->handle->buffers[one->buffer].mappings--;
  return true;
}

void ec_unmapped(void *place, size_t bytes) {
  if (!EC_HEAD(mappings)) return;
  ec_lock();
  EC_REMOVE(mappings, one, is_undone(one, place, bytes));
  ec_unlock();
}

void ec_forget_mappings(struct ec_handle *handle) {
  for (struct mapping *one = mappings; one; one = one->next)
    if (one->handle == handle) one->handle = NULL;
}
