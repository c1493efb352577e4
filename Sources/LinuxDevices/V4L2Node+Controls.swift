import CV4L2
import CaptureDevices
import Glibc
import SystemCalls

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
    try? query(control: id | CV4L2_CTRL_FLAG_NEXT_CTRL)  // drivers say by an error that there is none
  }

  // What the driver says of one control, or of the one after it if the number has the flag that asks for that.
  func query(control id: UInt32) throws(SystemError) -> v4l2_query_ext_ctrl {
    var query = v4l2_query_ext_ctrl()
    query.id = id
    let errno = attempt(CV4L2_QUERY_EXT_CTRL, &query)
    if errno == 0 { return query }
    guard errno == ENOTTY else { throw SystemError("VIDIOC_QUERY_EXT_CTRL", errno) }
    var old = v4l2_queryctrl()
    old.id = id
    let failure = attempt(CV4L2_QUERYCTRL, &old)
    guard failure == 0 else { throw SystemError("VIDIOC_QUERYCTRL", failure) }
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
      id: query.id, name: Self.text(query.name), kind: Self.kind(query.type), minimum: query.minimum,
      maximum: query.maximum, step: Int64(clamping: query.step), defaultValue: query.default_value,
      value: try? read(query), menu: menu(of: query))  // what cannot be read, such as a button, has no value
  }

  static func kind(_ type: UInt32) -> DeviceControl.Kind {
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

  // The names of a menu's entries; numbers for a menu of numbers. Entries that the driver refuses do not exist.
  func menu(of query: v4l2_query_ext_ctrl) -> [Int64: String] {
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
