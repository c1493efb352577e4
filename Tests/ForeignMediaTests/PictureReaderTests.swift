import ByteCoding
import ForeignMedia
import MediaCore
import TestSupport
import Testing
import VideoCoding

@Suite struct PictureReaderTests {
  static let kinds = [
    ("a.mp4", "-c:v libx264 -bf 3 -an"),
    ("b.mkv", "-c:v libx265 -x265-params log-level=none -an"),
    ("c.webm", "-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -an"),
    ("d.ts", "-c:v libx264 -bf 2 -muxdelay 0 -an"),
    ("e.mov", "-c:v libx264 -vf select='not(mod(n,3))+gt(n,15)' -vsync vfr -an"),
  ]

  @Test("pictures and their times are ffmpeg's", arguments: kinds)
  func equal(name: String, arguments: String) throws {
    let clips = try Clips()
    let movie = try ForeignMovie(source: clips.make(name, arguments))
    let expected = try clips.frames(name, "-map 0:v -pix_fmt yuv420p -vsync passthrough -copyts -enc_time_base -1")
    let reader = try PictureReader(movie)
    var found: [String] = []
    var times: [Int64] = []
    var end: MediaTime?
    while let picture = try reader.next() {
      found.append(adler32(of: picture.picture))
      times.append(picture.time.value / reader.stream.timeBase.value)
      if let end { #expect(picture.time == end) }
      end = picture.time + picture.duration
    }
    #expect(found == expected.map(\.hash))
    #expect(times == expected.map(\.pts))
    #expect(reader.damagedCount == 0 && reader.fraction == 1)
  }

  @Test(
    "deeper, finer and coloured pixels come out as 8-bit 4:2:0",
    arguments: [
      ("a.mov", "-c:v prores_ks -profile:v 3 -pix_fmt yuv422p10le"), ("b.mkv", "-c:v ffv1 -pix_fmt bgr0"),
      ("c.avi", "-c:v mjpeg -q:v 2 -pix_fmt yuvj444p"),
    ])
  func converted(name: String, arguments: String) throws {
    let clips = try Clips()
    let movie = try ForeignMovie(source: clips.make(name, arguments + " -an"))
    let plain = try ForeignMovie(source: clips.make("plain.mkv", "-c:v ffv1 -an"))
    let options = PictureReader.Options(colorRange: .video)
    let (reader, reference) = (try PictureReader(movie, options: options), try PictureReader(plain, options: options))
    var count = 0
    while let picture = try reader.next(), let wanted = try reference.next() {
      #expect(picture.picture.width == 160 && picture.picture.height == 120 && picture.picture.range == .video)
      let difference = meanDifference(picture.picture, wanted.picture)
      #expect(difference < 3, "\(name): \(difference)")
      count += 1
    }
    #expect(count == 25)
  }

  @Test("a stretch begins with the picture that is shown at its start, and ends before its end")
  func stretch() throws {
    for (name, arguments) in [("a.mp4", "-c:v libx264 -bf 2 -g 8 -an"), ("b.ts", "-c:v libx264 -muxdelay 0 -an")] {
      let clips = try Clips()
      let movie = try ForeignMovie(source: clips.make(name, arguments))
      let offset = movie.mainVideo?.startTime ?? .zero
      func at(_ milliseconds: Int64) -> MediaTime { offset + MediaTime(value: milliseconds, timescale: 1000) }
      let options = PictureReader.Options(range: TimeRange(start: at(450), end: at(640)))
      let reader = try PictureReader(movie, options: options)
      var times: [MediaTime] = []
      while let picture = try reader.next() { times.append(picture.time - offset) }
      #expect(times.map { ($0.seconds * 1000).rounded() } == [440, 480, 520, 560, 600], "\(name)")
      #expect(try movie.picture(at: at(455)).time == at(440))
      #expect(try movie.picture(at: at(90_000)).time == at(960))
      #expect(try movie.picture(at: at(-5000)).time == at(0))
    }
  }

  @Test("pictures come in the size, range and matrix asked for")
  func size() throws {
    let movie = try ForeignMovie(
      source: Clips().make("a.mp4", "-c:v libx264 -an -colorspace bt709 -color_primaries bt709 -color_trc bt709"))
    #expect(movie.mainVideo?.video?.color.matrix == 1)
    let options = PictureReader.Options(size: (80, 60), colorRange: .full, matrix: 6)
    let small = try #require(try PictureReader(movie, options: options).next()).picture
    #expect(small.width == 80 && small.height == 60 && small.range == .full)
    let odd = try #require(try PictureReader(movie, options: .init(size: (81, 61))).next()).picture
    #expect(odd.width == 81 && odd.height == 61)
    #expect(throws: CodingError.self) { try PictureReader(movie, options: .init(size: (0, 60))).next() }
  }

  @Test("the turn is told and not made", arguments: [90, 180, 270])
  func turn(degrees: Int) throws {
    let clips = try Clips()
    _ = try clips.make("a.mp4", "-c:v libx264 -an")
    // ffmpeg changes it in copies only, and counts counter-clockwise.
    let movie = try ForeignMovie(
      source: clips.make(
        "b.mp4", "-c copy -metadata:s:v rotate=\(360 - degrees)", input: "-i \(clips.folder.path("a.mp4"))"))
    #expect(movie.mainVideo?.video?.clockwiseDegrees == degrees && movie.mainVideo?.video?.isMirrored == false)
    #expect(try PictureReader(movie).next()?.picture.width == 160)
  }

  @Test("damaged pictures are left out and counted; nothing but damage is an error")
  func damage() throws {
    var bytes = try Clips().make("a.mkv", "-c:v libx264 -g 5 -an -preset ultrafast -qp 20").contents
    let movie = try ForeignMovie(source: ArrayBytes(bytes))
    var ranges: [Range<Int>] = []
    try movie.forEachPacket { packet in
      let range = try movie.source.range(of: packet.bytes)
      ranges.append(try #require(range))
    }
    for index in ranges[7] { bytes[index] = 0xa5 }
    let reader = try PictureReader(ForeignMovie(source: ArrayBytes(bytes)))
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect((10..<25).contains(count) && reader.damagedCount > 0)
    for range in ranges { for index in range { bytes[index] = 0xa5 } }
    let broken = try ForeignMovie(source: ArrayBytes(bytes))
    let error = #expect(throws: CodingError.self) { try PictureReader(broken, stream: 0).next() }
    #expect(error?.code == .malformed)
  }
}

/// Adler-32 of the planes without padding, as ffmpeg packs them.
func adler32(of picture: I420Picture) -> String {
  picture.withPlanes { planes in
    var runs: [UnsafeRawBufferPointer] = []
    func add(_ plane: UnsafeMutableBufferPointer<UInt8>, _ stride: Int, _ width: Int, _ height: Int) {
      for row in 0..<height {
        runs.append(
          UnsafeRawBufferPointer(UnsafeMutableBufferPointer(rebasing: plane[row * stride..<row * stride + width])))
      }
    }
    add(planes.luma, planes.lumaStride, picture.width, picture.height)
    add(planes.cb, planes.chromaStride, picture.width / 2, picture.height / 2)
    add(planes.cr, planes.chromaStride, picture.width / 2, picture.height / 2)
    return adler32(runs)
  }
}

/// How far the luma of two pictures of one size lies apart on average.
func meanDifference(_ left: I420Picture, _ right: I420Picture) -> Double {
  left.withPlanes { first in
    right.withPlanes { second in
      var sum = 0
      for row in 0..<left.height {
        for column in 0..<left.width {
          sum += abs(
            Int(first.luma[row * first.lumaStride + column]) - Int(second.luma[row * second.lumaStride + column]))
        }
      }
      return Double(sum) / Double(left.width * left.height)
    }
  }
}
