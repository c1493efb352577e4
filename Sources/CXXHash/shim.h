// All of xxHash is in its header; what is here gives Swift names for it, since the header hides its own behind macros.
#define XXH_INLINE_ALL
#include <xxhash.h>

typedef struct {
  uint64_t high, low;
} cxxhash_128;

static inline void *_Nullable cxxhash_begin(void) {
  XXH3_state_t *state = XXH3_createState();
  if (state != 0) (void)XXH3_128bits_reset(state);
  return state;
}

static inline void cxxhash_add(void *_Nonnull state, const void *_Nonnull bytes, size_t count) {
  (void)XXH3_128bits_update(state, bytes, count);
}

static inline cxxhash_128 cxxhash_finish(void *_Nonnull state) {
  XXH128_hash_t hash = XXH3_128bits_digest(state);
  XXH3_freeState(state);
  cxxhash_128 result = {hash.high64, hash.low64};
  return result;
}
