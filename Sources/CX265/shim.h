// Types and constants only: the library itself is opened when an HEVC movie is written.
#include <stdint.h>
#include <x265.h>
