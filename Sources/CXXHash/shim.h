// Without XXH_INLINE_ALL, with which a debug build would compile the hash itself, unoptimized. What is linked is the
// archive, so that a program loads no further library.
#include <xxhash.h>
