// Types and constants only: the library itself is opened when a HEIC is read or written, because it brings along a
// dozen codecs that would be loaded at every start.
#include <libheif/heif.h>
