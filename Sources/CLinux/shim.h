#include <sys/syscall.h>
#include <unistd.h>

// Renames without replacing: glibc declares renameat2 only for _GNU_SOURCE, and Swift cannot call syscall itself.
static inline int clinux_rename_exclusively(const char *from, const char *to) {
  const int at_current_folder = -100, no_replace = 1;
  return (int)syscall(SYS_renameat2, at_current_folder, from, at_current_folder, to, no_replace);
}
