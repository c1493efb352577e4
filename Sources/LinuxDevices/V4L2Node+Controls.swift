import CV4L2
import CaptureDevices
import Glibc

extension V4L2Node {
  private static let mostControls = 1024
  private static let mostMenuEntries: Int64 = 256

  // Every control that is not disabled, in the order of their numbers. `VIDIOC_QUERY_EXT_CTRL`, and
  // `VIDIOC_QUERYCTRL` for drivers that know only that.
  func controls() -> [DeviceControl] {
    var controls: [DeviceControl] = []
    var id: UInt32 = 0
    for _ in 0..<Self.mostControls {
      guard let next = control(after: id), next.id > id else { break }
      id = next.id
      if next.flags & CV4L2_CTRL_FLAG_DISABLED == 0, next.type != V4L2_CTRL_TYPE_CTRL_CLASS.rawValue {
        controls.append(described(next))
      }
    }
    return controls
  }

  private func control(after id: UInt32) -> v4l2_query_ext_ctrl? {
    var query = v4l2_query_ext_ctrl()
    query.id = id | CV4L2_CTRL_FLAG_NEXT_CTRL
    let errno = attempt(CV4L2_QUERY_EXT_CTRL, &query)
    if errno == 0 { return query }
    guard errno == ENOTTY else { return nil }
    var old = v4l2_queryctrl()
    old.id = id | CV4L2_CTRL_FLAG_NEXT_CTRL
    guard attempt(CV4L2_QUERYCTRL, &old) == 0 else { return nil }
    query.id = old.id
    query.type = old.type
    withUnsafeMutableBytes(of: &query.name) { name in withUnsafeBytes(of: old.name) { name.copyMemory(from: $0) } }
    query.minimum = Int64(old.minimum)
    query.maximum = Int64(old.maximum)
    query.step = UInt64(max(old.step, 0))
    query.default_value = Int64(old.default_value)
    query.flags = old.flags
    return query
  }

  private func described(_ query: v4l2_query_ext_ctrl) -> DeviceControl {
    DeviceControl(
      id: query.id, name: Self.text(query.name), kind: kind(query.type), minimum: query.minimum,
      maximum: query.maximum, step: Int64(clamping: query.step), defaultValue: query.default_value,
      value: value(of: query), menu: menu(of: query))
  }

  private func kind(_ type: UInt32) -> DeviceControl.Kind {
    switch v4l2_ctrl_type(type) {
    case V4L2_CTRL_TYPE_INTEGER, V4L2_CTRL_TYPE_INTEGER64: .integer
    case V4L2_CTRL_TYPE_BOOLEAN: .boolean
    case V4L2_CTRL_TYPE_MENU, V4L2_CTRL_TYPE_INTEGER_MENU: .menu
    case V4L2_CTRL_TYPE_BUTTON: .button
    case V4L2_CTRL_TYPE_STRING: .string
    case V4L2_CTRL_TYPE_BITMASK: .bitmask
    default: .other
    }
  }

  // The present value of a control that is one number. `VIDIOC_G_EXT_CTRLS`, `VIDIOC_G_CTRL` where that is unknown.
  private func value(of query: v4l2_query_ext_ctrl) -> Int64? {
    switch kind(query.type) {
    case .integer, .boolean, .menu, .bitmask: break
    case .button, .string, .other: return nil
    }
    guard query.flags & CV4L2_CTRL_FLAG_WRITE_ONLY == 0 else { return nil }
    var entry = v4l2_ext_control()
    entry.id = query.id
    let errno = withUnsafeMutablePointer(to: &entry) { pointer in
      var list = v4l2_ext_controls()
      list.count = 1
      list.controls = pointer
      return attempt(CV4L2_G_EXT_CTRLS, &list)
    }
    if errno == 0 {
      let isWide = query.type == V4L2_CTRL_TYPE_INTEGER64.rawValue
      return isWide ? entry.value64 : Int64(entry.value)
    }
    guard errno == ENOTTY else { return nil }
    var old = v4l2_control()
    old.id = query.id
    return attempt(CV4L2_G_CTRL, &old) == 0 ? Int64(old.value) : nil
  }

  // The names of a menu's entries; numbers for a menu of numbers. Entries that the driver refuses do not exist.
  private func menu(of query: v4l2_query_ext_ctrl) -> [Int64: String] {
    let isNumbers = query.type == V4L2_CTRL_TYPE_INTEGER_MENU.rawValue
    guard isNumbers || query.type == V4L2_CTRL_TYPE_MENU.rawValue,
      query.minimum >= 0, query.minimum <= query.maximum, query.minimum < Self.mostMenuEntries
    else { return [:] }
    var menu: [Int64: String] = [:]
    for index in query.minimum...min(query.maximum, Self.mostMenuEntries - 1) {
      var entry = v4l2_querymenu()
      entry.id = query.id
      entry.index = UInt32(index)
      guard attempt(CV4L2_QUERYMENU, &entry) == 0 else { continue }
      menu[index] = isNumbers ? "\(entry.value)" : Self.text(entry.name)
    }
    return menu
  }
}
