// The log of `livecam emulate --log`: what the camera did and when, a line of JSON for each.
#include "shim.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

void ec_log_open(struct ec_world *world) {
  char path[PATH_MAX + 8];
  snprintf(path, sizeof path, "%s/log", world->folder);
  int before = errno;
  world->log = ec_hidden(EC_REAL(open)(path, O_WRONLY | O_APPEND | O_CLOEXEC));
  errno = before;
}

// One write, so that lines of several processes do not mingle.
void ec_log(const char *event, const char *members, ...) {
  const struct ec_world *world = ec_world();
  if (!world || world->log < 0) return;
  char line[512];
  int64_t now = ec_now();
  int before = errno;
  int count = snprintf(line, sizeof line, "{\"event\": \"%s\", \"time\": %lld.%09lld, \"device\": \"%s\", \"process\": %d",
                       event, (long long)(now / 1000000000), (long long)(now % 1000000000), world->index->node, getpid());
  va_list list;
  va_start(list, members);
  count += vsnprintf(line + count, sizeof line - count, members, list);
  va_end(list);
  if (count < (int)sizeof line - 2) {
    line[count++] = '}';
    line[count++] = '\n';
    // A log that cannot be written is no reason for the camera to stop.
    if (EC_REAL(write)(world->log, line, count) < 0) errno = before;
  }
  errno = before;
}
