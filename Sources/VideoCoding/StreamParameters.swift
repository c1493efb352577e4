public import MediaCore

/// The parameters of a stream's pictures by its parameter sets: their size, and the order in which they are shown.
public struct StreamParameters: Sendable {
  /// A size in pixels.
  public struct Size: Sendable, Hashable {
    /// Pixels in a row.
    public let width: Int
    /// Rows.
    public let height: Int
  }

  /// The fields of a sequence parameter set that are used here.
  struct Sequence: Sendable {
    /// The size of the pictures as they are shown.
    var size = Size(width: 0, height: 0)
    /// H.265: the code of the chroma format, and how many bits above eight luma and chroma have.
    var format: [UInt8] = []
    /// Primaries, transfer function and matrix by ITU-T H.273, if it tells.
    var colors: [UInt16]?
    /// Indicates whether pictures use all values that there are, if it tells.
    var isFullRange: Bool?
    /// Indicates whether colours are coded as pictures of their own.
    var hasSeparatePlanes = false
    /// H.264: how many bits number the frames.
    var frameNumberBits = 0
    /// H.264: 0 where slices tell their order, 2 where pictures are shown as they are decoded.
    var orderType = 0
    /// The number of bits of the order that slices tell.
    var orderBits = 0
    /// H.264: whether no picture is a field.
    var hasFramesOnly = true
  }

  /// The fields of a picture parameter set that are used here.
  struct Picture: Sendable {
    var sequence = 0
    /// H.265: whether slices say that their picture is not shown.
    var hasOutputFlag = false
    /// H.265: bits in slices that mean nothing yet.
    var extraBits = 0
    /// Indicates whether the bits of slices come from an arithmetic coder: those of H.265 always do.
    var isArithmetic = true
    /// H.265: by how much blue and red are coded more coarsely than luma.
    var chromaOffsets: [Int] = []
  }

  let codec: VideoCodec
  private var sequences: [Int: Sequence] = [:]
  private var pictures: [Int: Picture] = [:]
  // A unit that is longer has texts in it, or is none.
  private static let limit = 512

  /// Reads the units of a decoder's configuration: the payload of `avcC` or `hvcC`.
  public init(record: [UInt8], codec: VideoCodec) {
    self.codec = codec
    for unit in ConfigurationRecord.units(of: record, codec) { add(unit) }
  }

  /// The size of the pictures, if all sequences have one and the same.
  public var size: Size? {
    let sizes = Set(sequences.values.map(\.size))
    return sizes.count == 1 ? sizes.first : nil
  }

  /// Primaries, transfer function and matrix of all sequences by ITU-T H.273; `nil` where these differ or tell nothing.
  public var colors: [UInt16]? {
    let colors = Set(sequences.values.map(\.colors))
    return colors.count == 1 ? colors.first.flatMap(\.self) : nil
  }

  /// A Boolean value that indicates whether the pictures of all sequences use all values that there are, and not only
  /// those that television uses; `nil` where sequences differ or tell nothing.
  public var isFullRange: Bool? {
    let ranges = Set(sequences.values.map(\.isFullRange))
    return ranges.count == 1 ? ranges.first.flatMap(\.self) : nil
  }

  /// The number of sequence parameter sets that could be read.
  var sequenceCount: Int { sequences.count }

  /// The chroma format and the depths above eight bits of the only sequence.
  var format: [UInt8]? { sequences.count == 1 ? sequences.values.first?.format : nil }

  /// A clause on colours that are coded by two measures, as no camera does: it shifts all of them; `nil` if there are
  /// none.
  package var chromaProblem: String? {
    let strange = pictures.values.map(\.chromaOffsets).first { Set($0).count == 2 }
    return strange.map {
      "blue is coded by another measure (\($0[0])) than red (\($0[1])): one was changed, and the colours are shifted"
    }
  }

  /// Indicates whether all slices come from an arithmetic coder, whose bytes look like noise.
  package var isArithmetic: Bool { codec == .hevc || !pictures.isEmpty && pictures.values.allSatisfy(\.isArithmetic) }

  func picture(_ number: Int) -> (Sequence, Picture)? {
    guard let picture = pictures[number], let sequence = sequences[picture.sequence] else { return nil }
    return (sequence, picture)
  }

  /// Takes a unit in if it is a parameter set.
  mutating func add(_ unit: some Collection<UInt8>) {
    guard let first = unit.first else { return }
    let reader = BitReader(unit, headerBytes: codec == .h264 ? 1 : 2, limit: Self.limit)
    switch (codec, codec.unitType(first)) {
    case (.h264, 7): addAVCSequence(reader)
    case (.h264, 8): addAVCPicture(reader)
    case (.hevc, 33): addHEVCSequence(reader)
    case (.hevc, 34): addHEVCPicture(reader)
    default: break
    }
  }

  // MARK: H.264

  /// The profiles whose sequences tell of the chroma format: ITU-T H.264, 7.3.2.1.1.
  private static let highProfiles: Set<Int> = [44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244]

