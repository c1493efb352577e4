package import CaptureDevices
package import FileStorage
package import LinuxDevices
package import LiveCapture
package import MediaCore
import OutsidePrograms
import SystemCalls

/// Looks at everything that taking photos needs from a machine, and measures what depends on its speed.
package struct MachineCheckup {
  /// The parts of a machine that are checked, and the clock that measures their speed.
  package struct Roles {
    /// The cameras, with what stands in the way of using them.
    package var cameras: () -> [DeviceExamination<VideoDevice>]
    /// The microphones, alike.
    package var microphones: () -> [DeviceExamination<AudioDevice>]
    /// The codecs.
    package var media: CaptureMedia
    /// The store in which files are written.
    package var files: any FileStore
    /// Returns the number of bytes that a disk has left, by a path on it; `nil` if unknown.
    package var freeBytes: (String) -> Int? = { FreeSpace.bytes(at: $0) }
    /// The clock that measures speed.
    package var clock: any MediaClock
    /// Returns the state of the machine's clock and how it is synchronized; `nil` if unknown.
    package var steering: () -> ClockSteering? = { ClockSteering() }
    /// Tells whether a shared library, such as `libpq.so.5`, can be loaded.
    package var hasLibrary: (String) -> Bool = { DynamicLibrary.isAvailable($0) }
    /// Tells whether a program is in `PATH`.
    package var hasProgram: (String) -> Bool = { OutsideProgram($0) != nil }
    /// The printers that CUPS knows; `nil` without CUPS.
    package var printers: () -> [String]? = { Self.cupsPrinters() }

    /// Creates roles of this machine with the given devices, codecs, files and clock.
    package init(
      cameras: @escaping () -> [DeviceExamination<VideoDevice>],
      microphones: @escaping () -> [DeviceExamination<AudioDevice>], media: CaptureMedia, files: any FileStore,
      clock: any MediaClock
    ) {
      (self.cameras, self.microphones, self.media, self.files) = (cameras, microphones, media, files)
      self.clock = clock
    }

    private static func cupsPrinters() -> [String]? {
      guard let lpstat = OutsideProgram("lpstat") else { return nil }
      // One that cannot be run, or whose server does not answer, knows no printers.
      guard let ending = try? lpstat.run(["-e"]), ending.status == 0 else { return [] }
      return String(decoding: ending.output, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  let roles: Roles

  /// Creates a checkup.
  package init(_ roles: Roles) { self.roles = roles }

  /// Looks at everything and tells each finding as soon as there is one. `folder` is where photos will be written.
  package func run(folder: String, tell: (CheckupFinding) -> Void) {
    for finding in DeviceCheck.cameras(roles.cameras()) { tell(finding) }
    for finding in DeviceCheck.microphones(roles.microphones()) { tell(finding) }
    EncoderTrial(media: roles.media, clock: roles.clock).run(tell)
    for library in OptionalLibrary.all { tell(library.finding(isThere: roles.hasLibrary(library.file))) }
    tell(DiskTrial(files: roles.files, clock: roles.clock).finding(folder, freeBytes: roles.freeBytes(folder)))
    tell(clock)
    tell(printer)
    tell(browser)
  }

  private var clock: CheckupFinding {
    guard let steering = roles.steering() else {
      return CheckupFinding(.clock, .limited, "date", "the kernel does not tell whether it is kept right")
    }
    guard steering.isSynchronised else {
      return CheckupFinding(
        .clock, .limited, "date", "nothing keeps it right, so photos may carry a wrong one",
        advice: "sudo timedatectl set-ntp true, or install chrony")
    }
    return CheckupFinding(
      .clock, .ok, "date", "kept right by a source of time, to \(Self.rounded(steering.maximumErrorSeconds * 1000)) ms",
      figures: ["maximumErrorSeconds": steering.maximumErrorSeconds])
  }

  private var printer: CheckupFinding {
    guard let printers = roles.printers() else {
      return CheckupFinding(
        .printer, .limited, "CUPS", "not installed, so a booth cannot print", advice: "sudo apt install cups")
    }
    return printers.isEmpty
      ? CheckupFinding(
        .printer, .limited, "CUPS", "it knows no printer", advice: "Add one, at http://localhost:631 or with lpadmin")
      : CheckupFinding(.printer, .ok, "CUPS", printers.joined(separator: ", "))
  }

  private var browser: CheckupFinding {
    let names = ["chromium", "google-chrome", "chromium-browser", "firefox", "firefox-esr"]
    guard let name = names.first(where: roles.hasProgram) else {
      return CheckupFinding(
        .browser, .limited, "browser", "none on this machine, so a booth or view needs another's",
        advice: "sudo apt install chromium")
    }
    return CheckupFinding(.browser, .ok, name, "can show a booth")
  }

  /// A figure with one digit after the point below ten, none above.
  static func rounded(_ value: Double) -> String {
    let tenths = Int((min(value, 1e12) * 10).rounded())
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)"
  }
}
