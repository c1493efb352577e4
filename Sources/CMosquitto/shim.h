// Types and constants, and a table of the functions that are used: the library itself, and with it that of TLS, is
// opened when there is a broker.
#include <mosquitto.h>

#define CMOSQUITTO_FUNCTIONS(F) \
  F(mosquitto_connack_string) \
  F(mosquitto_connect_async) \
  F(mosquitto_connect_callback_set) \
  F(mosquitto_destroy) \
  F(mosquitto_disconnect) \
  F(mosquitto_int_option) \
  F(mosquitto_lib_init) \
  F(mosquitto_loop_misc) \
  F(mosquitto_loop_read) \
  F(mosquitto_loop_write) \
  F(mosquitto_message_callback_set) \
  F(mosquitto_new) \
  F(mosquitto_publish) \
  F(mosquitto_publish_callback_set) \
  F(mosquitto_socket) \
  F(mosquitto_strerror) \
  F(mosquitto_subscribe) \
  F(mosquitto_subscribe_callback_set) \
  F(mosquitto_tls_set) \
  F(mosquitto_user_data_set) \
  F(mosquitto_username_pw_set) \
  F(mosquitto_want_write) \
  F(mosquitto_will_set)

#define CMOSQUITTO_FIELD(name) __typeof__(name) *name;
struct cmosquitto_functions { CMOSQUITTO_FUNCTIONS(CMOSQUITTO_FIELD) };

// The functions' names, in the order of their table.
#define CMOSQUITTO_NAME(name) #name,
static const char *const cmosquitto_names[] = {CMOSQUITTO_FUNCTIONS(CMOSQUITTO_NAME)};
