import CV4L2
import CaptureDevices
import Glibc
import MediaCore
import SystemCalls

extension V4L2Node {
  // The present value of a control. `VIDIOC_G_EXT_CTRLS`, `VIDIOC_G_CTRL` where that is unknown.
  func value(ofControl id: UInt32) throws(DeviceError) -> Int64 {
    let query = try offered(id)
    do throws(SystemError) {
      return try read(query)
    } catch {
      if error.number == EACCES {
        throw refusal(.unsupportedControl, query, "has no value that could be read.", error)
      }
      throw described(error, of: query)
    }
  }

  // Sets a control to a value that it takes. `VIDIOC_S_EXT_CTRLS`, `VIDIOC_S_CTRL` where that is unknown.
  func setControl(_ id: UInt32, to value: Int64) throws(DeviceError) {
    let query = try offered(id)
    try checkFlags(of: query)
    try check(value, of: query)
    do throws(SystemError) {
      _ = try exchange(query, value)
    } catch {
      throw described(error, of: query)
    }
  }

  // What the driver answers for the present value of a control that is one number; EACCES for one that is not.
  func read(_ query: v4l2_query_ext_ctrl) throws(SystemError) -> Int64 {
    let kind = Self.kind(query.type)
    guard [.integer, .boolean, .menu, .bitmask].contains(kind), query.flags & CV4L2_CTRL_FLAG_WRITE_ONLY == 0 else {
      throw SystemError("VIDIOC_G_EXT_CTRLS", EACCES)
    }
    return try exchange(query)
  }

  // Reads the value of a control, or sets it to `value`.
  private func exchange(_ query: v4l2_query_ext_ctrl, _ value: Int64? = nil) throws(SystemError) -> Int64 {
    let isWide = query.type == V4L2_CTRL_TYPE_INTEGER64.rawValue
    let kind = Self.kind(query.type)
    let (all, one) = value == nil ? (CV4L2_G_EXT_CTRLS, CV4L2_G_CTRL) : (CV4L2_S_EXT_CTRLS, CV4L2_S_CTRL)
    let name = value == nil ? "VIDIOC_G" : "VIDIOC_S"
    // Checked before: a bitmask may use the sign's bit, others stay within the range.
    var old = v4l2_control(id: query.id, value: Int32(truncatingIfNeeded: value ?? 0))
    var entry = v4l2_ext_control()
    entry.id = query.id
    if let value, isWide { entry.value64 = value } else { entry.value = old.value }
    let errno = attempt(all, on: &entry)
    if errno == 0 { return isWide ? entry.value64 : Self.wide(entry.value, kind) }
    guard errno == ENOTTY, value == nil || !isWide else { throw SystemError("\(name)_EXT_CTRLS", errno) }
    let failure = attempt(one, &old)
    guard failure == 0 else { throw SystemError("\(name)_CTRL", failure) }
    return Self.wide(old.value, kind)
  }

  // A call about one control, given as a list of that one.
  private func attempt(_ request: UInt, on entry: inout v4l2_ext_control) -> Int32 {
    withUnsafeMutablePointer(to: &entry) { pointer in
      var list = v4l2_ext_controls()
      list.count = 1
      list.controls = pointer
      return attempt(request, &list)
    }
  }

  private static func wide(_ value: Int32, _ kind: DeviceControl.Kind) -> Int64 {
    kind == .bitmask ? Int64(UInt32(bitPattern: value)) : Int64(value)
  }

  // What the driver says of a control that is there and not disabled.
  private func offered(_ id: UInt32) throws(DeviceError) -> v4l2_query_ext_ctrl {
    do throws(SystemError) {
      // With the flag, the question would be for another control.
      let query = id & CV4L2_CTRL_FLAG_NEXT_CTRL == 0 ? try query(control: id) : nil
      guard let query, query.flags & CV4L2_CTRL_FLAG_DISABLED == 0 else {
        throw SystemError("VIDIOC_QUERY_EXT_CTRL", EINVAL)
      }
      return query
    } catch {
      guard [EINVAL, ENOTTY].contains(error.number) else { throw failure(error.number, error.operation) }
      throw DeviceError(
        .unsupportedControl, context: path, operation: error.operation, status: Int(error.number),
        message: "The camera has no control 0x\(String(id, radix: 16)). `livecam devices` lists those it has.")
    }
  }
}

