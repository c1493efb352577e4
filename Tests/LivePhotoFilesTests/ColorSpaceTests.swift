import MediaCore
import StillCoding
import TestSupport
import Testing

@testable import LivePhotoFiles

/// Colours that are not sRGB's look in what is made of them as they did before: they are converted, or named. zimg and
/// Little CMS say what they should look like, and other programs decode what is made.
@Suite(.foreignPrograms) struct ColorSpaceTests {
  private let folder: TemporaryFolder
  private let patches: ColorPatches
  private let files = LivePhotoFiles()

  init() throws {
    folder = try TemporaryFolder()
    patches = ColorPatches(folder: folder)
  }

  /// The mean difference, to what patches should look like, of what a file shows to a program that heeds its words.
  private func error(_ path: String, _ space: ColorPatches.Space, crop: String = "null") throws -> Double {
    let primaries = try PairProbe.probe(path, "stream=color_primaries", stream: "v:0")
    let way = primaries == "smpte432" ? "\(crop),\(ColorPatches.way(from: .displayP3))" : crop
    let seen = try patches.converted(patches.seen(path, way), byProfileOf: path)
    return ColorPatches.meanError(seen, try patches.expected(space))
  }

  @Test(
    "exports of every colour space look as they should", arguments: ColorPatches.Space.allCases, ExportFormat.allCases)
  func exports(space: ColorPatches.Space, format: ExportFormat) async throws {
    var request = ExportRequest(pair: try patches.movie(space), format: format)
    (request.sheetCount, request.sheetColumns, request.width) = (1, 1, 192)
    let path = try await files.export(request).file.path
    switch format {
    case .webp:
      // ffmpeg does not read moving WebP; pictures that are all alike become one, which dwebp does.
      let frame = folder.path("frame.webp")
      let cut = try ForeignTool("webpmux", package: "webp").attempt(["-get", "frame", "1", path, "-o", frame])
      let plain = folder.path("frame.ppm")
      try ForeignTool("dwebp", package: "webp").run(["-quiet", cut.status == 0 ? frame : path, "-ppm", "-o", plain])
      #expect(try error(plain, space) <= 2)
    case .sheet:
      let corner = ContactSheetLayout(count: 1, columns: 1, width: 192, height: 144).corner(0)
      #expect(try error(path, space, crop: "crop=192:144:\(corner.x):\(corner.y)") <= 2)
    default: #expect(try error(path, space) <= 2)
    }
  }

  @Test("effects convert as well", arguments: [MovieEffect.bounce, .loop])
  func effects(effect: MovieEffect) async throws {
    var request = ExportRequest(pair: try patches.movie(.bt2020), format: .gif)
    (request.effect, request.width) = (effect, 192)
    #expect(try error(try await files.export(request).file.path, .bt2020) <= 2)
  }

  @Test("stills out of a movie, key photos and long exposures, as JPEG", arguments: ColorPatches.Space.allCases)
  func stills(space: ColorPatches.Space) async throws {
    let movie = try patches.movie(space)
    let pair = try await files.assemble(AssembleRequest(photo: nil, movie: movie, output: folder.path("pair")))
    #expect(try error(pair.files[0].path, space) <= 2)
    #expect(pair.notes.contains(StillHalf.mappingNote) == space.isHDR)
    let says = space == .displayP3 ? "65535" : "1"
    #expect(try PairProbe.tags(pair.files[0].path)["[ExifIFD] ColorSpace"] == says)
    for isLong in [false, true] {
      var request = EditRequest(pair: pair.files[0].path)
      (request.isLongExposure, request.name) = (isLong, "edited-\(isLong)")
      if !isLong { request.keyTime = MediaTime(value: 1, timescale: 10) }
      let edited = try await files.edit(request)
      #expect(edited.notes.contains(StillHalf.mappingNote) == space.isHDR)
      let still = edited.files[0].path
      #expect(try error(still, space) <= 2)
      #expect(try PairProbe.tags(still)["[ExifIFD] ColorSpace"] == says)
      let thumbnail = folder.path("thumbnail.jpg")
      try folder.write(try ForeignTool.exiftool.run(["-b", "-ThumbnailImage", still]).bytes, as: "thumbnail.jpg")
      #expect(try error(thumbnail, space) <= 2)
    }
  }

