import ByteCoding
import FileStorage
import Foundation
import ISOBoxes
import MediaCore
import MovieCoding
import TestSupport
import Testing

@testable import LivePhotoFiles

/// `edit --cut`, whose results hold nothing of what was cut off, and `edit --trim`, which says that its do.
@Suite(.foreignPrograms) struct CutTests {
  private let folder: TemporaryFolder
  private let files = LivePhotoFiles()

  init() throws { folder = try TemporaryFolder() }

  private func seconds(_ value: Double) -> MediaTime { MediaTime(seconds: value, preferredTimescale: 60_000) }

  private func cut(
    _ pair: String, _ start: Double?, _ end: Double?, name: String = "cut",
    _ change: (inout EditRequest) -> Void = { _ in }
  ) async throws -> PairReport {
    var request = EditRequest(pair: pair)
    (request.output, request.name, request.cutsOff) = (folder.path, name, true)
    request.trim = EditTrim(start: start.map(seconds), end: end.map(seconds))
    change(&request)
    let report = try await files.edit(request)
    let verdict = try await files.verify(report.files[0].path, report.files[1].path)
    #expect(verdict.isLivePhoto, "\(verdict.lines(isVerbose: true))")
    #expect(verdict.stillTime == report.stillTime)
    #expect(
      try ForeignTool.exiftool.run(["-s3", "-Keys:ContentIdentifier", report.files[1].path]).lines == [
        report.identifier
      ])
    return report
  }

  /// The pictures that ffmpeg decodes, edit lists aside: all that are in the file.
  private func pictures(_ path: String, keepsEdits: Bool = false) throws -> [String] {
    try ForeignTool.ffmpeg.run([
      "-v", "error", "-ignore_editlist", keepsEdits ? "0" : "1", "-i", path, "-map", "0:v:0", "-vsync", "passthrough",
      "-f", "framehash", "-hash", "md5", "-",
    ]).lines.filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last.map(String.init) }
  }

  /// How alike the pictures of a cut movie and those of the original from `first` on are, in decibels, one by one.
  private func likeness(_ path: String, to original: String, from first: Int) throws -> [Double] {
    let log = folder.path("psnr.log")
    _ = try ForeignTool.ffmpeg.attempt([
      "-v", "error", "-ignore_editlist", "1", "-i", path, "-ignore_editlist", "1", "-i", original, "-lavfi",
      "[1:v:0]trim=start_frame=\(first),setpts=N/30/TB[b];[0:v:0]setpts=N/30/TB[a];[a][b]psnr=shortest=1:stats_file=\(log)",
      "-f", "null", "-",
    ])
    return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").compactMap { line in
      line.split(separator: " ").first { $0.hasPrefix("psnr_y:") }.map { String($0.dropFirst(7)) }
    }.map { $0 == "inf" ? .infinity : Double($0) ?? 0 }
  }

  /// How many samples of a movie's tracks of a kind that lie outside of `range` are bytes of a file. What is also a
  /// sample inside, as silence and steady tones are, does not count.
  private func found(_ kind: FourCC, of original: String, outside range: Range<Double>, in path: String) throws -> Int {
    let source = try FileBytes(original)
    let bytes = Data(try FileBytes(path).allBytes())
    var (inside, outside) = (Set<[UInt8]>(), Set<[UInt8]>())
    for track in try MovieReader().read(source).tracks where track.handler == kind && track.sampleCount < 10_000 {
      let scale = Double(track.timescale)
      for sample in try track.samples() where sample.size > 16 {
        let (time, length) = (Double(sample.presentationTime) / scale, Double(sample.duration) / scale)
        let data = try source.bytes(Int(sample.offset)..<Int(sample.offset) + sample.size)
        if time + length <= range.lowerBound || time >= range.upperBound {
          outside.insert(data)
        } else {
          inside.insert(data)
        }
      }
    }
    let gone = outside.subtracting(inside)
    #expect(!gone.isEmpty || kind == "soun")
    return gone.count { bytes.range(of: Data($0)) != nil }
  }

  @Test("a cut where groups of pictures begin copies them: bit by bit as they were, and nothing besides")
  func phonesAtGroups() async throws {
    var tested = 0
    for pair in LivePhotoFixtures.pairs {
      let movie = try MovieReader().read(FileBytes(pair.movie))
      let still = try #require(movie.stillTime)
      let frames = try movie.shownFrames()
      // Those of open groups cannot end where the next one begins: the movie's end can.
      let syncs = frames.indices.filter { frames[$0].isSync && frames[$0].time < still }
      guard let first = syncs.last, first > 0 else { continue }
      let start = frames[first].time.seconds
      let report = try await cut(pair.still, start, nil, name: FileNames.stem(of: pair.movie))
      let path = report.files[1].path
      #expect(report.notes.contains { $0.contains("as they were") }, "\(report.notes)")
      let all = try pictures(path)
      #expect(all.count == frames.count - first)
      #expect(try all == Array(pictures(pair.movie, keepsEdits: true).dropFirst(first)))
      #expect(report.stillTime == still - frames[first].time)
      #expect(try found("vide", of: pair.movie, outside: start..<100, in: path) == 0)
      #expect(try FileBytes(path).count < FileBytes(pair.movie).count)
      let codecs = try Packets.codecs(pair.movie)
      #expect(try Packets.codecs(path) == codecs)
      tested += 1
    }
    #expect(tested >= (LivePhotoFixtures.phones == nil ? 2 : 5))
  }

  @Test("a cut within groups of pictures shows them all, alike, and nothing before and after")
  func phonesWithinGroups() async throws {
    // In HEVC a picture that hardly changes may be the same few bytes again.
    let pair = try #require(LivePhotoFixtures.pairs.last { $0.still.hasSuffix(".JPG") })
    let movie = try MovieReader().read(FileBytes(pair.movie))
    let still = try #require(movie.stillTime).seconds
    let frames = try movie.shownFrames()
    let first = try #require(frames.firstIndex { !$0.isSync && $0.time.seconds > still - 0.3 })
    let (start, end) = (frames[first].time.seconds, still + 0.2)
    let report = try await cut(pair.still, start, end)
    let path = report.files[1].path
    #expect(report.notes.contains { $0.contains("compressed anew") })
    let count = frames.filter { $0.time.seconds < end && $0.time >= frames[first].time }.count
    #expect(try pictures(path).count == count)
    let likeness = try likeness(path, to: pair.movie, from: first)
    #expect(likeness.count == count && likeness.allSatisfy { $0 > 36 }, "\(likeness)")
    #expect(try found("vide", of: pair.movie, outside: 0..<0, in: path) == 0)
    let times = try Packets.times(path)
    let wanted = frames[first..<first + count].map { $0.time.seconds - start }
    #expect(zip(times, wanted).allSatisfy { abs($0 - $1) < 0.001 }, "\(times) \(wanted)")
  }

  @Test("in a movie of livecam's own the edges alone are compressed anew")
  func ownMovie() async throws {
    let pair = try SamplePair.good.get()
    let still = try folder.write(pair.still, as: "A.JPG")
    let movie = try folder.write(pair.movie, as: "A.MOV")
    // Sync samples are 0, 15, 24, 39.
    let report = try await cut(still, 0.2, 1.3)
    let path = report.files[1].path
    #expect(report.notes.contains { $0.contains("of its 33 pictures 9 at the cut") }, "\(report.notes)")
    let all = try pictures(path)
    #expect(all.count == 33)
    #expect(try Array(all.dropFirst(9)) == Array(pictures(movie)[15..<39]))
    let likeness = try likeness(path, to: movie, from: 6)
    #expect(
      likeness.prefix(9).allSatisfy { $0 > 40 } && likeness.dropFirst(9).allSatisfy { $0 == .infinity }, "\(likeness)")
    #expect(try found("vide", of: movie, outside: 0.5..<1.3, in: path) == 0)
    let description = try MovieReader().read(FileBytes(path)).videoTrack?.sampleTable.first(ListBox.self, "stsd")
    #expect(description?.children.count == 1)
  }

  @Test("a single picture before a group is not put beside it: H.264's decoders may take both for one")
  func onePictureBeforeAGroup() async throws {
    let pair = try SamplePair.good.get()
    let still = try folder.write(pair.still, as: "A.JPG")
    let movie = try folder.write(pair.movie, as: "A.MOV")
    let report = try await cut(still, 14.0 / 30, 1.3)
    #expect(report.notes.contains { $0.contains("its 25 pictures are compressed anew") }, "\(report.notes)")
    #expect(try likeness(report.files[1].path, to: movie, from: 14).allSatisfy { $0 > 40 })
  }

  @Test(
    "sound is what it was, to the sample, and its packets before and after are gone", arguments: ForeignClip.allCases)
  func sound(_ clip: ForeignClip) async throws {
    let source = try clip.make(in: folder, size: "320x240")
    var request = AssembleRequest(photo: nil, movie: source, output: folder.path("pair"))
    request.stillPlace = .time(seconds(1.6))
    let whole = try await files.assemble(request)
    let report = try await cut(whole.files[0].path, 0.72, 2.4)
    let path = report.files[1].path
    func samples(_ path: String) throws -> [Int16] {
      let bytes = try ForeignTool.ffmpeg.run([
        "-v", "error", "-i", path, "-map", "0:a:0", "-ac", "1", "-f", "s16le", "-",
      ]).bytes
      return stride(from: 0, to: bytes.count - 1, by: 2).map {
        Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
      }
    }
    let rate = Double(
      try #require(
        try ForeignTool.ffprobe.run([
          "-v", "error", "-select_streams", "a:0", "-show_entries", "stream=sample_rate", "-of", "csv=p=0", path,
        ]).lines.first.flatMap { Double($0) }))
    let (old, new) = try (samples(whole.files[1].path), samples(path))
    #expect(abs(Double(new.count) / rate - 1.68) < 0.03, "\(new.count)")
    let shift = Int(0.72 * rate)
    // ffmpeg begins to within a sample of where an edit does; the tone tells which.
    let best = (-3...3).map { offset in
      (2000..<20_000).reduce(0) { max($0, abs(Int(new[$1]) - Int(old[$1 + shift + offset]))) }
    }.min()
    #expect(best ?? 100 <= 1, "\(String(describing: best))")
    let movie = try MovieReader().read(FileBytes(path))
    let track = try #require(movie.audioTrack)
    #expect(Double(track.mediaDuration) / rate < 1.68 + 4 * 1024 / rate, "\(track.mediaDuration)")
    #expect(try found("soun", of: whole.files[1].path, outside: 0.65..<2.45, in: path) == 0)
    let frames = try MovieReader().read(FileBytes(whole.files[1].path)).shownFrames()
    let shown = frames.count { $0.time.seconds < 2.4 && ($0.time + $0.duration).seconds > 0.72 }
    #expect(try pictures(path).count == shown)
  }

  @Test(
    "packets of sound before the part stay only where those that are heard are built on them",
    arguments: [("aac", true), ("libmp3lame", true), ("ac3", true), ("alac", false), ("pcm_s16le", false)])
  func leadingSound(codec: String, staysBuiltUp: Bool) async throws {
    // Sound in fragments has a list of sizes, also where all are alike.
    let movie = folder.path("A.MOV")
    _ = try ForeignTool.ffmpeg.attempt(
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=3", "-f", "lavfi", "-i"]
        + ["aevalsrc=0.3*sin(2*PI*(300+100*t)*t):s=48000:d=3", "-c:v", "libx264", "-g", "10", "-c:a", codec]
        + ["-movflags", "frag_keyframe+empty_moov", movie])
    let source = try FileBytes(movie)
    let file = try MovieReader().read(source)
    func cut(_ start: Double) throws -> (first: Double, notes: [String]) {
      var editor = try MovieEditor(file, source: source)
      try editor.trim(to: TimeRange(start: seconds(start), end: seconds(2.4)))
      let notes = try PictureRecoder(file, source: source) { _ in }.cut(&editor) + editor.notes
      let track = try #require(try MovieReader().read(RopeBytes(editor.rope(), name: "cut")).audioTrack)
      let begin = track.edits.map(\.mediaTime).filter { $0 >= 0 }.min() ?? 0
      return (Double(begin) / Double(try track.samples().first?.duration ?? 1), notes)
    }
    let late = try cut(0.8)
    #expect(staysBuiltUp ? (2..<3).contains(late.first) : late.first < 1, "\(late.first)")
    #expect(late.notes.contains { $0.contains("two packets stay, unheard") } == staysBuiltUp)
    #expect(try !cut(0).notes.contains { $0.contains("stay, unheard") })
  }

  @Test("what an earlier trim hides leaves the file, too, and a trim says that it hides")
  func hidden() async throws {
    let pair = try SamplePair.good.get()
    let still = try folder.write(pair.still, as: "A.JPG")
    try folder.write(pair.movie, as: "A.MOV")
    var request = EditRequest(pair: still)
    request.trim = EditTrim(start: seconds(0.5), end: seconds(1.3))
    let trimmed = try await files.edit(request)
    #expect(trimmed.notes.contains { $0.contains("still in the movie's file") && $0.contains("--cut") })
    #expect(try pictures(trimmed.files[1].path).count == 45)
    let report = try await cut(trimmed.files[0].path, 0, nil)
    #expect(try pictures(report.files[1].path).count == 24)
    #expect(report.stillTime == trimmed.stillTime && report.identifier != trimmed.identifier)
  }

  @Test("the movie that a still carries besides goes, too")
  func movieInsideOfTheStill() async throws {
    let pair = try SamplePair.good.get()
    let both = try MotionPhoto.rope(still: ArrayBytes(pair.still), movie: ArrayBytes(pair.movie)).contents()
    let still = try folder.write(both, as: "A.JPG")
    let movie = try folder.write(pair.movie, as: "A.MOV")
    for removesLocation in [false, true] {
      let report = try await cut(still, 0.5, 1.3, name: "cut-\(removesLocation)") {
        $0.removesLocation = removesLocation
      }
      #expect(report.notes.contains { $0.contains("inside of the still is left out") })
      #expect(try found("vide", of: movie, outside: 0.5..<1.3, in: report.files[0].path) == 0)
      #expect(try ForeignTool.exiftool.run(["-a", "-s", "-XMP:all", report.files[0].path]).text == "")
    }
  }

  @Test("pictures of ten bits are not made poorer: they are cut where groups begin, and nowhere else")
  func tenBits() async throws {
    let source = folder.path("deep.mov")
    _ = try ForeignTool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x240:r=25:d=3", "-c:v", "libx265", "-preset", "ultrafast",
      "-x265-params", "log-level=0:keyint=10:min-keyint=10:open-gop=0:bframes=0:scenecut=0", "-pix_fmt", "yuv420p10le",
      "-tag:v",
      "hvc1", source,
    ])
    var request = AssembleRequest(photo: nil, movie: source, output: folder.path("pair"))
    request.stillPlace = .time(seconds(1.6))
    let whole = try await files.assemble(request)
    await #expect {
      _ = try await cut(whole.files[0].path, 0.5, nil)
    } throws: {
      let error = $0 as? LivePhotoError
      return error?.code == .unsupported && error?.message.contains("0.400 s") == true
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("cut") } == [])
    let report = try await cut(whole.files[0].path, 0.4, 2.28)
    #expect(try pictures(report.files[1].path) == Array(pictures(whole.files[1].path)[10..<57]))
  }
}
