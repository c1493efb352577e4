#include <zlib.h>

// The function of this name is a macro, which Swift does not see: raw deflate data, without zlib's header.
static inline int czlib_inflate_raw(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }
