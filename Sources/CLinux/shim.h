#include <sys/syscall.h>
#include <unistd.h>

// Calls that Swift's Glibc module leaves out, as functions of plain integers: a structure or constant of libc that
// several C modules bring along belongs to none of them for sure.

// Renames without replacing: renameat2 with RENAME_NOREPLACE, from and to below the present folder or absolute.
static inline int clinux_rename_exclusively(const char *from, const char *to) {
  const int at_current_folder = -100, no_replace = 1;
  return (int)syscall(SYS_renameat2, at_current_folder, from, at_current_folder, to, no_replace);
}

// A descriptor that becomes readable once a number is written to it: eventfd, close-on-exec and non-blocking. A
// semaphore is read as many times as the number says, any other once.
static inline int clinux_make_event(_Bool is_semaphore) {
  const int close_on_exec = 02000000, non_blocking = 04000, semaphore = 1;
  return (int)syscall(SYS_eventfd2, 0, close_on_exec | non_blocking | (is_semaphore ? semaphore : 0));
}

// Names the calling thread, as tools show it; the kernel cuts it to 15 bytes.
static inline void clinux_name_thread(const char *name) {
  const int set_name = 15;
  syscall(SYS_prctl, set_name, name, 0, 0, 0);
}

// Has the disk begin with a range of a file, without waiting: sync_file_range with SYNC_FILE_RANGE_WRITE. Where the
// kernel has no such call, or passes its arguments otherwise, nothing happens; fsync does it all at the end.
static inline void clinux_begin_writing(int descriptor, long long offset, long long count) {
#if defined(SYS_sync_file_range) && defined(__LP64__)
  const int write = 2;
  syscall(SYS_sync_file_range, descriptor, offset, count, write);
#endif
}

// Writes the folders in which the loader looks for libraries that the program asks for, each followed by a colon, as far
// as there is room, and returns how many bytes that are; 0 where the C library does not tell.
static inline unsigned long clinux_loader_folders(void *program, void *joined, unsigned long room) {
  char *text = (char *)joined;
  unsigned long length = 0;
#ifdef __GLIBC__
  extern int dlinfo(void *, int, void *);
  const int list = 4, list_size = 5;
  struct clinux_folders {
    unsigned long size;
    unsigned count;
    struct {
      char *name;
      unsigned origin;
    } folders[];
  } head, *all;
  if (dlinfo(program, list_size, &head) != 0 || !(all = (struct clinux_folders *)__builtin_malloc(head.size))) return 0;
  all->size = head.size;
  all->count = head.count;
  if (dlinfo(program, list, all) == 0) {
    for (unsigned i = 0; i < all->count; i++) {
      unsigned long part = __builtin_strlen(all->folders[i].name);
      if (length + part + 1 > room) break;
      __builtin_memcpy(text + length, all->folders[i].name, part);
      text[length + part] = ':';
      length += part + 1;
    }
  }
  __builtin_free(all);
#endif
  return length;
}

// Gives blocks of so many bytes or more pages of their own, for good: mallopt of the C library that has it.
static inline void clinux_map_blocks(int least_bytes) {
#ifdef __GLIBC__
  extern int mallopt(int, int);
  const int map_threshold = -3;
  mallopt(map_threshold, least_bytes);
#else
  (void)least_bytes;
#endif
}

// Two ends of a pipe, the reader's first, that no program inherits which starts meanwhile: pipe2, close-on-exec.
static inline int clinux_make_pipe(int *ends) {
  const int close_on_exec = 02000000;
  return (int)syscall(SYS_pipe2, ends, close_on_exec);
}

// How the kernel's date is steered: 1 if it is kept by a source of time, 0 if not, -1 if the kernel does not tell;
// `error` is then how far it may be off, in microseconds. The layout is the kernel's struct timex; nothing is changed.
static inline int clinux_clock_steering(long *error) {
  struct clinux_timex {
    unsigned modes;
    long offset, frequency, maximum_error, estimated_error;
    int status;
    long rest[32];
  } state = {0};
  const int unsynchronised = 0x40;
  if (syscall(SYS_adjtimex, &state) < 0) return -1;
  *error = state.maximum_error;
  return (state.status & unsynchronised) == 0;
}
