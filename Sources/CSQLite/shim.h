#include <sqlite3.h>

// The macro of this purpose holds a cast, which Swift does not see: SQLite copies the text.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}
