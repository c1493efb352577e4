#include <alsa/asoundlib.h>

// libasound explains its failures on stderr by default. A library has no business there: the error numbers
// carry the same news. The handler is the calling thread's own, so that the host program keeps its choice.

static void calsa_ignore(const char *file, int line, const char *function, int error, const char *format,
                         va_list arguments) {
  (void)file, (void)line, (void)function, (void)error, (void)format, (void)arguments;
}

// Silences libasound on this thread; returns what to give back to calsa_unhush.
static inline snd_local_error_handler_t calsa_hush(void) { return snd_lib_error_set_local(calsa_ignore); }

static inline void calsa_unhush(snd_local_error_handler_t previous) { snd_lib_error_set_local(previous); }
