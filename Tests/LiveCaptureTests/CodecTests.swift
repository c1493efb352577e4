import CaptureCodecs
import CaptureDevices
import FileStorage
import Foundation
import LiveCapture
import LiveCaptureTesting
import MediaCore
import SceneJudging
import Simulator
import TestSupport
import Testing
import VideoCoding

/// Live Photos of HEIC and HEVC, judged by programs of others.
@Suite(.foreignPrograms) struct CodecTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func setup(_ pixelFormat: PixelFormat = .mjpeg) -> CaptureBench.Setup {
    var setup = CaptureBench.Setup(folder: folder.path, media: .standard)
    setup.video = VideoWish(size: (320, 240), frameRate: 30, pixelFormat: pixelFormat)
    setup.photoCodec = .heic
    setup.movieCodec = .hevc
    setup.session.heicPreset = .ultrafast
    return setup
  }

  /// The still of a capture as a file of that name.
  private func still(_ id: CaptureID, of bench: CaptureBench, as name: String) throws -> String {
    let call = bench.delegate.calls.first { $0.step == .didProcessPhoto && $0.settings.uniqueID == id }
    return try folder.write(try #require(call?.photo?.fileDataRepresentation()), as: name)
  }

  @Test("sound of every rate that microphones have becomes a movie's AAC", arguments: [8_000, 11_025, 22_050, 48_000])
  func soundRates(rate: Int) async throws {
    var setup = CaptureBench.Setup(folder: folder.path, media: .standard)
    setup.audio = AudioWish(sampleRate: rate, channelCount: 1)
    let bench = try await CaptureBench(setup)
    try await bench.run("60v v* 119v")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
    #expect(bench.delegate.calls.allSatisfy { $0.error == nil })
    let sound = try ForeignTool.ffprobe.run([
      "-v", "error", "-select_streams", "a", "-show_entries", "stream=codec_name,sample_rate", "-of", "csv=p=0",
      folder.path("1.mov"),
    ]).lines
    #expect(sound == ["aac,\(rate)"])
  }

  @Test("a pair of HEIC and HEVC holds to every bar", arguments: [PixelFormat.mjpeg, .yuyv, .yu12])
  func pair(pixelFormat: PixelFormat) async throws {
    let bench = try await CaptureBench(setup(pixelFormat))
    try await bench.run("60v")
    let id = try await bench.press(isLive: true)
    try await bench.run("90v |")
    #expect(bench.delegate.timeline == "B1 W1 C1 P1 R1 M1 F1")
    let photo = try #require(bench.delegate.calls.first { $0.step == .didProcessPhoto })
    #expect(photo.photo?.isCameraOriginal == false)
    let still = try still(id, of: bench, as: "IMG_0001.HEIC")
    let movie = folder.path("IMG_0001.MOV")
    try FileManager.default.moveItem(atPath: folder.path("1.mov"), toPath: movie)
    // ffmpeg does not read HEIC before version 7.
    try ForeignTool.heifConvert.run([still, folder.path("decoded.png")])
    let expected = PairExpectation(
      photo.settings, of: bench.scene, postRoll: MediaTime(value: 3, timescale: 2), frameInterval: bench.frameInterval,
      hasSound: true)
    let judgement = try PairJudge().judge(still: folder.path("decoded.png"), movie: movie, against: expected)
    #expect(judgement.violations == [])
    // Raw frames of cameras are of video range; JPEGs, like phones' movies, of full range.
    try judgeMovie(movie, isFullRange: pixelFormat == .mjpeg)
    try judgeStill(still, identifier: try #require(photo.settings.contentIdentifier))
    let script = Project.path("Tests/Tools/check_pair.py")
    let checked = try ForeignTool.python.attempt(["-B", script, still, movie])
    #expect(checked.status == 0, "\(checked.lines.filter { $0.hasPrefix("FAIL") })")
  }

  private func judgeMovie(_ path: String, isFullRange: Bool) throws {
    let entries = "stream=codec_name,codec_tag_string,profile,pix_fmt,color_range,has_b_frames"
    let stream = try ForeignTool.ffprobe.run([
      "-v", "error", "-select_streams", "v", "-show_entries", entries, "-of", "default=noprint_wrappers=1", path,
    ])
    #expect(
      Set(stream.lines) == [
        "codec_name=hevc", "codec_tag_string=hvc1", "profile=Main", "has_b_frames=0",
        "pix_fmt=\(isFullRange ? "yuvj420p" : "yuv420p")", "color_range=\(isFullRange ? "pc" : "tv")",
      ])
    let decoding = try ForeignTool.ffmpeg.attempt(["-v", "error", "-xerror", "-i", path, "-f", "null", "-"])
    #expect(decoding.status == 0 && decoding.errors.isEmpty, "\(decoding.errors)")
    let info = try ForeignTool.mediainfo.run(["--Inform=Video;%Format%,%CodecID%,%colour_range%,%FrameCount%", path])
    #expect(info.text.hasPrefix("HEVC,hvc1,\(isFullRange ? "Full" : "Limited"),"), "\(info.text)")
    #expect(try ForeignTool.exiftool.run(["-s3", "-CompressorName", "-CompressorID", path]).lines == ["HEVC", "hvc1"])
  }

  private func judgeStill(_ path: String, identifier: PairIdentifier) throws {
    let tags = try ForeignTool.exiftool.run([
      "-s3", "-FileType", "-ImageSize", "-MediaGroupUUID", "-ContentIdentifier", "-Software", "-Warning", "-Error",
      path,
    ]).lines
    #expect(tags == ["HEIC", "320x240", identifier.uuidString, "livecam"])
    #expect(try ForeignTool.heifInfo.run([path]).text.contains("thumbnail: ") == false, "it is no larger than one")
  }

  @Test("equal scripts give equal bytes of HEIC and HEVC, whatever the number of threads")
  func determinism() async throws {
    func run(threads: Int) async throws -> ([String: [UInt8]], [[UInt8]]) {
      let files = MemoryFiles()
      var setup = setup()
      setup.files = files
      setup.moviePrefix = ""
      setup.session.videoThreads = threads
      let bench = try await CaptureBench(setup)
      try await bench.run("30v v* 8v v! 5v v* 89v |")
      await bench.session.settle()
      return (files.files, bench.delegate.calls.compactMap { $0.photo?.fileDataRepresentation() })
    }
    let first = try await run(threads: 1)
    #expect(first.0.count == 2 && first.1.count == 3)
    for threads in [1, 3] {
      let again = try await run(threads: threads)
      #expect(again.0.keys.sorted() == first.0.keys.sorted())
      for (name, bytes) in first.0 { #expect(firstDifference(bytes, again.0[name] ?? []) == nil) }
      for (still, other) in zip(first.1, again.1) { #expect(firstDifference(still, other) == nil) }
    }
  }

  @Test("captures of both codecs that overlap are encoded once for each codec, and their movies show the same")
  func mixedOverlap() async throws {
    let bench = try await CaptureBench(setup(.yu12))
    try await bench.run("60v")
    for codec in [VideoCodec.h264, .hevc, .h264, .hevc] {
      try await bench.press(isLive: true, photoCodec: .jpeg, movieCodec: codec)
      try await bench.run("15v")
    }
    try await bench.run("90v |")
    let footage = await bench.session.statistics.footage
    #expect(footage.stretches == 2 && footage.movies == 4)
    // 1.5 s before the first to 1.5 s after the last of each codec, which are 1 s apart, and a frame at either end.
    #expect((240...246).contains(footage.encodedFrames), "\(footage.encodedFrames)")
    let calls = bench.delegate.calls.filter { $0.step == .didProcessPhoto }
    for (number, call) in calls.enumerated() {
      let expected = PairExpectation(
        call.settings, of: bench.scene, postRoll: MediaTime(value: 3, timescale: 2), frameInterval: bench.frameInterval,
        hasSound: true)
      let movie = folder.path("\(number + 1).mov")
      let still = try still(call.settings.uniqueID, of: bench, as: "\(number + 1).jpg")
      #expect(try PairJudge().judge(still: still, movie: movie, against: expected).violations == [])
      let name = try ForeignTool.ffprobe.run([
        "-v", "error", "-select_streams", "v", "-show_entries", "stream=codec_name", "-of", "csv=p=0", movie,
      ])
      #expect(name.lines == [number % 2 == 0 ? "h264" : "hevc"])
    }
  }

  @Test(
    "a turned camera's HEIC stands upright for programs that know nothing of Exif",
    arguments: [
      (Orientation.right, "120x160"), (.down, "160x120"), (.left, "120x160"),
    ])
  func turned(orientation: Orientation, size: String) async throws {
    var setup = setup(.yu12)
    setup.video = VideoWish(size: (160, 120), frameRate: 30, pixelFormat: .yu12)
    let bench = try await CaptureBench(setup)
    try await bench.run("15v")
    let id = try await bench.press(isLive: false, orientation: orientation)
    try await bench.run("15v |")
    let still = try still(id, of: bench, as: "turned.heic")
    try ForeignTool.heifConvert.run([still, folder.path("turned.png")])
    #expect(try ForeignTool.exiftool.run(["-s3", "-ImageSize", folder.path("turned.png")]).lines == [size])
    let exif = try ForeignTool.exiftool.run(["-s3", "-n", "-EXIF:Orientation", still])
    #expect(exif.lines == ["\(orientation.rawValue)"])
  }

  @Test("qualities out of range are refused by name")
  func ranges() async throws {
    let changes: [(String, (inout SessionConfiguration) -> Void)] = [
      ("heicQuality", { $0.heicQuality = 0 }), ("heicQuality", { $0.heicQuality = 101 }),
      ("hevcQuality", { $0.hevcQuality = 0 }), ("hevcQuality", { $0.hevcQuality = 52 }),
    ]
    for (name, change) in changes {
      var setup = setup()
      change(&setup.session)
      let error = await #expect(throws: CaptureError.self) { try await CaptureBench(setup) }
      #expect(error?.code == .invalidSettings && error?.context == name)
    }
  }
}
