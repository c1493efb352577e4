/* Tells ThreadSanitizer how Synchronization.Mutex is taken and given back when threads meet at it.

   Without a meeting the compiler puts the lock's exchange into the caller, where ThreadSanitizer sees it. Where threads
   meet, the standard library, which is not built for ThreadSanitizer, spins and then asks the kernel: two critical
   sections of one Mutex are then taken for a race. These functions go before the library's own two and say what those
   do. They are for the test run of `Scripts/test --sanitize=thread` alone; in programs without ThreadSanitizer they
   change nothing. Should the library's names change they are not called, and the run says races that are none. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

typedef SWIFT void (*Lock)(uint32_t thread, SELF void *handle);
typedef SWIFT void (*Unlock)(SELF void *handle);

static void *next(const char *name) {
  void *found = dlsym(RTLD_NEXT, name);
  if (found == NULL) abort();
  return found;
}

SWIFT void lock(uint32_t thread, SELF void *handle) __asm__(LOCK);
SWIFT void lock(uint32_t thread, SELF void *handle) {
  static Lock real;
  Lock call = __atomic_load_n(&real, __ATOMIC_RELAXED);
  if (call == NULL) __atomic_store_n(&real, call = (Lock)next(LOCK), __ATOMIC_RELAXED);
  call(thread, handle);
  if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT void unlock(SELF void *handle) __asm__(UNLOCK);
SWIFT void unlock(SELF void *handle) {
  static Unlock real;
  Unlock call = __atomic_load_n(&real, __ATOMIC_RELAXED);
  if (call == NULL) __atomic_store_n(&real, call = (Unlock)next(UNLOCK), __ATOMIC_RELAXED);
  if (__tsan_release) __tsan_release(handle);
  call(handle);
}
