import FileStorage
import Glibc
import MediaCore

/// Measures how fast files get to the disk of a folder, by one that is removed again.
struct DiskTrial {
  let files: any FileStore
  let clock: any MediaClock

  private static let byteCount = 16 << 20
  /// The approximate size in bytes of a Live Photo of 1280x720.
  private static let photoBytes = 4 << 20
  /// The number of photos below which room is considered short.
  private static let fewPhotos = 100

  func finding(_ folder: String, freeBytes: Int?) -> CheckupFinding {
    // A sweep knows the name as one of those that may be left half written.
    let path = "\(folder)/.livecam-doctor-\(getpid()).tmp"
    // Disks that compress would be measured wrongly with zeros.
    var state: UInt64 = 1
    let bytes = (0..<1 << 20).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 56)
    }
    let start = clock.now
    do {
      try files.create(path) { write in
        for _ in 0..<Self.byteCount / bytes.count { try bytes.withUnsafeBytes(write) }
      }
    } catch {
      return CheckupFinding(
        .disk, .lacking, folder, "\(error)", advice: "Name a folder that this user may write to with --output")
    }
    let seconds = max((clock.now - start).seconds, 1e-9)
    // Written it was: what is left of it is swept by the next shoot.
    try? files.remove(path)
    let rate = Double(Self.byteCount) / seconds
    var message = "\(MachineCheckup.rounded(rate / 1e6)) MB/s until they are safe"
    var figures = ["bytesPerSecond": rate]
    guard let freeBytes else { return CheckupFinding(.disk, .ok, folder, message, figures: figures) }
    let photos = freeBytes / Self.photoBytes
    message += ", room for \(MachineCheckup.rounded(Double(freeBytes) / 1e9)) GB or some \(photos) Live Photos"
    figures["freeBytes"] = Double(freeBytes)
    return photos < Self.fewPhotos
      ? CheckupFinding(.disk, .limited, folder, message, advice: "Make room", figures: figures)
      : CheckupFinding(.disk, .ok, folder, message, figures: figures)
  }
}
