/* Tells ThreadSanitizer of the locks that the kernel takes for Synchronization.Mutex.

   A contended Mutex is taken and given back by a priority-inheriting futex: the kernel writes the lock's word, which
   ThreadSanitizer does not see, so that it takes two critical sections of one Mutex for a race. This library goes
   before the C library's `syscall` and says what the kernel does. It is for the test run of
   `Scripts/test --sanitize=thread` alone; in programs without ThreadSanitizer it changes nothing. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/syscall.h>

extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

static long (*real)(long, ...);

__attribute__((constructor)) static void find(void) { real = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall"); }

long syscall(long number, ...) {
  long arguments[6];
  va_list list;
  va_start(list, number);
  for (int i = 0; i < 6; i++) arguments[i] = va_arg(list, long);
  va_end(list);
  if (real == NULL) find();
  int operation = number == SYS_futex ? (int)arguments[1] & FUTEX_CMD_MASK : -1;
  void *word = (void *)arguments[0];
  if (operation == FUTEX_UNLOCK_PI && __tsan_release) __tsan_release(word);
  long result =
      real(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
  int locks = operation == FUTEX_LOCK_PI || operation == FUTEX_TRYLOCK_PI;
  if (locks && result == 0 && __tsan_acquire) __tsan_acquire(word);
  return result;
}
