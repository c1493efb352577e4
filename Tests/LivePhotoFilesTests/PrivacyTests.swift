import ByteCoding
import FileStorage
import ISOBoxes
import MediaCore
import MovieCoding
import StillCoding
import TestSupport
import Testing

@testable import LivePhotoFiles

/// `edit` and `verify` on pairs whose stills are odd.
@Suite struct PrivacyTests {
  private let folder: TemporaryFolder
  private let pair: SamplePair

  init() throws {
    folder = try TemporaryFolder()
    pair = try SamplePair.good.get()
  }

  private func places(_ path: String) throws -> [String] {
    try ForeignTool.exiftool.attempt(["-a", "-u", "-G1", "-ee3", "-s", "-Location:all", path]).lines
  }

  @Test("the video inside of a still that is a Motion Photo forgets its place, and stays one")
  func videoInside() async throws {
    try folder.write(pair.movie, as: "inside.mov")
    _ = try ForeignTool.exiftool.attempt(
      [
        "-q", "-n", "-overwrite_original", "-Keys:GPSCoordinates=48.2 16.37 171",
        "-UserData:GPSCoordinates=48.2 16.37 171",
        "inside.mov",
      ], in: folder)
    let video = try folder.read("inside.mov")
    var edits = StillEdits()
    edits.motionPhoto = .set(videoLength: video.count, presentationTimestampMicroseconds: 800_000)
    let still = try StillFile.read(ArrayBytes(pair.still)).edited(edits).rope.contents() + video
    let path = try folder.write(still, as: "A.JPG")
    try folder.write(pair.movie, as: "A.MOV")
    #expect(try !places(folder.path("inside.mov")).isEmpty)
    var request = EditRequest(pair: path)
    request.removesLocation = true
    let report = try await LivePhotoFiles().edit(request)
    for file in report.files { #expect(try places(file.path).isEmpty, "\(file.path)") }
    let edited = try StillFile.read(FileBytes(report.files[0].path))
    let motion = try #require(edited.motionPhoto)
    #expect(motion.presentationTimestampMicroseconds == 800_000)
    let inside = try edited.source.slice(motion.videoRange).allBytes()
    let name = try folder.write(inside, as: "inside.mp4")
    #expect(try places(name).isEmpty)
    try ForeignTool.ffmpeg.run(["-v", "error", "-i", name, "-f", "null", "-"])
    let frames = try ForeignTool.ffprobe.run(
      [
        "-v", "error", "-count_packets", "-select_streams", "v", "-show_entries", "stream=nb_read_packets", "-of",
        "csv=p=0",
        name,
      ])
    #expect(frames.lines == ["45"])
  }

  @Test(
    "photographicStylesAreKept: pairs with styles forget their place, alone and together with other edits",
    arguments: [false, true])
  func photographicStylesAreKept(isTurnedAndMute: Bool) async throws {
    let recipe = SamplePair.Recipe()
    let metadata = StillMetadata(
      date: recipe.begins, make: "Linux", model: "Blocks", software: "livecam",
      contentIdentifier: PairIdentifier(uuidString: recipe.identifier),
      location: GeoLocation(latitudeDegrees: 48.2, longitudeDegrees: 16.37))
    let picture = try DriftingBlocks.picture(recipe, frame: recipe.stillFrame)
    try folder.write(
      HEICStill.encoding(metadata, from: picture, settings: .init(preset: "ultrafast")), as: "plain.heic")
    try folder.write(pair.movie, as: "plain.mov")
    try PhotographicStyles.writeList("style", in: folder)
    try PhotographicStyles.write("{'3': bytes(range(256)), '4': 0.5}", as: "curves", in: folder)
    try PhotographicStyles.addLists(
      [(PhotographicStyles.kind, "style")], to: "plain.heic", as: "A.HEIC", in: folder)
    try PhotographicStyles.addTracks(list: "curves", to: "plain.mov", as: "A.MOV", in: folder)
    _ = try ForeignTool.exiftool.attempt(
      ["-q", "-n", "-overwrite_original", "-Keys:GPSCoordinates=48.2 16.37 171", "A.MOV"], in: folder)
    for name in ["A.HEIC", "A.MOV"] { #expect(try !places(folder.path(name)).isEmpty) }
    var request = EditRequest(pair: folder.path("A.HEIC"))
    request.removesLocation = true
    if isTurnedAndMute { (request.removesSound, request.turn) = (true, .right) }
    let report = try await LivePhotoFiles().edit(request)
    #expect(report.notes.isEmpty, "\(report.notes)")
    for file in report.files { #expect(try places(file.path).isEmpty, "\(file.path)") }
    let (still, movie) = (report.files[0].path, report.files[1].path)
    let items = try ForeignTool.python.run([HEIFItems.script, folder.path("A.HEIC"), still, "Exif"])
    #expect(items.lines == ["same"])
    let tracks = try MovieReader().read(FileBytes(movie)).tracks
    #expect(tracks.map(\.handler) == ["vide", "meta", "auxv", "auxv", "auxv", "auxv", "meta"])
    let listing = try ForeignTool.exiftool.run(["-a", "-u", "-G1", "-s", movie]).text
    for map in ["smart-style-linear-thumbnail", "sky", "person", "skin"] {
      #expect(listing.split(separator: "\n").filter { $0.hasSuffix("video-map.\(map)") }.count == 2, "\(listing)")
    }
    #expect(try FileBytes(movie).allBytes().ranges(of: folder.read("curves")).count == 2)
    let verdict = try await LivePhotoFiles().verify(still, movie)
    #expect(verdict[.likeness]?.status == .pass)
    try ForeignTool.ffmpeg.run(["-v", "error", "-i", movie, "-f", "null", "-"])
  }

  @Test("a still of four inks is decoded and compared like any other")
  func inks() async throws {
    // The still's own grey values as black ink, by libturbojpeg: YCCK, with Adobe's segment.
    try folder.write(pair.still, as: "plain.jpg")
    let grey = try ForeignTool.ffmpeg.run(
      ["-v", "error", "-i", "plain.jpg", "-f", "rawvideo", "-pix_fmt", "gray", "-"], in: folder
    ).bytes
    try folder.write(grey, as: "grey")
    let script = """
      import ctypes, sys
      data = bytearray()
      for grey in open('grey', 'rb').read():
          data += bytes((255, 255, 255, grey))
      jpeg = ctypes.CDLL('libturbojpeg.so.0')
      jpeg.tjInitCompress.restype = ctypes.c_void_p
      out, size = ctypes.c_void_p(None), ctypes.c_ulong(0)
      source = (ctypes.c_ubyte * len(data)).from_buffer(data)
      status = jpeg.tjCompress2(
          ctypes.c_void_p(jpeg.tjInitCompress()), source, 320, 0, 240, 11, ctypes.byref(out), ctypes.byref(size), 0, 92, 0)
      assert status == 0
      sys.stdout.buffer.write(ctypes.string_at(out, size.value))
      """
    try folder.write(Array(script.utf8), as: "make.py")
    try folder.write(try ForeignTool.python.run(["make.py"], in: folder).bytes, as: "inks.jpg")
    _ = try ForeignTool.exiftool.attempt(
      ["-q", "-overwrite_original", "-TagsFromFile", "plain.jpg", "-all:all", "-MakerNotes", "inks.jpg"], in: folder)
    let still = try folder.write(try folder.read("inks.jpg"), as: "A.JPG")
    let movie = try folder.write(pair.movie, as: "A.MOV")
    let verdict = try await LivePhotoFiles().verify(still, movie)
    #expect(verdict[.stillDecodes]?.status == .pass, "\(verdict.lines(isVerbose: true))")
    #expect(verdict[.likeness]?.status == .pass, "\(verdict.lines(isVerbose: true))")
    // Broken off, it is found broken.
    let cut = try folder.write(Array(try folder.read("inks.jpg").dropLast(9000)), as: "B.JPG")
    let other = try folder.write(pair.movie, as: "B.MOV")
    #expect(try await LivePhotoFiles().verify(cut, other)[.stillDecodes]?.status == .failure)
  }
}
