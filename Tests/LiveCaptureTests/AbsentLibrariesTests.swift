import CaptureCodecs
import Diagnostics
import Glibc
import LiveCapture
import LiveCaptureTesting
import MediaCore
import Testing

/// What an output offers on a machine without some of the libraries: the loader does not get them in these processes.
@Suite struct AbsentLibrariesTests {
  /// Has the process begin anew, with the loader finding empty files in place of libraries, or a link to another
  /// library. Returns in the new one.
  ///
  /// The loader reads its folders once, at the start. An exit test's process forgets what it is for as soon as it
  /// knows: so it is told again by the environment that it began with.
  private static func hide(_ names: [String], behind other: String? = nil) throws {
    let folder = "/tmp/livecam-without-libraries.\(getpid())"
    if getenv("LD_LIBRARY_PATH").map({ String(cString: $0).hasPrefix(folder) }) ?? false { return }
    mkdir(folder, 0o755)
    for name in names {
      let file = "\(folder)/\(name)"
      if let other { symlink(other, file) } else { close(creat(file, 0o644)) }
    }
    let (words, variables) = (try strings("/proc/self/cmdline"), try strings("/proc/self/environ"))
    let others = variables.first { $0.hasPrefix("LD_LIBRARY_PATH=") }?.dropFirst(16)
    let path = "LD_LIBRARY_PATH=\(folder)" + (others.map { ":\($0)" } ?? "")
    let environment = variables.filter { !$0.hasPrefix("LD_LIBRARY_PATH=") } + [path]
    execve("/proc/self/exe", words.map { strdup($0) } + [nil], environment.map { strdup($0) } + [nil])
    try #require(Bool(false), "the process could not begin anew: \(errno)")
  }

