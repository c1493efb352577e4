import Glibc
import MediaCore
import TestSupport
import Testing
import VideoCoding

@Suite struct H265EncoderTests {
  private typealias Coded = (originals: [I420Picture], samples: [EncodedVideoSample], encoder: H265Encoder)

  private func encode(_ count: Int, _ settings: MovieEncoderSettings, sync: Set<Int> = []) throws -> Coded {
    let encoder = try H265Encoder(settings: settings)
    let originals = try (0..<count).map {
      try TestPicture.wave(width: settings.width, height: settings.height, range: settings.range, phase: $0)
    }
    let samples = try originals.enumerated().map { index, picture in
      let time = MediaTime(value: Int64(index), timescale: 30)
      return try encoder.encode(picture, time: time, forceSync: sync.contains(index))
    }
    return (originals, samples, encoder)
  }

  private func stream(_ coded: Coded, from first: Int = 0) throws -> BareStream {
    let (sets, settings) = (coded.encoder.parameterSets, coded.encoder.settings)
    return try BareStream(
      Array(coded.samples[first...]), sets: sets.units, width: settings.width,
      height: settings.height, codec: .hevc)
  }

  @Test(
    "ffmpeg decodes every picture, in order, close to what went in",
    arguments: [[320, 180], [322, 182], [64, 48], [16, 16], [16, 240], [700, 18]], [1, 4])
  func decoding(size: [Int], threads: Int) throws {
    let coded = try encode(
      8, MovieEncoderSettings(width: size[0], height: size[1], range: .full, quality: 16, threads: threads))
    let decoded = try stream(coded).decodedLuma()
    #expect(decoded.count == 8)
    for (picture, original) in zip(decoded, coded.originals) {
      // 6.5 is 40 dB; the wave moves by 3 from picture to picture, so a swapped one would be seen.
      #expect(TestPicture.meanSquare(picture, TestPicture.luma(original)) < 6.5)
    }
  }

  @Test("the smallest pictures are coded with every preset", arguments: MovieEncoderSettings.Preset.allCases)
  func small(preset: MovieEncoderSettings.Preset) throws {
    for (width, height) in [(16, 16), (48, 34)] {
      let coded = try encode(3, MovieEncoderSettings(width: width, height: height, range: .full, preset: preset))
      #expect(try stream(coded).decodedLuma().count == 3)
    }
  }

  @Test("ffprobe reads profile, colours and range", arguments: [(ColorRange.full, "pc"), (.video, "tv")])
  func streamProperties(range: ColorRange, name: String) throws {
    for preset in [MovieEncoderSettings.Preset.ultrafast, .medium] {
      let coded = try encode(3, MovieEncoderSettings(width: 322, height: 182, range: range, preset: preset))
      let found = Set(try stream(coded).probed(["-show_streams", "-of", "default=noprint_wrappers=1"]))
      let expected: Set = [
        "profile=Main", "width=322", "height=182", "has_b_frames=0", "color_range=\(name)",
        "color_primaries=bt709", "color_transfer=bt709", "color_space=smpte170m", "r_frame_rate=30/1",
        "pix_fmt=\(range == .full ? "yuvj420p" : "yuv420p")",
      ]
      #expect(expected.subtracting(found) == [], "\(preset)")
    }
  }

  @Test("sync samples come first, where forced, and after the interval; they are IDR pictures, and ffprobe agrees")
  func syncSamples() throws {
    let coded = try encode(
      30, MovieEncoderSettings(width: 64, height: 48, range: .full, keyframeIntervalFrames: 10), sync: [7, 8])
    #expect(coded.samples.indices.filter { coded.samples[$0].isSync } == [0, 7, 8, 18, 28])
    for sample in coded.samples {
      let kinds = try #require(sample.units).map { $0[0] >> 1 & 0x3f }
      #expect(kinds.count == 1 && kinds.allSatisfy { sample.isSync ? 19...20 ~= $0 : $0 <= 1 }, "\(kinds)")
    }
    let lines = try stream(coded).probed(["-show_entries", "frame=key_frame", "-of", "csv=p=0"])
    #expect(lines.map { $0.hasPrefix("1") } == coded.samples.map(\.isSync))
  }

  @Test("a movie cut at a forced sync sample decodes from there")
  func cutting() throws {
    let coded = try encode(
      20, MovieEncoderSettings(width: 64, height: 48, range: .full, quality: 16, keyframeIntervalFrames: 250), sync: [9]
    )
    let decoded = try stream(coded, from: 9).decodedLuma()
    #expect(decoded.count == 11)
    #expect(TestPicture.meanSquare(try #require(decoded.first), TestPicture.luma(coded.originals[9])) < 6.5)
  }

  @Test("every preset gives each sample at once, with its time", arguments: MovieEncoderSettings.Preset.allCases)
  func noDelay(preset: MovieEncoderSettings.Preset) throws {
    let coded = try encode(4, MovieEncoderSettings(width: 128, height: 96, range: .full, preset: preset))
    #expect(coded.samples.map(\.time) == (0..<4).map { MediaTime(value: $0, timescale: 30) })
    #expect(try stream(coded).decodedLuma().count == 4)
  }