  @Test("key photos in HEIC", arguments: [ColorPatches.Space.displayP3, .bt2020, .pq])
  func heic(space: ColorPatches.Space) async throws {
    let photo = folder.path("photo.heic")
    let png = folder.path("photo.png")
    try ForeignTool.ffmpeg.run(["-v", "error", "-i", try patches.picture(), png])
    _ = try ForeignTool.heifEncoder.attempt([png, "-o", photo])
    let pair = try await files.assemble(
      AssembleRequest(photo: photo, movie: try patches.movie(space), output: folder.path("pair")))
    var request = EditRequest(pair: pair.files[0].path)
    request.keyTime = MediaTime(value: 1, timescale: 10)
    let still = try await files.edit(request).files[0].path
    let decoded = folder.path("decoded.png")
    _ = try ForeignTool.heifConvert.attempt([still, decoded])
    let seen = try patches.converted(patches.seen(decoded), byProfileOf: still)
    #expect(ColorPatches.meanError(seen, try patches.expected(space)) <= 2)
  }

  @Test("a movie that is encoded anew keeps Display P3, and others become BT.709", arguments: ["h264", "hevc"])
  func conversions(codec: String) async throws {
    for space in [ColorPatches.Space.displayP3, .bt2020, .hlg] {
      var request = AssembleRequest(photo: nil, movie: try patches.movie(space), output: folder.path("\(space)"))
      request.codec = try #require(AssembleRequest.Codec(rawValue: codec))
      // HEVC is carried over unless the other codec is asked for.
      guard (space == .displayP3) == (codec == "hevc") else { continue }
      let movie = try await files.assemble(request).files[1].path
      #expect(try error(movie, space) <= 2)
      let primaries = try PairProbe.probe(movie, "stream=color_primaries", stream: "v:0")
      #expect(primaries == (space == .displayP3 ? "smpte432" : "bt709"))
    }
  }
}

extension ColorSpaceTests {
  /// Ways in which a still says what its colours are.
  enum Still: String, CaseIterable {
    case pngProfile, pngPrimaries, pngCodes, pngHDR, webpProfile, lossyWebPProfile, avifProfile, avifCodes, avifBT2020
    case avifHDR

    var space: ColorPatches.Space {
      switch self {
      case .avifBT2020: .bt2020
      case .pngHDR, .avifHDR: .pq
      default: .displayP3
      }
    }
  }

  /// A still of the patches, whose Exif says that they are sRGB where it can have some.
  private func still(_ kind: Still) throws -> String {
    let isDeep = kind == .avifBT2020 || kind == .avifHDR
    let source = try patches.picture(width: isDeep ? 192 : 193, height: isDeep ? 144 : 145)
    let (png, path) = (folder.path("plain.png"), folder.path("still"))
    let profile = try folder.write(ColorProfile.displayP3.bytes, as: "p3.icc")
    try ForeignTool.ffmpeg.run(["-v", "error", "-i", source, png])
    func insert(_ chunk: String, _ data: String) throws {
      try ForeignTool.python.run(["-c", Self.insertion, png, path, chunk, data])
    }
    switch kind {
    case .pngProfile:
      try ForeignTool.exiftool.run(["-q", "-ColorSpace=sRGB", "-ICC_Profile<=\(profile)", "-o", path, png])
    case .pngPrimaries:
      try insert(
        "cHRM", "00007a26" + "00008084" + "000109a0" + "00007d00" + "00006784" + "00010d88" + "00003a98" + "00001770")
    case .pngCodes: try insert("cICP", "0c0d0001")
    case .pngHDR: try insert("cICP", "09100001")
    case .webpProfile, .lossyWebPProfile:
      let options = kind == .webpProfile ? ["-lossless"] : ["-q", "98"]
      try ForeignTool.webpEncoder.run(["-quiet"] + options + [png, "-o", path + "0"])
      _ = try ForeignTool("webpmux", package: "webp").attempt(["-set", "icc", profile, path + "0", "-o", path])
    case .avifProfile:
      try ForeignTool.exiftool.run(["-q", "-overwrite_original", "-ICC_Profile<=\(profile)", png])
      _ = try ForeignTool.heifEncoder.attempt(["-A", "-q", "98", png, "-o", path])
    case .avifCodes, .avifBT2020, .avifHDR:
      let matrix = isDeep ? "bt2020" : "bt709"
      try ForeignTool.ffmpeg.run(
        ["-v", "error", "-i", source, "-frames:v", "1", "-c:v", "libaom-av1", "-still-picture", "1", "-crf", "4"]
          + ["-cpu-used", "8", "-vf"]
          + ["scale=out_color_matrix=\(matrix):out_range=pc,format=\(isDeep ? "yuv420p10le" : "yuv444p")"]
          + ["-color_primaries", kind.space.primaries, "-color_trc", kind.space.transfer, "-colorspace"]
          + [kind.space.matrix, "-color_range", "pc", "-f", "avif", path])
    }
    return path
  }

