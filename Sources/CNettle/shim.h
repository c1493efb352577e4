#include <nettle/sha1.h>
#include <nettle/sha2.h>

// The functions of these names are macros, which Swift does not see.
static inline void cnettle_sha256_init(struct sha256_ctx *context) { nettle_sha256_init(context); }
static inline void cnettle_sha256_update(struct sha256_ctx *context, size_t count, const uint8_t *bytes) {
  nettle_sha256_update(context, count, bytes);
}
static inline void cnettle_sha256_digest(struct sha256_ctx *context, size_t count, uint8_t *digest) {
  nettle_sha256_digest(context, count, digest);
}
static inline void cnettle_sha1(size_t count, const uint8_t *bytes, uint8_t *digest) {
  struct sha1_ctx context;
  nettle_sha1_init(&context);
  nettle_sha1_update(&context, count, bytes);
  nettle_sha1_digest(&context, SHA1_DIGEST_SIZE, digest);
}
