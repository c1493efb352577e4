// The recorded controls, and events about them, as drivers/media/v4l2-core/v4l2-ctrls-api.c has it.
#include "shim.h"

#include <string.h>
#include <time.h>

enum { SUBSCRIBED = 1, FEEDBACK = 2, PENDING = 4 };

// The control of a number, or the one behind it where the number asks for that.
static const struct ec_control *sought(uint32_t id) {
  const struct ec_world *world = ec_world();
  bool next = id & V4L2_CTRL_FLAG_NEXT_CTRL;
  uint32_t number = next ? id & V4L2_CTRL_ID_MASK : id;
  for (uint32_t at = 0; at < world->index->control_count; at++)
    if (next ? world->controls[at].id > number : world->controls[at].id == number) return &world->controls[at];
  return NULL;
}

static const struct ec_control *find(uint32_t id) { return id & ~V4L2_CTRL_ID_MASK ? NULL : sought(id); }

static uint32_t place_of(const struct ec_control *control) { return (uint32_t)(control - ec_world()->controls); }

static bool is_wide(const struct ec_control *control) { return control->type == V4L2_CTRL_TYPE_INTEGER64; }

static int query_extended(struct v4l2_query_ext_ctrl *request) {
  const struct ec_control *control = sought(request->id);
  if (!control) return -EINVAL;
  *request = (struct v4l2_query_ext_ctrl){.id = control->id,
                                          .type = control->type,
                                          .flags = control->flags,
                                          .minimum = control->minimum,
                                          .maximum = control->maximum,
                                          .step = control->step,
                                          .default_value = control->default_value,
                                          .elem_size = is_wide(control) ? 8 : 4,
                                          .elems = 1};
  memcpy(request->name, control->name, sizeof request->name);
  return 0;
}

static int query(struct v4l2_queryctrl *request) {
  struct v4l2_query_ext_ctrl wide = {.id = request->id};
  if (query_extended(&wide) != 0) return -EINVAL;
  *request = (struct v4l2_queryctrl){.id = wide.id, .type = wide.type, .flags = wide.flags};
  memcpy(request->name, wide.name, sizeof request->name);
  if (wide.type == V4L2_CTRL_TYPE_INTEGER64) return 0;
  request->minimum = (int32_t)wide.minimum;
  request->maximum = (int32_t)wide.maximum;
  request->step = (int32_t)wide.step;
  request->default_value = (int32_t)wide.default_value;
  return 0;
}

static const struct ec_menu_entry *menu_entry(const struct ec_control *control, int64_t value) {
  const struct ec_menu_entry *menu = ec_world()->menu + control->menu_first;
  for (uint32_t at = 0; at < control->menu_count; at++)
    if (menu[at].value == value) return &menu[at];
  return NULL;
}

static int query_menu(struct v4l2_querymenu *request) {
  const struct ec_control *control = find(request->id);
  if (!control || control->type != V4L2_CTRL_TYPE_MENU) return -EINVAL;
  const struct ec_menu_entry *entry = menu_entry(control, request->index);
  if (!entry) return -EINVAL;
  memcpy(request->name, entry->name, sizeof request->name);
  request->reserved = 0;
  return 0;
}

// Makes a value one that the control takes: 0, or a negated error number.
static int fit(const struct ec_control *control, int64_t *value) {
  switch (control->type) {
    case V4L2_CTRL_TYPE_BOOLEAN: *value = *value != 0; return 0;
    case V4L2_CTRL_TYPE_BUTTON: *value = 0; return 0;
    case V4L2_CTRL_TYPE_BITMASK: *value &= control->maximum; return 0;
    case V4L2_CTRL_TYPE_MENU:
      if (*value < control->minimum || *value > control->maximum) return -ERANGE;
      return menu_entry(control, *value) ? 0 : -EINVAL;
    default: break;
  }
  if (*value < control->minimum) *value = control->minimum;
  if (*value > control->maximum) *value = control->maximum;
  if (control->step > 1) {
    uint64_t steps = ((uint64_t)*value - (uint64_t)control->minimum + control->step / 2) / control->step;
    uint64_t most = ((uint64_t)control->maximum - (uint64_t)control->minimum) / control->step;
    *value = control->minimum + (int64_t)((steps < most ? steps : most) * control->step);
  }
  return 0;
}