extension V4L2Node {
  private func checkFlags(of query: v4l2_query_ext_ctrl) throws(DeviceError) {
    if query.flags & CV4L2_CTRL_FLAG_READ_ONLY != 0 {
      throw refusal(.invalidControlValue, query, "can only be read: the camera sets it by itself.")
    }
    if query.flags & CV4L2_CTRL_FLAG_GRABBED != 0 {
      throw refusal(
        .invalidControlValue, query,
        "is held in place now, as some are while the camera streams or another program uses it. "
          + "Stop the camera and try again.")
    }
    if query.flags & CV4L2_CTRL_FLAG_INACTIVE != 0 {
      throw refusal(
        .invalidControlValue, query,
        "has no effect now, because an automatic control rules it. Set that one to manual first.")
    }
  }

  private func check(_ value: Int64, of query: v4l2_query_ext_ctrl) throws(DeviceError) {
    let takes: Bool
    switch Self.kind(query.type) {
    case .button: takes = true
    case .boolean: takes = value == 0 || value == 1
    case .bitmask: takes = value >= 0 && value & ~Int64(UInt32(truncatingIfNeeded: query.maximum)) == 0
    case .menu: takes = isWithin(query, value) && menu(of: query)[value] != nil
    case .integer: takes = isWithin(query, value) && isOnStep(query, value)
    case .string, .other: throw refusal(.unsupportedControl, query, "takes no number. Set it by another program.")
    }
    if !takes { throw refusal(.invalidControlValue, query, "takes \(limits(of: query)), not \(value).") }
  }

  private func isWithin(_ query: v4l2_query_ext_ctrl, _ value: Int64) -> Bool {
    let fits = query.type == V4L2_CTRL_TYPE_INTEGER64.rawValue || Int32(exactly: value) != nil
    return fits && value >= query.minimum && value <= query.maximum
  }

  // `value` lies within the range, so that the difference is a plain number, if not always a signed one.
  private func isOnStep(_ query: v4l2_query_ext_ctrl, _ value: Int64) -> Bool {
    query.step < 2 || UInt64(bitPattern: value &- query.minimum) % query.step == 0
  }

  private func limits(of query: v4l2_query_ext_ctrl) -> String {
    switch Self.kind(query.type) {
    case .boolean: return "0 or 1"
    case .bitmask: return "the bits 0x\(String(UInt32(truncatingIfNeeded: query.maximum), radix: 16))"
    case .menu:
      let entries = menu(of: query).sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
      return entries.isEmpty ? "no value" : entries.joined(separator: ", ")
    case .integer, .button, .string, .other:
      let steps = query.step > 1 ? " in steps of \(query.step)" : ""
      return "\(query.minimum)…\(query.maximum)\(steps)"
    }
  }

  // What a driver's error means here, where the numbers stand for something else than at other calls.
  private func described(_ error: SystemError, of query: v4l2_query_ext_ctrl) -> DeviceError {
    switch error.number {
    case EINVAL, ERANGE, EACCES, EPERM:
      refusal(
        .invalidControlValue, query,
        "does not take this value now, though it is within \(limits(of: query)). "
          + "An automatic control may rule it: set that one to manual first.", error)
    case EBUSY:
      refusal(
        .invalidControlValue, query, "is held in place now. Stop the camera, or close the program that uses it.",
        error)
    case EIO, ETIMEDOUT, EPIPE:
      refusal(.system, query, "could not be reached: the camera did not answer. Try again.", error)
    default: failure(error.number, error.operation)
    }
  }

  private func refusal(
    _ code: DeviceError.Code, _ query: v4l2_query_ext_ctrl, _ rest: String, _ cause: SystemError? = nil
  ) -> DeviceError {
    DeviceError(
      code, context: path, operation: cause?.operation, status: cause.map { Int($0.number) },
      message: "The control \(Self.text(query.name)) (0x\(String(query.id, radix: 16))) \(rest)")
  }
}
