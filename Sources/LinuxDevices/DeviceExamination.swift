import CV4L2
package import CaptureDevices
import Glibc
import SystemCalls

/// A camera or microphone of the machine, and what stands in the way of using it.
package struct DeviceExamination<Device: Sendable>: Sendable {
  /// An obstacle to using a device.
  package enum Obstacle: Sendable {
    /// This user may not open the device's file, but a group may; `nil` if it is root's group.
    case denied(group: String?)
    /// Another program uses it: one of these, as far as this user is shown them.
    case busy([FileHolder])
    /// Its driver has no camera ready: the parts of one have to be put together first, as libcamera does.
    case inParts
    /// Something else.
    case failed(DeviceError)
  }

  /// Its file, such as `/dev/video0`; a microphone without one has its PCM.
  package let file: String
  /// The device; `nil` if it did not even tell what it is.
  package let device: Device?
  /// The obstacle to using the device; `nil` if there is none.
  package let obstacle: Obstacle?

  /// Creates an examination from its parts.
  package init(file: String, device: Device?, obstacle: Obstacle?) {
    self.file = file
    self.device = device
    self.obstacle = obstacle
  }

  /// Creates an examination of a device that refuses to be opened.
  init(refused error: DeviceError) {
    let obstacle: Obstacle =
      switch error.code {
      case .accessDenied: .denied(group: DeviceFiles.group(of: error.context))
      case .busy: .busy(FileHolder.holders(of: error.context))
      default: .failed(error)
      }
    self.init(file: error.context, device: nil, obstacle: obstacle)
  }
}

extension DeviceFiles {
  /// The name of the group that a file belongs to, or its number; `nil` for root's, and if it cannot be told.
  static func group(of path: String) -> String? {
    // A file that is gone belongs to nobody.
    guard let group = (try? Folder.status(of: path))?.st_gid, group != 0 else { return nil }
    var (entry, found) = (Glibc.group(), UnsafeMutablePointer<Glibc.group>?.none)
    var text = [CChar](repeating: 0, count: 1 << 14)
    guard getgrgid_r(group, &entry, &text, text.count, &found) == 0, found != nil else { return "\(group)" }
    return String(systemPath: entry.gr_name)
  }
}

extension V4L2Catalog {
  /// Every camera, by identifier, then every node that may be one and does not tell, by number.
  func examine() -> [DeviceExamination<VideoDevice>] {
    let (cameras, skipped) = inspectAll()
    return cameras.map(examine)
      + skipped.filter { ![.unsuitable, .disconnected].contains($0.code) }.map { DeviceExamination(refused: $0) }
  }

  private func examine(_ camera: Camera) -> DeviceExamination<VideoDevice> {
    do throws(DeviceError) {
      let node = try V4L2Node(path: camera.path, calls: calls)
      let isInParts = try node.capability().capabilities & CV4L2_CAP_IO_MC != 0
      // Giving back buffers that nobody has is refused as long as another program has some.
      var none = v4l2_requestbuffers()
      (none.type, none.memory) = (camera.type.rawValue, V4L2_MEMORY_MMAP.rawValue)
      let obstacle: DeviceExamination<VideoDevice>.Obstacle? =
        if node.attempt(CV4L2_REQBUFS, &none) == EBUSY {
          .busy(FileHolder.holders(of: camera.path))
        } else if isInParts { .inParts } else { nil }
      return DeviceExamination(file: camera.path, device: camera.detailed(on: node), obstacle: obstacle)
    } catch { return DeviceExamination(refused: error) }
  }
}

extension ALSACatalog {
  /// Every microphone, in the order of the list; or the file that this user may not open, if there is no other.
  func examine() -> [DeviceExamination<AudioDevice>] {
    do throws(DeviceError) {
      return try audioDevices().map { device in
        let file = identities.node(ofPCM: device.pcm) ?? device.pcm
        let obstacle: DeviceExamination<AudioDevice>.Obstacle? =
          if access(to: device) == .denied {
            .denied(group: DeviceFiles.group(of: file))
          } else if device.formats.isEmpty { .busy(FileHolder.holders(of: file)) } else { nil }
        return DeviceExamination(file: file, device: device, obstacle: obstacle)
      }
    } catch { return [DeviceExamination(refused: error)] }
  }
}

extension LinuxCatalog {
  /// Every camera with what stands in the way of using it; nodes that are no cameras are left out.
  package func examineCameras() -> [DeviceExamination<VideoDevice>] { cameras.examine() }

  /// Every microphone with what stands in the way of using it.
  package func examineMicrophones() -> [DeviceExamination<AudioDevice>] { microphones.examine() }
}
