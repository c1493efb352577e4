import MediaCore
import TestSupport
import Testing
import VideoCoding

struct H264EncoderTests {
  private func pictures(_ count: Int, _ settings: MovieEncoderSettings) throws -> [I420Picture] {
    try (0..<count).map {
      try TestPicture.wave(width: settings.width, height: settings.height, range: settings.range, phase: $0)
    }
  }

  private func encode(
    _ pictures: [I420Picture], _ settings: MovieEncoderSettings, sync: Set<Int> = []
  ) throws -> (samples: [EncodedVideoSample], sets: ParameterSets) {
    let encoder = try H264Encoder(settings: settings)
    let samples = try pictures.enumerated().map { index, picture in
      let time = MediaTime(value: Int64(index), timescale: 30)
      return try encoder.encode(picture, time: time, forceSync: sync.contains(index))
    }
    return (samples, encoder.parameterSets)
  }

  private func stream(
    _ samples: [EncodedVideoSample], _ sets: ParameterSets, _ settings: MovieEncoderSettings
  ) throws -> BareStream {
    try BareStream(
      samples, sets: sets.units, width: settings.width, height: settings.height, codec: .h264)
  }

  @Test(
    "ffmpeg decodes every picture, in order, close to what went in",
    arguments: [[320, 180], [322, 182], [64, 48]], [1, 2, 4])
  func decoding(size: [Int], threads: Int) throws {
    let settings = MovieEncoderSettings(width: size[0], height: size[1], range: .full, threads: threads)
    let originals = try pictures(12, settings)
    let (samples, sets) = try encode(originals, settings)
    let decoded = try stream(samples, sets, settings).decodedLuma()
    #expect(decoded.count == originals.count)
    for (picture, original) in zip(decoded, originals) {
      // 6.5 is 40 dB; the wave moves by 3 from picture to picture, so a swapped one would be seen.
      #expect(TestPicture.meanSquare(picture, TestPicture.luma(original)) < 6.5)
    }
  }

  @Test("ffprobe reads profile, colours and range", arguments: [(ColorRange.full, "pc"), (.video, "tv")])
  func streamProperties(range: ColorRange, name: String) throws {
    for preset in [MovieEncoderSettings.Preset.ultrafast, .veryfast] {
      let settings = MovieEncoderSettings(width: 322, height: 182, range: range, preset: preset)
      let (samples, sets) = try encode(pictures(3, settings), settings)
      let found = Set(
        try stream(samples, sets, settings).probed(["-show_streams", "-of", "default=noprint_wrappers=1"]))
      let expected: Set = [
        "profile=High", "width=322", "height=182", "has_b_frames=0", "color_range=\(name)",
        "color_primaries=bt709", "color_transfer=bt709", "color_space=smpte170m", "r_frame_rate=30/1",
        "pix_fmt=\(range == .full ? "yuvj420p" : "yuv420p")",
      ]
      #expect(expected.subtracting(found) == [], "\(preset)")
    }
  }

