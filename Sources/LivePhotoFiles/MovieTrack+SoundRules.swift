import ISOBoxes
import MovieCoding

extension MovieTrack {
  /// The ways in which the track's sound would be played as something else than it is, a clause each.
  var soundProblems: [String] { [plainSoundProblem, packetProblem, frameProblem].compactMap(\.self) }

  /// The problem if plain sound would be played at another speed than its own, as each of its samples is a frame;
  /// otherwise `nil`.
  private var plainSoundProblem: String? {
    guard handler == "soun", let entry = sampleEntry as? SoundSampleEntry, entry.isPlain, entry.rate > 0,
      let runs = sampleTable.first(TimeToSampleBox.self)?.entries, !runs.isEmpty, runs.allSatisfy({ $0.value == 1 })
    else { return nil }
    let (played, own) = (Double(sampleCount) / Double(timescale), Double(sampleCount) / entry.rate)
    guard TrackClock.contradict(played, own) || !(0.995...1.005).contains(played / own) else { return nil }
    let fault = own > played ? "too fast" : "too slowly"
    return "\(FileReport.seconds(own)) of its sound are played in \(FileReport.seconds(played)): \(fault)"
  }

  /// The problem if packets of AAC, which are of 1024 frames each, would be played at another speed than their own;
  /// otherwise `nil`.
  private var packetProblem: String? {
    guard let entry = sampleEntry as? SoundSampleEntry, entry.type == "mp4a", let rate = entry.aacRate,
      // The last packet is often cut, which counts among a few.
      let runs = sampleTable.first(TimeToSampleBox.self)?.entries, sampleCount > 10
    else { return nil }
    let units = runs.reduce(0.0) { $0 + Double($1.count) * Double($1.value) }
    let (played, own) = (units / Double(sampleCount) / Double(timescale), 1024 / rate)
    guard !(0.9...1.1).contains(played / own) else { return nil }
    func milliseconds(_ seconds: Double) -> String { "\(FileReport.decimal(seconds * 1000, places: 1)) ms" }
    return "each packet of its sound lasts \(milliseconds(own)), and is played in \(milliseconds(played))"
  }

  /// The problem if samples of one size cannot be frames of the format that is given for them; otherwise `nil`.
  private var frameProblem: String? {
    guard handler == "soun", let entry = sampleEntry as? SoundSampleEntry, let frame = entry.frameBytes, frame > 0,
      let size = sampleTable.first(SampleSizeBox.self)?.constantSize, size > 1, Int(size) != frame
    else { return nil }
    return "its samples have \(size) bytes, and a frame of '\(entry.type)' as it is described has \(frame)"
  }
}

extension SoundSampleEntry {
  /// The rate of the coded frames of AAC; `nil` where the description does not tell.
  fileprivate var aacRate: Double? {
    guard type == "mp4a", let config = stream?.audioSpecificConfig, config.count >= 2,
      [2, 5, 29].contains(config[0] >> 3)
    else { return nil }
    let index = Int(config[0] & 7) << 1 | Int(config[1] >> 7)
    return Self.aacRates.indices.contains(index) ? Self.aacRates[index] : nil
  }

  /// The box that configures a decoder of AAC or MP3: in the description itself, or as QuickTime has it.
  private var stream: ElementaryStreamBox? {
    let boxes = extensions + (extensions.containers("wave").first?.children ?? [])
    return boxes.lazy.compactMap { $0 as? ElementaryStreamBox }.first
  }

  /// The sample rates by their numbers: ISO/IEC 14496-3, 1.6.3.4.
  private static let aacRates: [Double] = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
  ]

  /// Indicates whether the sound is plain samples.
  var isPlain: Bool { ["lpcm", "sowt", "twos"].contains(type) }

  /// Bytes of a frame of plain sound, or of one that has a byte for each sample.
  fileprivate var frameBytes: Int? {
    switch type {
    case "lpcm" where version == 2: Int(linear.bytesPerPacket)
    case "sowt", "twos": Int(channelCount) * Int(sampleSize) / 8
    case "alaw", "ulaw": Int(channelCount)
    default: nil
    }
  }

  /// Frames in a second.
  fileprivate var rate: Double { version == 2 ? linear.sampleRate : sampleRate.unsignedValue }

  /// The problem if the description's numbers make no sense; otherwise `nil`.
  var problem: RuleResult.Outcome? {
    let channels = version == 2 ? Int(linear.channelCount) : Int(channelCount)
    let bits = version == 2 ? Int(linear.bitsPerSample) : Int(sampleSize)
    let text =
      "its sound has \(channels.named("channel")) of \(bits.named("bit")) at \(FileReport.decimal(rate, places: 0)) Hz"
    // Of compressed sound the decoder's own configuration counts, and these numbers are often those of a template.
    // Rates above 65535 Hz do not fit, and are left to the decoder's configuration.
    let hasRate = (1...768_000).contains(rate) || rate == 0 && (aacRate ?? 0) > 65_535
    let isSense = hasRate && (1...64).contains(channels) && (!isPlain || (1...64).contains(bits))
    guard isSense else { return (isPlain ? .failure : .warning, "\(text), which cannot be") }
    if version == 2, isPlain, let problem = linear.problem { return (.failure, problem) }
    if type == "mp4a", stream?.descriptor.first != 3 {
      return (.warning, "nothing configures the decoder of its sound (esds)")
    }
    if version == 2, channelCount != 3 || sampleSize != 16 || compressionID != -2 || sampleRate != Fixed16(1) {
      return (
        .warning,
        "constant fields of its sound description have other values than 3 channels, 16 bits, compression -2, rate 1"
      )
    }
    return nil
  }
}

extension SoundSampleEntry.LinearFormat {
  /// The contradiction among the numbers of plain samples, as Core Audio defines them; `nil` if there is none.
  fileprivate var problem: String? {
    let text = "\(channelCount) × \(bitsPerSample) bits"
    // Fewer bits than whole bytes are allowed, unless they are packed.
    let bytes = (Int(bitsPerSample) + 7) / 8 * Int(channelCount)
    if framesPerPacket != 1 { return "its plain sound has packets of \(framesPerPacket) frames, which are none" }
    if Int(bytesPerPacket) < bytes || formatFlags & 8 != 0 && Int(bytesPerPacket) != bytes {
      return "its frames of \(text) are said to have \(bytesPerPacket) bytes"
    }
    if formatFlags & 1 != 0, ![32, 64].contains(bitsPerSample) {
      return "no floating-point number has \(bitsPerSample) bits"
    }
    return nil
  }
}
