// Types and constants, and a table of the functions that are used: the library itself, and with it those of TLS and of
// Kerberos, is opened when there is a printer.
#include <cups/cups.h>
#include <cups/pwg.h>

#define CCUPS_FUNCTIONS(F) \
  F(cupsDoRequest) \
  F(cupsEncryption) \
  F(cupsGetResponse) \
  F(cupsLastErrorString) \
  F(cupsSendRequest) \
  F(cupsServer) \
  F(cupsSetPasswordCB2) \
  F(cupsUser) \
  F(cupsWriteRequestData) \
  F(httpClose) \
  F(httpConnect2) \
  F(httpSeparateURI) \
  F(httpSetTimeout) \
  F(ippAddCollection) \
  F(ippAddInteger) \
  F(ippAddString) \
  F(ippAddStrings) \
  F(ippDelete) \
  F(ippFindAttribute) \
  F(ippGetBoolean) \
  F(ippGetCount) \
  F(ippGetInteger) \
  F(ippGetResolution) \
  F(ippGetStatusCode) \
  F(ippGetString) \
  F(ippLength) \
  F(ippNew) \
  F(ippPort) \
  F(ippSetOperation) \
  F(ippSetRequestId) \
  F(pwgMediaForPWG)

#define CCUPS_FIELD(name) __typeof__(name) *name;
struct ccups_functions { CCUPS_FUNCTIONS(CCUPS_FIELD) };

// The functions' names, in the order of their table.
#define CCUPS_NAME(name) #name,
static const char *const ccups_names[] = {CCUPS_FUNCTIONS(CCUPS_NAME)};