  @Test(
    "small pictures give the same bytes, whatever was in memory before", arguments: [[48, 48], [64, 48], [96, 96]])
  func freshMemory(size: [Int]) throws {
    let settings = MovieEncoderSettings(width: size[0], height: size[1], range: .full, preset: .ultrafast, threads: 1)
    let streams = try (0..<10).map { round in
      let blocks = (0..<64).map { index in
        let count = 1 << (6 + index % 14)
        return malloc(count).flatMap { memset($0, Int32(round * 23 + index), count) }
      }
      for block in blocks { free(block) }
      return try encode(20, settings).samples.map(\.bytes)
    }
    #expect(streams.allSatisfy { $0 == streams[0] })
  }

  @Test(
    "the same pictures give the same bytes, with any number of threads",
    arguments: [
      MovieEncoderSettings.Preset.ultrafast, .superfast, .medium,
    ])
  func determinism(preset: MovieEncoderSettings.Preset) throws {
    let streams = try [1, 2, 2, 4, 7].map { threads in
      let settings = MovieEncoderSettings(width: 320, height: 240, range: .full, preset: preset, threads: threads)
      return try stream(encode(12, settings)).bytes
    }
    for other in streams.dropFirst() { #expect(firstDifference(streams[0], other) == nil) }
  }

  @Test("two encoders of unlike sizes work side by side")
  func sideBySide() throws {
    let sizes = [(320, 240), (64, 48)]
    let alone = try sizes.map { size in
      try encode(6, MovieEncoderSettings(width: size.0, height: size.1, range: .full)).samples
    }
    let encoders = try sizes.map { size in
      try H265Encoder(settings: MovieEncoderSettings(width: size.0, height: size.1, range: .full))
    }
    for index in 0..<6 {
      for (encoder, expected) in zip(encoders, alone) {
        let picture = try TestPicture.wave(
          width: encoder.settings.width, height: encoder.settings.height, range: .full, phase: index)
        let sample = try encoder.encode(picture, time: expected[index].time)
        #expect(firstDifference(sample.bytes, expected[index].bytes) == nil)
      }
    }
  }

  @Test("no sample names the library or repeats the parameter sets")
  func noNotes() throws {
    let coded = try encode(6, MovieEncoderSettings(width: 64, height: 48, range: .full, keyframeIntervalFrames: 2))
    for sample in coded.samples {
      #expect(try #require(sample.units).allSatisfy { $0[0] >> 1 & 0x3f < 32 })
      #expect(!String(decoding: sample.bytes, as: UTF8.self).contains("x265"))
    }
  }

  @Test("the configuration record repeats the parameter sets as ISO/IEC 14496-15 lays them out")
  func configurationRecord() throws {
    let sets = try H265Encoder(settings: MovieEncoderSettings(width: 64, height: 48, range: .full)).parameterSets
    let record = sets.decoderConfiguration
    // Main profile, tier 0; compatible with Main and Main 10; progressive frames only.
    #expect(record.prefix(6) == [1, 1, 0x60, 0, 0, 0])
    #expect(record[6] & 0x80 == 0x80)
    #expect(Array(record[13..<21]) == [0xf0, 0, 0xfc, 0xfd, 0xf8, 0xf8, 0, 0])
    // One layer that may be nested; four bytes of length; three arrays.
    #expect(record[21] == 0x0f && record[22] == 3)
    var rest = record[23...]
    for (type, unit) in zip(UInt8(32)...34, sets.units) {
      #expect(Array(rest.prefix(5 + unit.count)) == [0x80 | type, 0, 1, 0, UInt8(unit.count)] + unit)
      rest = rest.dropFirst(5 + unit.count)
    }
    #expect(rest.isEmpty)
    let (video, sequence, picture) = (sets.units[0], sets.units[1], sets.units[2])
    #expect(ParameterSets(.hevc, [video, sequence, picture]) == sets)
    #expect(ParameterSets(.hevc, [[], [], []]) == nil)
    #expect(ParameterSets(.hevc, [sequence, video, picture]) == nil)
    #expect(ParameterSets(.hevc, [video, Array(sequence.prefix(9)), picture]) == nil)
  }

  @Test("settings that cannot be and pictures that do not belong are errors")
  func refusals() throws {
    let good = MovieEncoderSettings(width: 64, height: 48, range: .full)
    let changes: [(inout MovieEncoderSettings) -> Void] = [
      { $0.width = 63 }, { $0.height = 14 }, { $0.width = 100_000 }, { $0.quality = 52 }, { $0.quality = 0.9 },
      { $0.quality = .nan }, { $0.threads = 0 }, { $0.keyframeIntervalFrames = 0 }, { $0.frameInterval = .zero },
      { $0.frameInterval = .indefinite }, { $0.frameInterval = MediaTime(value: .max, timescale: 1) },
    ]
    for change in changes {
      var settings = good
      change(&settings)
      let error = try #require(throws: CodingError.self) { try H265Encoder(settings: settings) }
      #expect(error.code == .invalidSetting)
    }
    let encoder = try H265Encoder(settings: good)
    for picture in [
      try TestPicture.wave(width: 64, height: 46, range: .full),
      try TestPicture.wave(width: 64, height: 48, range: .video),
    ] {
      #expect(throws: CodingError.self) { try encoder.encode(picture, time: .zero) }
    }
  }
}
