#include <stdint.h>
#include <stdarg.h>
#include <x264.h>

// The name x264_encoder_open is a versioned macro, which Swift cannot see.
static inline x264_t *cx264_encoder_open(x264_param_t *parameters) { return x264_encoder_open(parameters); }