// Tells every handle that wants to know.
static void tell(const struct ec_handle *changer, uint32_t place) {
  for (struct ec_handle *one = ec_handles(); one; one = one->next) {
    uint8_t wish = one->subscriptions[place];
    if (!(wish & SUBSCRIBED) || (one == changer && !(wish & FEEDBACK))) continue;
    one->subscriptions[place] |= PENDING;
    ec_arm(one, ec_now());
  }
}

static void set(const struct ec_handle *handle, const struct ec_control *control, int64_t value) {
  const uint32_t place = place_of(control);
  if (control->type == V4L2_CTRL_TYPE_BUTTON) return;
  if (atomic_exchange(&ec_world()->shared->values[place], value) != value) tell(handle, place);
}

static int64_t value_of(const struct ec_control *control) {
  return atomic_load(&ec_world()->shared->values[place_of(control)]);
}

enum { MOST_AT_ONCE = 1024 };

// Whether all controls of a list are there and of its class: 0, or a negated error number with the place of the fault.
static int check(struct v4l2_ext_controls *list, bool writes, bool defaults) {
  for (uint32_t at = 0; at < list->count; at++) {
    const struct v4l2_ext_control *entry = &list->controls[at];
    list->error_idx = at;
    uint32_t id = entry->id & V4L2_CTRL_ID_MASK;
    if (list->which && !defaults && V4L2_CTRL_ID2WHICH(id) != list->which) return -EINVAL;
    const struct ec_control *control = find(id);
    if (!control) return -EINVAL;
    if (writes && control->flags & V4L2_CTRL_FLAG_READ_ONLY) return -EACCES;
    if (!writes && !defaults && control->flags & V4L2_CTRL_FLAG_WRITE_ONLY) return -EACCES;
    if (!writes) continue;
    int64_t value = is_wide(control) ? entry->value64 : entry->value;
    int failure = fit(control, &value);
    if (failure) return failure;
  }
  return 0;
}

static bool has_class(uint32_t which) {
  const struct ec_world *world = ec_world();
  for (uint32_t at = 0; at < world->index->control_count; at++)
    if (V4L2_CTRL_ID2WHICH(world->controls[at].id) == which) return true;
  return false;
}

// Reads (`writes` false), tries or sets (`applies`) the controls of a list.
static int several(const struct ec_handle *handle, struct v4l2_ext_controls *list, bool writes, bool applies) {
  bool defaults = list->which == V4L2_CTRL_WHICH_DEF_VAL;
  list->error_idx = list->count;
  if (list->which == V4L2_CTRL_WHICH_REQUEST_VAL || (writes && defaults) || list->count > MOST_AT_ONCE) return -EINVAL;
  if (list->count == 0) return !list->which || defaults || has_class(list->which) ? 0 : -EINVAL;
  if ((uintptr_t)list->controls < 4096) return -EFAULT;
  int failure = check(list, writes, defaults);
  // Which control is at fault is told only to who tries.
  if (!failure || !writes || applies) list->error_idx = list->count;
  for (uint32_t at = 0; at < list->count && !failure; at++) {
    struct v4l2_ext_control *entry = &list->controls[at];
    const struct ec_control *control = find(entry->id & V4L2_CTRL_ID_MASK);
    int64_t value = defaults ? control->default_value : value_of(control);
    if (writes) {
      value = is_wide(control) ? entry->value64 : entry->value;
      fit(control, &value);
    }
    if (applies) set(handle, control, value);
    if (is_wide(control)) entry->value64 = value;
    else entry->value = (int32_t)value;
  }
  return failure;
}

// The calls about a single control: a list of that one, which has no wide value.
static int single(const struct ec_handle *handle, struct v4l2_control *request, bool writes) {
  const struct ec_control *control = find(request->id);
  if (!control || is_wide(control)) return -EINVAL;
  struct v4l2_ext_control entry = {.id = request->id, .value = request->value};
  struct v4l2_ext_controls list = {.count = 1, .controls = &entry};
  int failure = several(handle, &list, writes, writes);
  request->value = entry.value;
  return failure;
}

