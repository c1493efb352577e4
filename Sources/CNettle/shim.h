#include <nettle/sha2.h>

// The functions of these names are macros, which Swift does not see.
static inline void cnettle_sha256_init(struct sha256_ctx *context) { nettle_sha256_init(context); }
static inline void cnettle_sha256_update(struct sha256_ctx *context, size_t count, const uint8_t *bytes) {
  nettle_sha256_update(context, count, bytes);
}
static inline void cnettle_sha256_digest(struct sha256_ctx *context, size_t count, uint8_t *digest) {
  nettle_sha256_digest(context, count, digest);
}