  private mutating func addAVCSequence(_ reader: BitReader) {
    var (reader, sequence) = (reader, Sequence())
    let profile = reader.bits(8)
    reader.skip(16)
    let number = reader.number()
    var chroma = 1
    if Self.highProfiles.contains(profile) {
      chroma = reader.number()
      if chroma == 3 { sequence.hasSeparatePlanes = reader.flag() }
      (_, _) = (reader.number(), reader.number())
      reader.skip(1)
      if reader.flag() { Self.skipScalingLists(&reader, count: chroma == 3 ? 12 : 8) }
    }
    sequence.frameNumberBits = reader.number() + 4
    sequence.orderType = reader.number()
    if sequence.orderType == 0 {
      sequence.orderBits = reader.number() + 4
    } else if sequence.orderType == 1 {
      reader.skip(1)
      (_, _) = (reader.signedNumber(), reader.signedNumber())
      for _ in 0..<min(reader.number(), 255) { _ = reader.signedNumber() }
    }
    _ = reader.number()
    reader.skip(1)
    let (columns, rows) = (reader.number() + 1, reader.number() + 1)
    sequence.hasFramesOnly = reader.flag()
    if !sequence.hasFramesOnly { reader.skip(1) }
    reader.skip(1)
    let fields = sequence.hasFramesOnly ? 1 : 2
    sequence.size = Self.cropped(
      &reader, width: columns * 16, height: rows * 16 * fields, chroma: chroma, rowUnit: fields)
    guard !reader.isPastEnd else { return }
    SequenceColors.read(&reader, into: &sequence)
    guard sequence.frameNumberBits <= 16, sequence.orderBits <= 16 else { return }
    sequences[number] = sequence
  }

  private static func skipScalingLists(_ reader: inout BitReader, count: Int) {
    for index in 0..<count where reader.flag() {
      var (last, next) = (8, 8)
      for _ in 0..<(index < 6 ? 16 : 64) where next != 0 {
        next = (last + reader.signedNumber() + 256) & 0xff
        if next != 0 { last = next }
      }
    }
  }

  private mutating func addAVCPicture(_ reader: BitReader) {
    var reader = reader
    let number = reader.number()
    var picture = Picture(sequence: reader.number())
    picture.isArithmetic = reader.flag()
    if !reader.isPastEnd { pictures[number] = picture }
  }

  /// Returns a size less the distances from its sides that follow in the bits.
  private static func cropped(
    _ reader: inout BitReader, width: Int, height: Int, chroma: Int, rowUnit: Int = 1
  ) -> Size {
    guard reader.flag() else { return Size(width: width, height: height) }
    let distances = (0..<4).map { _ in reader.number() }
    let (across, down) = ([1, 2].contains(chroma) ? 2 : 1, (chroma == 1 ? 2 : 1) * rowUnit)
    return Size(
      width: width - (distances[0] + distances[1]) * across, height: height - (distances[2] + distances[3]) * down)
  }

  // MARK: H.265

  private mutating func addHEVCSequence(_ reader: BitReader) {
    var (reader, sequence) = (reader, Sequence())
    reader.skip(4)
    let layers = reader.bits(3)
    // A flag, profile, tier, compatibility and constraints, and the level.
    reader.skip(1 + 88 + 8)
    let parts = (0..<layers).map { _ in (profile: reader.flag(), level: reader.flag()) }
    if layers > 0 { reader.skip(2 * (8 - layers)) }
    for part in parts { reader.skip((part.profile ? 88 : 0) + (part.level ? 8 : 0)) }
    let number = reader.number()
    let chroma = reader.number()
    if chroma == 3 { sequence.hasSeparatePlanes = reader.flag() }
    let (width, height) = (reader.number(), reader.number())
    sequence.size = Self.cropped(&reader, width: width, height: height, chroma: chroma)
    sequence.format = [chroma, reader.number(), reader.number()].map { UInt8(clamping: $0) }
    sequence.orderBits = reader.number() + 4
    guard chroma < 4, sequence.size.width > 0, sequence.size.height > 0, !reader.isPastEnd, sequence.orderBits <= 16
    else { return }
    SequenceColors.skipTools(&reader, layers: layers, orderBits: sequence.orderBits)
    SequenceColors.read(&reader, into: &sequence)
    sequences[number] = sequence
  }

  private mutating func addHEVCPicture(_ reader: BitReader) {
    var reader = reader
    let number = reader.number()
    var picture = Picture(sequence: reader.number())
    reader.skip(1)
    picture.hasOutputFlag = reader.flag()
    picture.extraBits = reader.bits(3)
    reader.skip(2)
    (_, _, _) = (reader.number(), reader.number(), reader.signedNumber())
    reader.skip(2)
    if reader.flag() { _ = reader.number() }
    let offsets = [reader.signedNumber(), reader.signedNumber()]
    if !reader.isPastEnd { picture.chromaOffsets = offsets }
    if !reader.isPastEnd { pictures[number] = picture }
  }
}