  @Test("sync samples come first, where forced, and after the interval; ffprobe agrees")
  func syncSamples() throws {
    let settings = MovieEncoderSettings(width: 64, height: 48, range: .full, keyframeIntervalFrames: 10)
    let (samples, sets) = try encode(pictures(30, settings), settings, sync: [7, 8])
    let expected = (0..<30).filter { [0, 7, 8, 18, 28].contains($0) }
    #expect(samples.indices.filter { samples[$0].isSync } == expected)
    for sample in samples {
      let kinds = Set(try #require(sample.units).map { $0[0] & 0x1f })
      #expect(kinds == [sample.isSync ? 5 : 1])
    }
    let lines = try stream(samples, sets, settings).probed(["-show_entries", "frame=key_frame", "-of", "csv=p=0"])
    let flags = lines.map { $0.hasPrefix("1") }
    #expect(flags == samples.map(\.isSync))
  }

  @Test("a movie cut at a forced sync sample decodes from there")
  func cutting() throws {
    let settings = MovieEncoderSettings(width: 64, height: 48, range: .full, keyframeIntervalFrames: 250)
    let originals = try pictures(20, settings)
    let (samples, sets) = try encode(originals, settings, sync: [9])
    let decoded = try stream(Array(samples[9...]), sets, settings).decodedLuma()
    #expect(decoded.count == 11)
    #expect(TestPicture.meanSquare(try #require(decoded.first), TestPicture.luma(originals[9])) < 6.5)
  }

  @Test("every preset gives each sample at once, with its time", arguments: MovieEncoderSettings.Preset.allCases)
  func noDelay(preset: MovieEncoderSettings.Preset) throws {
    let settings = MovieEncoderSettings(width: 128, height: 96, range: .full, preset: preset)
    let (samples, _) = try encode(pictures(4, settings), settings)
    #expect(samples.map(\.time) == (0..<4).map { MediaTime(value: $0, timescale: 30) })
    #expect(samples.allSatisfy { !$0.bytes.isEmpty })
  }

  @Test("the same pictures give the same bytes, whatever their times", arguments: [1, 2, 3])
  func determinism(threads: Int) throws {
    let settings = MovieEncoderSettings(width: 320, height: 240, range: .full, threads: threads)
    let pictures = try pictures(20, settings)
    let first = try encode(pictures, settings)
    let encoder = try H264Encoder(settings: settings)
    #expect(encoder.parameterSets == first.sets)
    var generator = SeededRandom(seed: 3)
    for (picture, sample) in zip(pictures, first.samples) {
      let time = MediaTime(nanoseconds: Int64(generator.next() >> 2))
      let again = try encoder.encode(picture, time: time)
      #expect(again.bytes == sample.bytes && again.time == time)
    }
  }

  @Test("with shortcuts of the processor pictures are as close and as small")
  func processorDependence() throws {
    var settings = MovieEncoderSettings(width: 320, height: 240, range: .full)
    let pictures = try pictures(20, settings)
    let independent = try encode(pictures, settings)
    settings.isCPUIndependent = false
    let dependent = try encode(pictures, settings)
    #expect(dependent.sets == independent.sets, "what a decoder is told does not depend on it")
    let decoded = try stream(dependent.samples, dependent.sets, settings).decodedLuma()
    #expect(decoded.count == pictures.count)
    for (picture, original) in zip(decoded, pictures) {
      #expect(TestPicture.meanSquare(picture, TestPicture.luma(original)) < 6.5)
    }
    let bytes = [independent, dependent].map { Double($0.samples.map(\.bytes.count).reduce(0, +)) }
    #expect(abs(bytes[1] / bytes[0] - 1) < 0.02)
  }

  @Test("no sample names the library or repeats the parameter sets")
  func noNotes() throws {
    let settings = MovieEncoderSettings(width: 64, height: 48, range: .full, keyframeIntervalFrames: 2)
    let (samples, sets) = try encode(pictures(6, settings), settings)
    for sample in samples {
      #expect(try #require(sample.units).allSatisfy { [1, 5].contains($0[0] & 0x1f) })
      #expect(!String(decoding: sample.bytes, as: UTF8.self).contains("x264"))
    }
    #expect(sets.units.map { $0[0] & 0x1f } == [7, 8])
  }

  @Test("the configuration record repeats the parameter sets as ISO/IEC 14496-15 lays them out")
  func configurationRecord() throws {
    let settings = MovieEncoderSettings(width: 64, height: 48, range: .full)
    let sets = try H264Encoder(settings: settings).parameterSets
    let (record, sequence, picture) = (sets.decoderConfiguration, sets.units[0], sets.units[1])
    #expect(record.prefix(6) == [1, 100, sequence[2], sequence[3], 0xff, 0xe1])
    let tail = 8 + sequence.count
    #expect(Array(record[6..<tail]) == [0, UInt8(sequence.count)] + sequence)
    #expect(Array(record[tail...]) == [1, 0, UInt8(picture.count)] + picture + [0xfd, 0xf8, 0xf8, 0])
    #expect(ParameterSets(.h264, [[], []]) == nil)
    #expect(ParameterSets(.h264, [[0x67, 66, 0, 30, 1], picture]) == nil)
  }

  @Test("settings that cannot be and pictures that do not belong are errors")
  func refusals() throws {
    let good = MovieEncoderSettings(width: 64, height: 48, range: .full)
    let changes: [(inout MovieEncoderSettings) -> Void] = [
      { $0.width = 63 }, { $0.height = 0 }, { $0.width = 100_000 }, { $0.quality = 52 }, { $0.quality = 0.9 },
      { $0.quality = .nan },
      { $0.threads = 0 }, { $0.keyframeIntervalFrames = 0 }, { $0.frameInterval = .zero },
      { $0.frameInterval = .indefinite },
      { $0.frameInterval = MediaTime(value: .max, timescale: 1) },
    ]
    for change in changes {
      var settings = good
      change(&settings)
      let error = try #require(throws: CodingError.self) { try H264Encoder(settings: settings) }
      #expect(error.code == .invalidSetting)
    }
    let encoder = try H264Encoder(settings: good)
    for picture in [
      try TestPicture.wave(width: 64, height: 46, range: .full),
      try TestPicture.wave(width: 64, height: 48, range: .video),
    ] {
      #expect(throws: CodingError.self) { try encoder.encode(picture, time: .zero) }
    }
  }
}
