import CaptureDevices
import MediaCore
import SystemCalls

extension V4L2Catalog {
  func camera(named name: String) throws(DeviceError) -> Camera {
    let (cameras, skipped) = inspectAll()
    if let camera = cameras.first(where: { $0.device.id == name }) { return camera }
    if let path = nodePath(name) {
      if let camera = cameras.first(where: { Folder.resolved($0.path) == path || $0.path == path }) { return camera }
      if let refused = skipped.first(where: { Folder.resolved($0.context) == path || $0.context == path }) {
        throw refused
      }
      throw notFound(name, "There is no camera at this node.", cameras, skipped)
    }
    let wanted = name.lowercased()
    let matching =
      wanted.isEmpty
      ? []
      : cameras.filter { $0.device.name.lowercased().contains(wanted) || $0.device.id.lowercased().contains(wanted) }
    switch matching.count {
    case 1: return matching[0]
    case 0: throw notFound(name, "No camera has this name.", cameras, skipped)
    default: throw notFound(name, "Several cameras have this in their name.", matching, skipped)
    }
  }

  // The node that a path, a link or a number stands for; nil if the name is none of these.
  private func nodePath(_ name: String) -> String? {
    if name.contains("/") { return Folder.resolved(name) ?? name }
    let digits = name.hasPrefix("video") ? name.dropFirst(5) : name[...]
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits) else {
      return nil
    }
    let path = files.path(number)
    return Folder.resolved(path) ?? path
  }

  private func notFound(
    _ name: String, _ problem: String, _ cameras: [Camera], _ skipped: [DeviceError]
  ) -> DeviceError {
    var message = problem
    if cameras.isEmpty {
      message += " No camera was found. Check that one is plugged in."
    } else {
      let list = cameras.map { "\($0.device.id) (\($0.device.name), \($0.path))" }.joined(separator: ", ")
      message += " Name one of these by its identifier or node: \(list)."
    }
    // A camera that this user may not open would otherwise look like none at all.
    for refused in skipped where refused.code == .accessDenied || refused.code == .busy {
      message += " \(refused)"
    }
    return DeviceError(.notFound, context: name, message: message)
  }
}
