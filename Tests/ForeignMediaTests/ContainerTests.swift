import ByteCoding
import ForeignMedia
import MediaCore
import MovieCoding
import TestSupport
import Testing

@Suite struct ContainerTests {
  static let kinds = [
    ("a.flv", "-c:v libx264 -c:a aac -ar 44100"), ("b.avi", "-c:v libx264 -bf 2 -c:a mp2"),
    ("c.3gp", "-c:v libx264 -c:a aac"), ("d.mpg", "-c:v mpeg2video -c:a mp2"), ("e.wmv", "-c:v wmv2 -c:a wmav2"),
    ("f.m2ts", "-c:v libx264 -c:a ac3"), ("g.h264", "-c:v libx264 -bf 2 -an"), ("h.aac", "-vn -c:a aac"),
    ("i.hevc", "-c:v libx265 -x265-params log-level=none -an"), ("j.nut", "-c:v mpeg4 -c:a flac"),
    ("k.gif", "-an"), ("l.y4m", "-an"), ("m.ogv", "-c:v libtheora -c:a libvorbis"), ("n.mxf", "-c:v mpeg2video -an"),
  ]

  @Test("pictures and sound come out of every kind of file, in order and complete", arguments: kinds)
  func complete(name: String, arguments: String) throws {
    let movie = try ForeignMovie(source: Clips().make(name, arguments))
    if arguments.contains("-vn") {
      #expect(movie.mainVideo == nil)
    } else {
      let reader = try PictureReader(movie)
      var times: [MediaTime] = []
      while let picture = try reader.next() {
        times.append(picture.time)
        // AVI knows when pictures are decoded, not when they are shown: one of them has to wait.
        let tolerance = name.hasSuffix(".avi") ? 0.041 : 0.011
        #expect(abs(picture.duration.seconds - 0.04) < tolerance, "\(name): \(picture.duration)")
      }
      #expect(times.count == 25 && times == times.sorted() && reader.damagedCount == 0, "\(name): \(times.count)")
    }
    guard !arguments.contains("-an") else {
      #expect(movie.mainAudio == nil)
      return
    }
    let reader = try SoundReader(movie)
    var frames = 0
    while let chunk = try reader.next() { frames += chunk.frameCount }
    let seconds = Double(frames) / Double(reader.format.sampleRate)
    #expect(abs(seconds - 1) < 0.12, "\(name): \(seconds) s of sound")
  }

  @Test(
    "H.264 and HEVC with start codes are carried over whole",
    arguments: [
      ("a.avi", "-c:v libx264 -bf 0 -an"), ("b.avi", "-c:v libx264 -bf 2 -an"), ("c.h264", "-c:v libx264 -bf 0 -an"),
      ("d.hevc", "-c:v libx265 -x265-params log-level=none:bframes=0 -an"), ("e.mkv", "-c:v libx264 -bf 2 -an"),
    ])
  func startCodes(name: String, arguments: String) throws {
    let clips = try Clips()
    let movie = try ForeignMovie(source: clips.make(name, arguments))
    let stream = try #require(movie.mainVideo)
    var track = PacketTrack(stream, timescale: 25)
    var count: Int64 = 0
    var withoutTimes = 0
    try movie.forEachPacket { packet in
      if packet.presentationTicks == nil { withoutTimes += 1 }
      // The order of decoding is enough to tell whether the pictures are whole.
      track.packets.append(
        .init(
          data: Array(packet.bytes), decodeTime: count, presentationTime: count, duration: 1, isSync: packet.isKey))
      count += 1
    }
    try clips.folder.write(PacketMovie(tracks: [track]).rope().contents(), as: "copy.mov")
    let hashes = { (name: String) in
      try clips.frames(name, "-map 0:v -pix_fmt yuv420p -vsync passthrough").map(\.hash).sorted()
    }
    #expect(try count == 25 && hashes("copy.mov") == hashes(name), "\(name)")
    // Bare streams have no times at all, and those with B-frames in AVI only some.
    let isBare = !name.hasSuffix(".avi") && !name.hasSuffix(".mkv")
    #expect(isBare || name.hasSuffix(".avi") ? withoutTimes == 25 : withoutTimes == 0, "\(withoutTimes)")
    let order = try movie.displayOrder(of: stream)
    #expect(order.sorted() == Array(0..<25))
    #expect((order == order.sorted()) == !arguments.contains("-bf 2"))
  }
}
