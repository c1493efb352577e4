import CaptureCodecs
import CaptureDevices
import CaptureSupport
import LiveCaptureTesting
import MediaCore
import Simulator
import TestSupport
import Testing

@testable import SceneJudging

@Suite struct MovieProbeTests {
  /// Writes 3.2 s of a scene with ffmpeg, sound as AAC, the sound's times moved by `soundDelay` seconds.
  static func movie(in folder: TemporaryFolder, soundDelay: Double = 0) throws -> String {
    let log = try SceneLog(
      duration: .milliseconds(3240), video: VideoWish(size: (320, 240), frameRate: 30, pixelFormat: .yu12),
      audio: AudioWish(), pictures: StandardPictures())
    try folder.write(log.pictureBytes, as: "frames.yuv")
    try folder.write(log.audio.bytes, as: "sound.s16")
    try ForeignTool.ffmpeg.run(
      [
        "-v", "error", "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "320x240", "-r", "30", "-i", "frames.yuv",
        "-itsoffset", "\(soundDelay)", "-f", "s16le", "-ar", "48000", "-ac", "1", "-i", "sound.s16", "-c:v", "libx264",
        "-g", "15", "-c:a", "aac", "movie.mov",
      ], in: folder)
    return folder.path("movie.mov")
  }

  @Test("frames, flashes, beeps and durations are reported as a player has them")
  func report() throws {
    let folder = try TemporaryFolder()
    let report = try MovieProbe().report(onMovie: try Self.movie(in: folder))
    #expect(report.width == 320 && report.height == 240)
    #expect(report.frames.map { $0.code?.frameNumber } == (0..<97).map { UInt32($0) })
    for frame in report.frames {
      let code = try #require(frame.code)
      #expect((frame.time - code.time).magnitude < .milliseconds(1))
    }
    #expect(report.flashes.map { ($0.seconds * 1000).rounded() } == [0, 1000, 2000, 3000])
    #expect(report.beeps.count == 3)
    #expect(report.sync.map(\.second) == [1, 2, 3])
    for reading in report.sync { #expect(reading.offset.magnitude < .milliseconds(1)) }
    #expect(abs((report.videoDuration?.seconds ?? 0) - 97.0 / 30) < 0.001)
    #expect(abs((report.audioDuration?.seconds ?? 0) - 3.24) < 0.03)
    #expect(report.soundRange?.start == .zero)
    #expect(report.sampleRate == 48_000)
  }

  @Test("sound that is late or early is measured", arguments: [0.1, 0.04, -0.06])
  func soundOffset(seconds: Double) throws {
    let folder = try TemporaryFolder()
    let report = try MovieProbe().report(onMovie: try Self.movie(in: folder, soundDelay: seconds))
    #expect(report.sync.count >= 2)
    for reading in report.sync { #expect(abs(reading.offset.seconds - seconds) < 0.002) }
  }

  @Test("what an edit list trims is not shown, and the rest keeps its sync")
  func editList() throws {
    let folder = try TemporaryFolder()
    let whole = try Self.movie(in: folder)
    // Without coding anew, ffmpeg keeps what is needed to decode the first frame and hides it by an edit list.
    try ForeignTool.ffmpeg.run(["-v", "error", "-ss", "0.8", "-i", whole, "-c", "copy", "cut.mov"], in: folder)
    let report = try MovieProbe().report(onMovie: folder.path("cut.mov"))
    let first = try #require(report.frames.first?.code)
    #expect(first.frameNumber == 24)
    #expect((report.frames.first?.time ?? .invalid).magnitude < .milliseconds(40))
    #expect(report.sync.map(\.second) == [1, 2, 3])
    for reading in report.sync { #expect(reading.offset.magnitude < .milliseconds(2)) }
  }

  @Test("a missing program, a missing file and a file that is no movie are clear errors")
  func failures() throws {
    let missing = #expect(throws: ProbeError.self) {
      _ = try MovieProbe(ffmpeg: "no-such-ffmpeg", ffprobe: "no-such-ffprobe").report(onMovie: "x.mov")
    }
    #expect(missing?.code == .toolMissing)
    #expect(missing?.description.contains("apt install ffmpeg") == true)
    let folder = try TemporaryFolder()
    let file = folder.path("x.mov")
    let absent = #expect(throws: ProbeError.self) { _ = try MovieProbe().report(onMovie: file) }
    #expect(absent?.code == .toolFailed)
    #expect(absent?.exitStatus == 1)
    try folder.write("no movie".utf8, as: "x.mov")
    let garbage = #expect(throws: ProbeError.self) { _ = try MovieProbe().report(onMovie: file) }
    #expect(garbage?.code == .toolFailed)
    #expect(throws: ProbeError.self) { _ = try MovieProbe().code(inStill: file) }
  }

  @Test("times are read from ffmpeg's filters, and nonsense among them is passed over")
  func filterLog() {
    let log = FilterLog(
      """
      [Parsed_showinfo_0 @ 0x55] config in time_base: 1/15360, frame_rate: 30/1
      [Parsed_showinfo_0 @ 0x55] n:   0 pts:      0 pts_time:0 pos: 48 fmt:yuv420p
      [Parsed_showinfo_0 @ 0x55]   side data - something
      [Parsed_showinfo_0 @ 0x55] n:   1 pts:   -512 pts_time:-0.0333 duration:512
      [Parsed_showinfo_0 @ 0x55] n:   2 pts: NOPTS pts_time:NOPTS
      [Parsed_showinfo_0 @ 0x55] n:   2 pts:9999999999999999999 x
      [Parsed_ashowinfo_0 @ 0x66] n:0 pts:1024 pts_time:0.02 fmt:fltp channels:1 nb_samples:1000 checksum:1
      [Parsed_ashowinfo_0 @ 0x66] n:1 pts:2024 nb_samples:-3
      """)
    #expect(log.pictureTimes == [.zero, MediaTime(value: -512, timescale: 15_360)])
    #expect(log.soundPieces == [FilterLog.SoundPiece(pts: 1024, count: 1000)])
  }
}
