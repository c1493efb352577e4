// Types and constants, and a table of the functions that are used: the library itself, and with it those of TLS and
// Kerberos, is opened when a catalogue on a server is.
#include <postgresql/libpq-fe.h>

#define CPQ_FUNCTIONS(F) \
  F(PQconninfoParse) \
  F(PQconninfoFree) \
  F(PQfreemem) \
  F(PQconnectStartParams) \
  F(PQconnectPoll) \
  F(PQfinish) \
  F(PQstatus) \
  F(PQsocket) \
  F(PQerrorMessage) \
  F(PQsetErrorVerbosity) \
  F(PQsetNoticeProcessor) \
  F(PQexec) \
  F(PQexecParams) \
  F(PQresultStatus) \
  F(PQresultErrorField) \
  F(PQntuples) \
  F(PQnfields) \
  F(PQftype) \
  F(PQgetisnull) \
  F(PQgetvalue) \
  F(PQgetlength) \
  F(PQcmdStatus) \
  F(PQcmdTuples) \
  F(PQclear) \
  F(PQconsumeInput) \
  F(PQnotifies)

#define CPQ_FIELD(name) __typeof__(name) *name;
struct cpq_functions { CPQ_FUNCTIONS(CPQ_FIELD) };

// The functions' names, in the order of their table.
#define CPQ_NAME(name) #name,
static const char *const cpq_names[] = {CPQ_FUNCTIONS(CPQ_NAME)};

// The fields of an error; they are macros of characters, which Swift does not see.
enum { CPQ_SQLSTATE = PG_DIAG_SQLSTATE, CPQ_MESSAGE = PG_DIAG_MESSAGE_PRIMARY, CPQ_DETAIL = PG_DIAG_MESSAGE_DETAIL };

// The types whose values are not taken as text, by the numbers that never change (the server's pg_type.dat).
enum {
  CPQ_BOOL = 16, CPQ_INT8 = 20, CPQ_INT2 = 21, CPQ_INT4 = 23, CPQ_FLOAT4 = 700, CPQ_FLOAT8 = 701, CPQ_NUMERIC = 1700
};