bool ec_has_event(const struct ec_handle *handle) {
  const struct ec_world *world = ec_world();
  for (uint32_t at = 0; at < world->index->control_count; at++)
    if (handle->subscriptions[at] & PENDING) return true;
  return false;
}

static int subscribe(struct ec_handle *handle, const struct v4l2_event_subscription *request, bool on) {
  if (!on && request->type == V4L2_EVENT_ALL) {
    memset(handle->subscriptions, 0, ec_world()->index->control_count);
    return 0;
  }
  const struct ec_control *control = find(request->id);
  if (request->type != V4L2_EVENT_CTRL || !control) return on ? -EINVAL : 0;
  uint8_t *wish = &handle->subscriptions[place_of(control)];
  if (on && *wish & SUBSCRIBED) return 0;
  *wish = on ? SUBSCRIBED : 0;
  if (on && request->flags & V4L2_EVENT_SUB_FL_ALLOW_FEEDBACK) *wish |= FEEDBACK;
  bool is_class = control->type == V4L2_CTRL_TYPE_CTRL_CLASS;
  if (on && request->flags & V4L2_EVENT_SUB_FL_SEND_INITIAL && !is_class) *wish |= PENDING;
  return 0;
}

static void describe(struct ec_handle *handle, const struct ec_control *control, struct v4l2_event *event) {
  memset(event, 0, sizeof *event);
  event->type = V4L2_EVENT_CTRL;
  event->id = control->id;
  event->sequence = handle->event_sequence++;
  event->u.ctrl.changes = V4L2_EVENT_CTRL_CH_VALUE;
  event->u.ctrl.type = control->type;
  event->u.ctrl.flags = control->flags;
  event->u.ctrl.minimum = (int32_t)control->minimum;
  event->u.ctrl.maximum = (int32_t)control->maximum;
  event->u.ctrl.step = (int32_t)control->step;
  event->u.ctrl.default_value = (int32_t)control->default_value;
  if (is_wide(control)) event->u.ctrl.value64 = value_of(control);
  else event->u.ctrl.value = (int32_t)value_of(control);
  clock_gettime(CLOCK_MONOTONIC, &event->timestamp);
}

// Events come of what this process does to controls: one that waits for another thread's is not kept waiting here.
static int next_event(struct ec_handle *handle, struct v4l2_event *event) {
  const uint32_t count = ec_world()->index->control_count;
  uint32_t place = 0, left = 0;
  while (place < count && !(handle->subscriptions[place] & PENDING)) place++;
  if (place == count) return -ENOENT;
  handle->subscriptions[place] &= (uint8_t)~PENDING;
  for (uint32_t at = 0; at < count; at++) left += (handle->subscriptions[at] & PENDING) != 0;
  describe(handle, &ec_world()->controls[place], event);
  event->pending = left;
  return 0;
}

int ec_control_ioctl(struct ec_handle *handle, uint32_t request, void *argument) {
  switch (request) {
    case VIDIOC_QUERYCTRL: return query(argument);
    case VIDIOC_QUERY_EXT_CTRL: return query_extended(argument);
    case VIDIOC_QUERYMENU: return query_menu(argument);
    case VIDIOC_G_CTRL: return single(handle, argument, false);
    case VIDIOC_S_CTRL: return single(handle, argument, true);
    case VIDIOC_G_EXT_CTRLS: return several(handle, argument, false, false);
    case VIDIOC_TRY_EXT_CTRLS: return several(handle, argument, true, false);
    case VIDIOC_S_EXT_CTRLS: return several(handle, argument, true, true);
    case VIDIOC_SUBSCRIBE_EVENT: return subscribe(handle, argument, true);
    case VIDIOC_UNSUBSCRIBE_EVENT: return subscribe(handle, argument, false);
    case VIDIOC_DQEVENT: return next_event(handle, argument);
    default: return -ENOTTY;
  }
}
