import CaptureCodecs
import CaptureDevices
import FileStorage
import Glibc
import LinuxDevices
import LiveCapture
import MediaCore
import Simulator
import SystemCalls
import TestSupport
import Testing

@testable import Checkup

/// What the doctor says of machines that are put together for it.
@Suite struct MachineCheckupTests {
  private let folder: TemporaryFolder
  private let clock = VirtualClock()

  init() throws { folder = try TemporaryFolder() }

  /// A machine that has everything, changed as a test wants it.
  private func findings(
    folder path: String? = nil,
    pace: @escaping @Sendable (VideoCodec, MovieEncoderSettings.Preset) -> Double = { _, _ in 4 },
    change: (inout MachineCheckup.Roles) -> Void = { _ in }
  ) -> [CheckupFinding] {
    var media = CaptureMedia.standard
    media.movies = CostlyMovies(clock: clock) { codec, preset in 1 / 30 / pace(codec, preset) }
    var roles = MachineCheckup.Roles(
      cameras: { [camera("Webcam", nil)] }, microphones: { [microphone(nil)] }, media: media, files: DiskFiles(),
      clock: clock)
    roles.freeBytes = { _ in 100 << 30 }
    roles.steering = { ClockSteering(isSynchronised: true, maximumErrorSeconds: 0.0123) }
    roles.hasProgram = { $0 == "chromium" }
    roles.printers = { ["Canon"] }
    change(&roles)
    var findings: [CheckupFinding] = []
    MachineCheckup(roles).run(folder: path ?? folder.path) { findings.append($0) }
    return findings
  }

  @Test("a machine that has everything lacks nothing, and each area has its line")
  func complete() throws {
    let findings = findings()
    #expect(findings.filter { $0.verdict != .ok }.map(\.line) == [])
    #expect(Set(findings.map(\.area)) == Set(CheckupFinding.Area.allCases))
    let h264 = try #require(findings.first { $0.subject == "H.264" })
    #expect(h264.line == "ok       encoder     H.264: 4.0 times real time at 1280x720, preset veryfast.")
    #expect(abs((h264.figures["pace"] ?? 0) - 4) < 0.01)
    #expect(
      findings.first { $0.area == .camera }?.line
        == "ok       camera      Webcam at /dev/video0: 1 mode, the largest 1280x720; MJPG.")
    #expect(findings.first { $0.area == .clock }?.message == "kept right by a source of time, to 12 ms")
    #expect(try Folder.names(in: folder.path) == [])
  }

  @Test(
    "what is in a camera's way is told with what to do, and is lacking where there is no other",
    arguments: [
      (
        .denied(group: "video"), "members of the group video may", "sudo usermod -aG video \"$USER\", then log in again"
      ),
      (.denied(group: nil), "belongs to root alone", "udev"),
      (.busy([FileHolder(process: 42, name: "obs")]), "in use by obs (process 42)", "Close it"),
      (.busy([]), "a program of another user has it", "sudo fuser -v /dev/video0 tells which; close it"),
      (.inParts, "leaves it to libcamera", "then run libcamerify livecam"),
      (.failed(DeviceError(.system, context: "/dev/video0", message: "Odd.")), "does not answer", "Odd."),
    ] as [(DeviceExamination<VideoDevice>.Obstacle, String, String)])
  func cameras(obstacle: DeviceExamination<VideoDevice>.Obstacle, message: String, advice: String) throws {
    let alone = try #require(DeviceCheck.cameras([camera("Webcam", obstacle)]).first)
    #expect(alone.verdict == .lacking)
    #expect(alone.message.contains(message))
    #expect(alone.advice?.contains(advice) == true)
    let beside = DeviceCheck.cameras([camera("Other", nil), camera("Webcam", obstacle)])
    #expect(beside.map(\.verdict) == [.ok, .limited])
  }

  @Test("a machine that has nothing is told what to get")
  func bare() {
    let findings = findings(change: { roles in
      (roles.cameras, roles.microphones) = ({ [] }, { [] })
      (roles.steering, roles.printers) = ({ ClockSteering(isSynchronised: false, maximumErrorSeconds: 16) }, { nil })
      (roles.hasLibrary, roles.hasProgram) = ({ _ in false }, { _ in false })
      roles.freeBytes = { _ in 50 << 20 }
    })
    #expect(findings.filter { $0.verdict == .lacking }.map(\.area) == [.camera])
    let limited = findings.filter { $0.verdict == .limited && $0.area != .encoder }
    #expect(limited.allSatisfy { $0.advice != nil })
    #expect(Set(limited.map(\.area)) == [.microphone, .library, .disk, .clock, .printer, .browser])
    #expect(limited.contains { $0.line.hasSuffix("sudo apt install libpq5.") })
  }

  @Test("encoders are judged by their pace: the lightest preset decides")
  func slow() throws {
    let heavy: @Sendable (VideoCodec, MovieEncoderSettings.Preset) -> Double = { codec, preset in
      codec == .hevc ? 0.5 : preset == .ultrafast ? 2.5 : 1.1
    }
    let saved = findings(pace: heavy).filter { $0.area == .encoder }
    #expect(saved.first?.message == "2.5 times real time at 1280x720, preset ultrafast")
    #expect(saved.prefix(2).map(\.verdict) == [.ok, .limited])
    #expect(saved.first { $0.subject == "HEVC" }?.advice == "Use --movie-codec h264")
    let late = try #require(findings(pace: { _, _ in 1.5 }).first { $0.subject == "H.264" })
    #expect(late.verdict == .limited)
    let tooSlow = try #require(findings(pace: { _, _ in 0.9 }).first { $0.subject == "H.264" })
    #expect(tooSlow.verdict == .lacking)
    #expect(tooSlow.message.contains("too slow"))
  }

  @Test("a folder that cannot be written to is lacking, by the system's own reason")
  func folderIsMissing() throws {
    let disk = try #require(findings(folder: folder.path("none")).first { $0.area == .disk })
    #expect(disk.verdict == .lacking)
    #expect(disk.message.contains("none"))
  }

  @Test("every optional library is known by its right name: a machine that builds has them all")
  func libraries() {
    for library in OptionalLibrary.all {
      #expect(DynamicLibrary.isAvailable(library.file), "\(library.file)")
    }
  }
}

private func camera(
  _ name: String, _ obstacle: DeviceExamination<VideoDevice>.Obstacle?
) -> DeviceExamination<VideoDevice> {
  let mode = VideoModeCapability(
    pixelFormat: .mjpeg, width: 1280, height: 720, frameIntervals: [MediaTime(value: 1, timescale: 30)])
  let device = VideoDevice(
    id: name, name: name, node: "/dev/video0", identity: DeviceIdentity(serial: nil, portPath: nil, model: name),
    driver: "uvcvideo", modes: [mode], controls: [])
  return DeviceExamination(file: "/dev/video0", device: device, obstacle: obstacle)
}

private func microphone(_ obstacle: DeviceExamination<AudioDevice>.Obstacle?) -> DeviceExamination<AudioDevice> {
  let identity = DeviceIdentity(serial: nil, portPath: nil, model: "Microphone")
  return DeviceExamination(
    file: "/dev/snd/pcmC0D0c",
    device: AudioDevice(
      id: "hw:CARD=Mic,DEV=0", name: "Microphone", pcm: "hw:CARD=Mic,DEV=0", identity: identity, formats: []),
    obstacle: obstacle)
}
