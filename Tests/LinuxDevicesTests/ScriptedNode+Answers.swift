import CV4L2
import Glibc
import MediaCore

@testable import LinuxDevices

extension ScriptedNode {
  // A question that changes nothing: 0 or a negated error number.
  mutating func answer(_ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
    switch request {
    case CV4L2_QUERYCAP: return answerCapability(&argument.assumingMemoryBound(to: v4l2_capability.self).pointee)
    case CV4L2_ENUM_FMT: return answerFormat(&argument.assumingMemoryBound(to: v4l2_fmtdesc.self).pointee)
    case CV4L2_ENUM_FRAMESIZES: return answerSize(&argument.assumingMemoryBound(to: v4l2_frmsizeenum.self).pointee)
    case CV4L2_ENUM_FRAMEINTERVALS:
      return answerRate(&argument.assumingMemoryBound(to: v4l2_frmivalenum.self).pointee)
    default: return answerControl(request, argument)
    }
  }

  private func answerCapability(_ answer: inout v4l2_capability) -> Int32 {
    Self.write(driver, to: &answer.driver)
    Self.write(card, to: &answer.card)
    Self.write(bus, to: &answer.bus_info)
    // The device as a whole can do more than the node.
    answer.capabilities = capabilities | CV4L2_CAP_DEVICE_CAPS | CV4L2_CAP_VIDEO_CAPTURE
    answer.device_caps = capabilities
    return 0
  }

  private func answerFormat(_ entry: inout v4l2_fmtdesc) -> Int32 {
    guard entry.type == bufferType.rawValue, formats.indices.contains(Int(entry.index)) else { return -EINVAL }
    entry.pixelformat = formats[Int(entry.index)].pixelFormat.fourCC
    return 0
  }

  private func answerSize(_ entry: inout v4l2_frmsizeenum) -> Int32 {
    guard let format = formats.first(where: { $0.pixelFormat.fourCC == entry.pixel_format }) else { return -EINVAL }
    switch format.sizes {
    case .unlisted: return -ENOTTY
    case .range(let range):
      guard entry.index == 0 else { return -EINVAL }
      entry.type = range.step_width > 1 ? V4L2_FRMSIZE_TYPE_STEPWISE.rawValue : V4L2_FRMSIZE_TYPE_CONTINUOUS.rawValue
      entry.stepwise = range
    case .discrete(let sizes):
      guard sizes.indices.contains(Int(entry.index)) else { return -EINVAL }
      entry.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
      (entry.discrete.width, entry.discrete.height) = sizes[Int(entry.index)]
    }
    return 0
  }

  private func answerRate(_ entry: inout v4l2_frmivalenum) -> Int32 {
    guard let format = formats.first(where: { $0.pixelFormat.fourCC == entry.pixel_format }) else { return -EINVAL }
    switch format.rates {
    case .unlisted: return -ENOTTY
    case .range(let range, let type):
      guard entry.index == 0 else { return -EINVAL }
      entry.type = type
      entry.stepwise = range
    case .discrete(let rates):
      guard rates.indices.contains(Int(entry.index)) else { return -EINVAL }
      entry.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
      entry.discrete = rates[Int(entry.index)]
    }
    return 0
  }

  private mutating func answerControl(_ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
    switch request {
    case CV4L2_QUERY_EXT_CTRL:
      guard knowsExtendedControls else { return -ENOTTY }
      let query = argument.assumingMemoryBound(to: v4l2_query_ext_ctrl.self)
      guard let control = control(asked: query.pointee.id) else { return -EINVAL }
      query.pointee.id = control.id
      query.pointee.type = control.type
      Self.write(control.name, to: &query.pointee.name)
      query.pointee.minimum = control.minimum
      query.pointee.maximum = control.maximum
      query.pointee.step = control.step
      query.pointee.default_value = control.defaultValue
      query.pointee.flags = control.flags
    case CV4L2_QUERYCTRL:
      let query = argument.assumingMemoryBound(to: v4l2_queryctrl.self)
      guard let control = control(asked: query.pointee.id) else { return -EINVAL }
      query.pointee.id = control.id
      query.pointee.type = control.type
      Self.write(control.name, to: &query.pointee.name)
      query.pointee.minimum = Int32(clamping: control.minimum)
      // Of a bitmask, the kernel hands on the bits.
      let isBits = control.type == V4L2_CTRL_TYPE_BITMASK.rawValue
      query.pointee.maximum = isBits ? Int32(truncatingIfNeeded: control.maximum) : Int32(clamping: control.maximum)
      query.pointee.step = Int32(clamping: control.step)
      query.pointee.default_value = Int32(clamping: control.defaultValue)
      query.pointee.flags = control.flags
    case CV4L2_QUERYMENU:
      let entry = argument.assumingMemoryBound(to: v4l2_querymenu.self)
      guard let control = controls.first(where: { $0.id == entry.pointee.id }),
        let name = control.menu[Int64(entry.pointee.index)]
      else { return -EINVAL }
      if control.type == V4L2_CTRL_TYPE_INTEGER_MENU.rawValue {
        entry.pointee.value = Int64(name) ?? 0
      } else {
        Self.write(name, to: &entry.pointee.name)
      }
    case CV4L2_G_EXT_CTRLS:
      guard knowsExtendedControls else { return -ENOTTY }
      let list = argument.assumingMemoryBound(to: v4l2_ext_controls.self)
      guard let entry = list.pointee.controls, let control = controls.first(where: { $0.id == entry.pointee.id })
      else { return -EINVAL }
      entry.pointee.value64 = control.value
    case CV4L2_G_CTRL:
      let entry = argument.assumingMemoryBound(to: v4l2_control.self)
      guard let control = controls.first(where: { $0.id == entry.pointee.id }) else { return -EINVAL }
      entry.pointee.value = Int32(clamping: control.value)
    case CV4L2_S_EXT_CTRLS:
      guard knowsExtendedControls else { return -ENOTTY }
      let list = argument.assumingMemoryBound(to: v4l2_ext_controls.self)
      guard let entry = list.pointee.controls,
        let index = controls.firstIndex(where: { $0.id == entry.pointee.id })
      else { return -EINVAL }
      let isWide = controls[index].type == V4L2_CTRL_TYPE_INTEGER64.rawValue
      controls[index].value = isWide ? entry.pointee.value64 : Int64(entry.pointee.value)
    case CV4L2_S_CTRL:
      let entry = argument.assumingMemoryBound(to: v4l2_control.self)
      guard let index = controls.firstIndex(where: { $0.id == entry.pointee.id }) else { return -EINVAL }
      controls[index].value = Int64(entry.pointee.value)
    default: return -ENOTTY
    }
    return 0
  }

  // The control of a number, or with the flag for it the next one.
  private func control(asked id: UInt32) -> Control? {
    guard id & CV4L2_CTRL_FLAG_NEXT_CTRL != 0 else { return controls.first { $0.id == id } }
    let id = id & ~CV4L2_CTRL_FLAG_NEXT_CTRL
    return controls.filter { $0.id > id }.min { $0.id < $1.id }
  }

  private static func write<Field>(_ text: String, to field: inout Field) {
    withUnsafeMutableBytes(of: &field) { bytes in
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
      bytes.copyBytes(from: text.utf8.prefix(bytes.count - 1))
    }
  }
}