  private static func strings(_ file: String, separator: Unicode.Scalar = "\0") throws -> [String] {
    let descriptor = open(file, O_RDONLY)
    defer { close(descriptor) }
    var (bytes, part): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 1 << 16))
    while case let count = read(descriptor, &part, part.count), count > 0 { bytes += part.prefix(count) }
    try #require(!bytes.isEmpty)
    return bytes.split(separator: UInt8(ascii: separator)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func endHiding(_ names: [String]) {
    let folder = "/tmp/livecam-without-libraries.\(getpid())"
    for name in names { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  /// Expects the lists, what follows from them, and that a capture as Apple's listings write it succeeds.
  private static func check(_ photos: [PhotoCodec], _ movies: [VideoCodec]) async throws {
    let bench = try CaseBench()
    try await bench.run(hasSound: false)
    let output = bench.output
    try #require(output.availablePhotoCodecTypes == photos)
    try #require(output.availablePhotoFileTypes == photos.map(\.fileType))
    try #require(output.supportedPhotoCodecTypes(for: .heic) == photos.filter { $0 == .heic })
    try #require(output.availableLivePhotoVideoCodecTypes == movies)

    // The listing's idiom: HEIC where there is one, and otherwise what the output has by itself.
    var settings = output.availablePhotoCodecTypes.contains(.heic) ? PhotoSettings(format: .heic) : PhotoSettings()
    settings.isAutoStillImageStabilizationEnabled = output.isStillImageStabilizationSupported
    settings.livePhotoMoviePath = "1.mov"
    settings.livePhotoVideoCodec = output.availableLivePhotoVideoCodecTypes.last
    let id = try await bench.press(settings)
    await bench.advance(3)
    try #require(bench.calls(.didFinish, id).map { $0.error == nil } == [true])

    for codec in PhotoCodec.allCases where !photos.contains(codec) {
      try refuses(bench, PhotoSettings(format: PhotoFormat(codec: codec)), .formatIsAvailable)
    }
    for codec in VideoCodec.allCases where !movies.contains(codec) {
      try refuses(
        bench, PhotoSettings(livePhotoMoviePath: "2.mov", livePhotoVideoCodec: codec), .movieCodecIsAvailable)
    }
    let recorder = MovieFileOutput()
    try #require(recorder.availableVideoCodecTypes.isEmpty)
    try await bench.session.addOutput(recorder)
    try #require(recorder.availableVideoCodecTypes == movies)
    for codec in VideoCodec.allCases where !movies.contains(codec) {
      recorder.videoCodecType = codec
      let refusal = error { () throws(CaptureError) in try recorder.startRecording(to: "3.mov") }
      try #require(refusal?.rule == .movieCodecIsAvailable && refusal?.underlying is CodingError)
    }
  }

  /// Expects a request to be refused before anything has begun.
  private static func refuses(_ bench: CaseBench, _ settings: PhotoSettings, _ rule: ContractRule) throws {
    let count = bench.delegate.calls.count
    let broken = error { () throws(CaptureError) in
      _ = try bench.output.capturePhoto(with: settings, delegate: bench.delegate)
    }
    try #require(broken?.rule == rule && bench.delegate.calls.count == count)
    try #require(broken.map { "\($0)".contains("Install the Debian package lib") } == true)
  }

  /// What a call throws; `nil` if it succeeds.
  private static func error(of call: () throws(CaptureError) -> Void) -> CaptureError? {
    do throws(CaptureError) {
      try call()
      return nil
    } catch { return error }
  }

  @Test("with all libraries there are all codecs")
  func allThere() async {
    await #expect(processExitsWith: .success) { try await AbsentLibrariesTests.check([.jpeg, .heic], [.h264, .hevc]) }
  }

  @Test("without libheif there is no HEIC, and HEVC movies all the same")
  func withoutHEIF() async {
    await #expect(processExitsWith: .success) {
      try AbsentLibrariesTests.hide(["libheif.so.1"])
      try await AbsentLibrariesTests.check([.jpeg], [.h264, .hevc])
      AbsentLibrariesTests.endHiding(["libheif.so.1"])
    }
  }

  @Test("without x265 there are neither HEVC movies nor HEIC, as libheif needs it")
  func withoutX265() async {
    await #expect(processExitsWith: .success) {
      try AbsentLibrariesTests.hide(["libx265.so.199"])
      // That the loader does not get it is what all this rests on.
      #expect(throws: CodingError.self) { try StandardMovies().prepare(.hevc) }
      #expect(throws: CodingError.self) { try StandardStills().prepare(.heic) }
      try await AbsentLibrariesTests.check([.jpeg], [.h264])
      AbsentLibrariesTests.endHiding(["libx265.so.199"])
    }
  }

  @Test("without the encoder of AAC a session with a microphone takes stills alone, and says why")
  func withoutAAC() async {
    await #expect(processExitsWith: .success) {
      try AbsentLibrariesTests.hide(["libvo-aacenc.so.0"])
      let bench = try CaseBench()
      try await bench.run(isLive: false)
      try #require(!bench.output.isLivePhotoCaptureSupported)
      try #require(bench.output.availableLivePhotoVideoCodecTypes.isEmpty)
      let refusal = AbsentLibrariesTests.error { () throws(CaptureError) in
        try bench.output.setLivePhotoCaptureEnabled(true)
      }
      try #require(refusal?.rule == .featureIsSupported)
      try #require(refusal.map { "\($0)".contains("Install the Debian package libvo-aacenc0") } == true)
      try AbsentLibrariesTests.refuses(bench, PhotoSettings(livePhotoMoviePath: "1.mov"), .liveIsEnabled)
      let still = try await bench.press()
      await bench.advance(3)
      try #require(bench.calls(.didFinish, still).map { $0.error == nil } == [true])

      // Without the microphone there is no sound to compress.
      let microphone = try #require(await bench.session.inputs.first { $0.device.mediaType == .audio })
      try await bench.session.removeInput(microphone)
      try bench.output.setLivePhotoCaptureEnabled(true)
      let live = try await bench.pressLive()
      await bench.advance(3)
      try #require(bench.calls(.didFinish, live).map { $0.error == nil } == [true])
      try await bench.session.addInput(microphone)
      try #require(!bench.output.isLivePhotoCaptureEnabled)

      let recorder = MovieFileOutput()
      try await bench.session.addOutput(recorder)
      let refused = AbsentLibrariesTests.error { () throws(CaptureError) in try recorder.startRecording(to: "2.mov") }
      try #require(refused?.rule == .movieCodecIsAvailable && refused?.underlying is CodingError)
      AbsentLibrariesTests.endHiding(["libvo-aacenc.so.0"])
    }
  }

  @Test("the sound's other coding, and its other encoder, do without the library that is missing")
  func otherSound() async {
    await #expect(processExitsWith: .success) {
      try AbsentLibrariesTests.hide(["libvo-aacenc.so.0"])
      for configure in [
        { $0.audioCoding = .linearPCM }, { $0.audioEncoder = .libavcodec },
      ] as [(inout SessionConfiguration) -> Void] {
        let bench = try CaseBench(configure: configure)
        try await bench.run()
        let live = try await bench.pressLive()
        await bench.advance(3)
        try #require(bench.calls(.didFinish, live).map { $0.error == nil } == [true])
      }
      AbsentLibrariesTests.endHiding(["libvo-aacenc.so.0"])
    }
  }

  @Test("a library that is there counts as missing without what it needs")
  func withoutNeeded() async {
    await #expect(processExitsWith: .success) {
      try AbsentLibrariesTests.hide(["libde265.so.0"])
      try await AbsentLibrariesTests.check([.jpeg], [.h264, .hevc])
      AbsentLibrariesTests.endHiding(["libde265.so.0"])
    }
  }

  @Test("a library that is there, and turns out to be another when it is loaded, is missing from then on")
  func unusable() async {
    await #expect(processExitsWith: .success) {
      let lines = try AbsentLibrariesTests.strings("/proc/self/maps", separator: "\n")
      let line = try #require(lines.first { $0.hasSuffix("/libc.so.6") })
      try AbsentLibrariesTests.hide(["libheif.so.1"], behind: line.split(separator: " ").last.map { String($0) })
      try #require(StandardStills().codecs == [.jpeg, .heic])
      #expect(throws: CodingError.self) { try StandardStills().prepare(.heic) }
      try await AbsentLibrariesTests.check([.jpeg], [.h264, .hevc])
      AbsentLibrariesTests.endHiding(["libheif.so.1"])
    }
  }
}
