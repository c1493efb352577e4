// Waiting for several descriptors at once: what the camera's timer cannot say, these calls add.
#include "shim.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>

// When a wait ends, on the monotonic clock.
static int64_t end_of(const struct timespec *timeout) {
  if (!timeout) return EC_NEVER;
  int64_t seconds = timeout->tv_sec;
  if (seconds > INT32_MAX) seconds = INT32_MAX;
  return ec_now() + seconds * 1000000000 + timeout->tv_nsec;
}

static const struct timespec *left_until(int64_t end, struct timespec *room) {
  if (end == EC_NEVER) return NULL;
  int64_t left = end - ec_now();
  if (left < 0) left = 0;
  *room = (struct timespec){.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
  return room;
}

// What a descriptor of the camera has to report of `events`, and its timer set for the next. With the lock held.
static short masked(int descriptor, short events) {
  struct ec_handle *handle = ec_handle_of(descriptor);
  if (!handle) return POLLNVAL;
  int64_t now = ec_now();
  short mask = ec_mask(handle, events, now) & (events | POLLERR | POLLHUP);
  ec_arm(handle, now);
  return mask;
}

static short report(int descriptor, short events) {
  ec_lock();
  short mask = masked(descriptor, events);
  ec_unlock();
  return mask;
}

// A timer that has gone off for something that nobody waits for must not be waited for as it is.
static const int64_t pause_length = 5000000;

static int wait_for(struct pollfd *entries, nfds_t count, const struct timespec *timeout, const sigset_t *signals) {
  bool ours = false;
  for (nfds_t at = 0; at < count && !ours; at++) ours = ec_known(entries[at].fd);
  if (!ours) return EC_REAL(ppoll)(entries, count, timeout, signals);
  struct pollfd *copies = calloc(count, sizeof *copies);
  if (!copies) return (int)ec_result(-ENOMEM);
  const int64_t end = end_of(timeout);
  bool pauses = false;
  int result;
  for (;;) {
    // What came at the last moment counts.
    bool is_last = end != EC_NEVER && ec_now() >= end;
    int ready = 0;
    for (nfds_t at = 0; at < count; at++) {
      copies[at] = entries[at];
      entries[at].revents = 0;
      if (!ec_known(entries[at].fd)) continue;
      entries[at].revents = report(entries[at].fd, entries[at].events);
      copies[at].events = POLLIN;
      if (pauses) copies[at].fd = -1;
      ready += entries[at].revents != 0;
    }
    struct timespec room;
    int64_t until = ready ? 0 : pauses && end > ec_now() + pause_length ? ec_now() + pause_length : end;
    result = EC_REAL(ppoll)(copies, count, left_until(until, &room), signals);
    if (result < 0 && !ready) break;
    bool woken = false;
    for (nfds_t at = 0; at < count; at++) {
      if (ec_known(entries[at].fd)) {
        woken |= copies[at].revents != 0;
        continue;
      }
      entries[at].revents = result > 0 ? copies[at].revents : 0;
      ready += entries[at].revents != 0;
    }
    result = ready;
    if (ready > 0 || is_last) break;
    pauses = woken && !pauses;
  }
  int failure = errno;
  free(copies);
  errno = failure;
  return result;
}

EC_EXPORT int ppoll(struct pollfd *entries, nfds_t count, const struct timespec *timeout, const sigset_t *signals) {
  return wait_for(entries, count, timeout, signals);
}

EC_EXPORT int poll(struct pollfd *entries, nfds_t count, int milliseconds) {
  struct timespec timeout = {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1000000};
  return wait_for(entries, count, milliseconds < 0 ? NULL : &timeout, NULL);
}

int __poll_chk(struct pollfd *entries, nfds_t count, int milliseconds, size_t room);
EC_EXPORT int __poll_chk(struct pollfd *entries, nfds_t count, int milliseconds, size_t room) {
  if (room / sizeof *entries < count) __builtin_trap();
  return poll(entries, count, milliseconds);
}

int __ppoll_chk(
    struct pollfd *entries, nfds_t count, const struct timespec *timeout, const sigset_t *signals, size_t room);
EC_EXPORT int __ppoll_chk(
    struct pollfd *entries, nfds_t count, const struct timespec *timeout, const sigset_t *signals, size_t room) {
  if (room / sizeof *entries < count) __builtin_trap();
  return wait_for(entries, count, timeout, signals);
}

// A select is a poll of the descriptors in its sets.
static int selected(
    int count, fd_set *reads, fd_set *writes, fd_set *faults, const struct timespec *timeout, const sigset_t *signals) {
  struct pollfd *entries = calloc((size_t)count + 1, sizeof *entries);
  if (!entries) return (int)ec_result(-ENOMEM);
  nfds_t used = 0;
  for (int descriptor = 0; descriptor < count; descriptor++) {
    short events = 0;
    if (reads && FD_ISSET(descriptor, reads)) events |= POLLIN | POLLRDNORM;
    if (writes && FD_ISSET(descriptor, writes)) events |= POLLOUT | POLLWRNORM;
    if (faults && FD_ISSET(descriptor, faults)) events |= POLLPRI;
    if (events) entries[used++] = (struct pollfd){.fd = descriptor, .events = events};
  }
  int result = wait_for(entries, used, timeout, signals);
  for (nfds_t at = 0; at < used && result >= 0; at++)
    if (entries[at].revents & POLLNVAL) {
      errno = EBADF;
      result = -1;
    }
  if (result >= 0) {
    result = 0;
    for (nfds_t at = 0; at < used; at++) {
      int descriptor = entries[at].fd;
      short events = entries[at].events, found = entries[at].revents;
      // As fs/select.c has it.
      bool reads_on = events & POLLIN && found & (POLLIN | POLLRDNORM | POLLRDBAND | POLLHUP | POLLERR);
      bool writes_on = events & POLLOUT && found & (POLLOUT | POLLWRNORM | POLLWRBAND | POLLERR);
      bool faults_on = events & POLLPRI && found & POLLPRI;
      if (reads && !reads_on) FD_CLR(descriptor, reads);
      if (writes && !writes_on) FD_CLR(descriptor, writes);
      if (faults && !faults_on) FD_CLR(descriptor, faults);
      result += reads_on + writes_on + faults_on;
    }
  }
  int failure = errno;
  free(entries);
  errno = failure;
  return result;
}

static bool has_ours(int count, const fd_set *set) {
  for (int descriptor = 0; set && descriptor < count; descriptor++)
    if (FD_ISSET(descriptor, set) && ec_known(descriptor)) return true;
  return false;
}

EC_EXPORT int pselect(
    int count, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict faults,
    const struct timespec *restrict timeout, const sigset_t *restrict signals) {
  int most = count < FD_SETSIZE ? count : FD_SETSIZE;
  if (!has_ours(most, reads) && !has_ours(most, writes) && !has_ours(most, faults))
    return EC_REAL(pselect)(count, reads, writes, faults, timeout, signals);
  return selected(most, reads, writes, faults, timeout, signals);
}

EC_EXPORT int select(
    int count, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict faults,
    struct timeval *restrict timeout) {
  if (!timeout) return pselect(count, reads, writes, faults, NULL, NULL);
  struct timespec left = {timeout->tv_sec + timeout->tv_usec / 1000000, timeout->tv_usec % 1000000 * 1000};
  int64_t end = end_of(&left);
  int result = pselect(count, reads, writes, faults, &left, NULL);
  // Linux says how much was left.
  left_until(end, &left);
  *timeout = (struct timeval){.tv_sec = left.tv_sec, .tv_usec = left.tv_nsec / 1000};
  return result;
}

// A descriptor of the camera in somebody's epoll.
struct watch {
  struct watch *next;
  int list, descriptor;
  struct epoll_event event;
  bool fired;
};

static struct watch *watches;

static struct watch *watch_of(int list, int descriptor) {
  struct watch *one = watches;
  while (one && (one->list != list || one->descriptor != descriptor)) one = one->next;
  return one;
}

void ec_forget_watches(int descriptor) { EC_REMOVE(watches, one, one->descriptor == descriptor); }

EC_EXPORT int epoll_ctl(int list, int operation, int descriptor, struct epoll_event *event) {
  if (!ec_known(descriptor)) return EC_REAL(epoll_ctl)(list, operation, descriptor, event);
  struct epoll_event plain = {.events = EPOLLIN};
  if (event) plain.data = event->data;
  int result = EC_REAL(epoll_ctl)(list, operation, descriptor, event ? &plain : NULL);
  if (result != 0) return result;
  ec_lock();
  struct watch *watch = watch_of(list, descriptor);
  if (operation == EPOLL_CTL_DEL) {
    EC_REMOVE(watches, one, one == watch);
  } else if (watch) {
    watch->event = *event;
    watch->fired = false;
  } else if ((watch = malloc(sizeof *watch))) {
    *watch = (struct watch){NULL, list, descriptor, *event, false};
    EC_PUSH(watches, watch);
  }
  ec_unlock();
  return result;
}

// What the camera's descriptors of a list report.
static int ready_watches(int list, struct epoll_event *events, int room) {
  int found = 0;
  ec_lock();
  for (struct watch *one = watches; one && found < room; one = one->next) {
    if (one->list != list || one->fired) continue;
    short mask = masked(one->descriptor, (short)(one->event.events & 0xffff));
    if (!mask || mask & POLLNVAL) continue;
    events[found].events = (uint32_t)(uint16_t)mask;
    events[found++].data = one->event.data;
    if (one->event.events & EPOLLONESHOT) one->fired = true;
  }
  ec_unlock();
  return found;
}

static bool is_watched(int list, const struct epoll_event *event) {
  ec_lock();
  struct watch *one = watches;
  while (one && (one->list != list || one->event.data.u64 != event->data.u64)) one = one->next;
  ec_unlock();
  return one != NULL;
}

static int wait_in(int list, struct epoll_event *events, int room, int64_t end, const sigset_t *signals) {
  for (;;) {
    int ready = ready_watches(list, events, room);
    if (ready == room) return ready;
    int milliseconds = -1;
    if (ready > 0) milliseconds = 0;
    else if (end != EC_NEVER) {
      int64_t left = end - ec_now();
      milliseconds = left <= 0 ? 0 : left > INT32_MAX * INT64_C(1000000) ? INT32_MAX : (int)((left + 999999) / 1000000);
    }
    int found = EC_REAL(epoll_pwait)(list, events + ready, room - ready, milliseconds, signals);
    if (found < 0 && ready == 0) return found;
    int kept = ready;
    bool woken = false;
    for (int at = ready; at < ready + found; at++) {
      if (is_watched(list, &events[at])) woken = true;
      else events[kept++] = events[at];
    }
    if (kept > 0) return kept;
    ready = ready_watches(list, events, room);
    if (ready > 0 || (end != EC_NEVER && ec_now() >= end)) return ready;
    // It has gone off for something that nobody waits for: not at once again.
    struct timespec pause = {.tv_nsec = 1000000};
    if (woken) nanosleep(&pause, NULL);
  }
}

EC_EXPORT int epoll_pwait(int list, struct epoll_event *events, int room, int milliseconds, const sigset_t *signals) {
  if (!EC_HEAD(watches) || room <= 0)
    return EC_REAL(epoll_pwait)(list, events, room, milliseconds, signals);
  int64_t end = milliseconds < 0 ? EC_NEVER : ec_now() + milliseconds * INT64_C(1000000);
  return wait_in(list, events, room, end, signals);
}

EC_EXPORT int epoll_wait(int list, struct epoll_event *events, int room, int milliseconds) {
  return epoll_pwait(list, events, room, milliseconds, NULL);
}
