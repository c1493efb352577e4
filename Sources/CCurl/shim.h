// Types and constants, and a table of the functions that are used: the library itself, and with it those of TLS, is
// opened when a store on a server is.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

#define CCURL_FUNCTIONS(F) \
  F(curl_global_init) \
  F(curl_easy_init) \
  F(curl_easy_cleanup) \
  F(curl_easy_reset) \
  F(curl_easy_perform) \
  F(curl_easy_strerror) \
  F(curl_easy_setopt) \
  F(curl_slist_append) \
  F(curl_slist_free_all)

// Some of them are macros, too.
#undef curl_easy_setopt

#define CCURL_FIELD(name) __typeof__(name) *name;
struct ccurl_functions { CCURL_FUNCTIONS(CCURL_FIELD) };

// The functions' names, in the order of their table.
#define CCURL_NAME(name) #name,
static const char *const ccurl_names[] = {CCURL_FUNCTIONS(CCURL_NAME)};

// Options take values of several types by one function, which Swift does not see.
static inline CURLcode ccurl_set_number(
  struct ccurl_functions table, CURL *handle, CURLoption option, long value) {
  return table.curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_set_size(
  struct ccurl_functions table, CURL *handle, CURLoption option, curl_off_t value) {
  return table.curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_set_text(
  struct ccurl_functions table, CURL *handle, CURLoption option, const char *value) {
  return table.curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_set_pointer(struct ccurl_functions table, CURL *handle, CURLoption option, void *value) {
  return table.curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_set_transfer(
  struct ccurl_functions table, CURL *handle, CURLoption option,
  size_t (*value)(char *bytes, size_t size, size_t count, void *context)) {
  return table.curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_set_seek(
  struct ccurl_functions table, CURL *handle, int (*value)(void *context, curl_off_t offset, int origin)) {
  return table.curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, value);
}

// What functions that pass bytes on return to give up; they are macros with casts.
enum { CCURL_READ_ABORT = CURL_READFUNC_ABORT };
