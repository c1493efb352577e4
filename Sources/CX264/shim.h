#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <x264.h>

// The name x264_encoder_open is a versioned macro, which Swift cannot see.
static inline x264_t *cx264_encoder_open(x264_param_t *parameters) { return x264_encoder_open(parameters); }

enum { CX264_MESSAGE_BYTES = 256 };

static inline void cx264_keep_message(void *destination, int level, const char *format, va_list arguments) {
  (void)level;
  vsnprintf((char *)destination, CX264_MESSAGE_BYTES, format, arguments);
}

// Makes x264 write its last error into the CX264_MESSAGE_BYTES at `destination`, and nothing to stderr. Done in C
// because the type of the callback's argument list has no equal in Swift.
static inline void cx264_keep_errors(x264_param_t *parameters, void *destination) {
  parameters->pf_log = cx264_keep_message;
  parameters->p_log_private = destination;
  parameters->i_log_level = X264_LOG_ERROR;
}
