import CaptureCodecs
import FileStorage
public import LinuxDevices
public import LiveCapture
public import MediaCore

extension CaptureEnvironment {
  /// Returns the environment of a program on this machine: its clocks and disk, all codecs, and random identifiers.
  ///
  /// Devices are to have the same clock: `DeviceSystem(LinuxCatalog(clock: clock))`.
  public static func system(
    clock: any MediaClock = MonotonicClock(), wallClock: any WallClock = SystemWallClock()
  ) -> CaptureEnvironment {
    CaptureEnvironment(
      clock: clock, wallClock: wallClock, files: DiskFiles(), media: .standard,
      makePairIdentifier: randomPairIdentifier)
  }
}