  /// Puts a chunk in place of all that a PNG says of its colours.
  private static let insertion = """
    import struct, sys, zlib
    png, name, data = open(sys.argv[1], 'rb').read(), sys.argv[3].encode(), bytes.fromhex(sys.argv[4])
    chunk = struct.pack('>I', len(data)) + name + data + struct.pack('>I', zlib.crc32(name + data))
    out, place = png[:33] + chunk, 33
    while place < len(png):
        size = struct.unpack('>I', png[place:place + 4])[0] + 12
        if png[place + 4:place + 8] not in (b'gAMA', b'cHRM', b'sRGB'): out += png[place:place + size]
        place += size
    open(sys.argv[2], 'wb').write(out)
    """

  @Test("PNG, WebP and AVIF keep their colours as JPEG, and Exif says so", arguments: Still.allCases)
  func converted(kind: Still) async throws {
    let pair = try await files.assemble(
      AssembleRequest(photo: try still(kind), movie: try patches.movie(.bt709), output: folder.path("pair")))
    let jpeg = pair.files[0].path
    // Luma and colour differences of 8 bits are coarse for PQ.
    let most = kind == .pngHDR ? 3.0 : 2
    #expect(try error(jpeg, kind.space) <= most)
    let tags = try PairProbe.tags(jpeg)
    #expect(tags["[ExifIFD] ColorSpace"] == (kind.space.isHDR ? "1" : "65535"))
    #expect((tags["[ICC_Profile] ProfileDescription"] == "Display P3") == (kind.space == .displayP3))
    try folder.write(try ForeignTool.exiftool.run(["-b", "-ThumbnailImage", jpeg]).bytes, as: "thumbnail.jpg")
    #expect(try error(folder.path("thumbnail.jpg"), kind.space) <= most)
    // Not one column or row is lost.
    let isOdd = kind != .avifBT2020 && kind != .avifHDR
    #expect(
      tags["[File] ImageWidth"] == (isOdd ? "193" : "192") && tags["[File] ImageHeight"] == (isOdd ? "145" : "144"))
  }

  @Test("the last column and row of odd sizes are in the still, the movie and the exports")
  func oddSizes() async throws {
    // White, with a black last column and row.
    let movie = folder.path("odd.mov")
    try ForeignTool.ffmpeg.run(
      ["-v", "error", "-f", "lavfi", "-i", "color=white:size=193x145:rate=10:duration=0.5,format=rgb24", "-vf"]
        + ["drawbox=x=192:w=1:h=145:c=black:t=fill,drawbox=y=144:w=193:h=1:c=black:t=fill", "-c:v", "png", movie])
    /// The mean brightness of the last column and of the last row.
    func ends(_ path: String) throws -> [Int] {
      try ["crop=1:ih-8:iw-1:0", "crop=iw-8:1:0:ih-1"].map { crop in
        let bytes = try ForeignTool.ffmpeg.attempt([
          "-v", "error", "-i", path, "-frames:v", "1", "-vf", "format=gray,\(crop)", "-f", "rawvideo", "-",
        ]).bytes
        return bytes.isEmpty ? 255 : bytes.reduce(0) { $0 + Int($1) } / bytes.count
      }
    }
    let pair = try await files.assemble(AssembleRequest(photo: nil, movie: movie, output: folder.path("pair")))
    // The encoders of movies want even sizes: the last ones stand twice.
    let tags = try PairProbe.tags(pair.files[0].path)
    #expect(tags["[File] ImageWidth"] == "194" && tags["[File] ImageHeight"] == "146")
    #expect(try ends(pair.files[0].path).allSatisfy { $0 < 30 })
    #expect(try ends(pair.files[1].path).allSatisfy { $0 < 30 })
    for format in [ExportFormat.mp4, .gif, .avif] {
      #expect(
        try ends(try await files.export(ExportRequest(pair: movie, format: format)).file.path).allSatisfy { $0 < 60 })
    }
  }

  @Test("a damaged profile is left out with a word, and one for grey is followed")
  func oddProfiles() async throws {
    let png = folder.path("grey.png")
    try ForeignTool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "color=0x808080:size=64x48,format=gray", "-frames:v", "1", png,
    ])
    let movie = try patches.movie(.bt709)
    for (name, profile, value) in [("damaged", "ff00", 128), ("linear", Self.linearGrey, 188)] {
      try insert(profile: profile, into: png, as: folder.path(name + ".png"))
      let pair = try await files.assemble(
        AssembleRequest(photo: folder.path(name + ".png"), movie: movie, output: folder.path(name)))
      #expect(pair.notes.contains { $0.contains("profile") } == (name == "damaged"))
      let seen = try ForeignTool.ffmpeg.attempt([
        "-v", "error", "-i", pair.files[0].path, "-vf", "format=gray,crop=1:1", "-f", "rawvideo", "-",
      ]).bytes
      #expect(abs(Int(try #require(seen.first)) - value) <= 2)
    }
  }

  @Test("a profile for grey takes no colour from a coloured still, and is told")
  func greyProfileOfColors() async throws {
    let (png, path) = (folder.path("plain.png"), folder.path("coloured.png"))
    try ForeignTool.ffmpeg.run(["-v", "error", "-i", try patches.picture(), png])
    try insert(profile: Self.linearGrey, into: png, as: path)
    let pair = try await files.assemble(
      AssembleRequest(photo: path, movie: try patches.movie(.bt709), output: folder.path("pair")))
    #expect(pair.notes.contains("still: Its colour profile is for grey pictures, and is left out."))
    #expect(try error(pair.files[0].path, .sRGB) <= 2)
  }

  private func insert(profile: String, into png: String, as path: String) throws {
    try ForeignTool.python.run([
      "-c",
      "import zlib, sys\ndata = b'p\\0\\0' + zlib.compress(bytes.fromhex(sys.argv[4]))\nsys.argv[4] = data.hex()\n"
        + Self.insertion,
      png, path, "iCCP", profile,
    ])
  }

  @Test("chromaticities that span no colours are passed over", arguments: ["00000000", "0000823d", "ffffffff"])
  func unsoundPrimaries(number: String) async throws {
    let (png, path) = (folder.path("plain.png"), folder.path("unsound.png"))
    try ForeignTool.ffmpeg.run(["-v", "error", "-i", try patches.picture(), png])
    try ForeignTool.python.run(["-c", Self.insertion, png, path, "cHRM", String(repeating: number, count: 8)])
    let pair = try await files.assemble(
      AssembleRequest(photo: path, movie: try patches.movie(.bt709), output: folder.path("pair")))
    #expect(try error(pair.files[0].path, .sRGB) <= 2)
    #expect(try PairProbe.tags(pair.files[0].path)["[ICC_Profile] ProfileDescription"] == nil)
  }

  /// An ICC profile of grey whose numbers are proportional to light.
  private static let linearGrey: String = {
    func hex(_ text: String) -> String { text.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
    let zeros = { (count: Int) in String(repeating: "00", count: count) }
    let white = "0000f6d6" + "00010000" + "0000d32d"
    let header =
      "000000b0" + zeros(4) + "02100000" + hex("mntrGRAYXYZ ") + zeros(12) + hex("acsp") + zeros(28) + white + zeros(48)
    let table = "00000002" + hex("wtpt") + "0000009c" + "00000014" + hex("kTRC") + "000000b0" + "0000000c"
    let data = hex("XYZ ") + zeros(4) + white + hex("curv") + zeros(8)
    return "000000bc" + (header + table + data).dropFirst(8)
  }()
}
