/// The extremes of a track's composition offsets. Stands for `cslg`, ISO/IEC 14496-12, 8.6.1.4.
public struct CompositionShiftBox: Box {
  /// `cslg`.
  public var type: FourCC { "cslg" }
  /// Version 1 has numbers of 64 bits.
  public var header = VersionAndFlags()
  /// The shift from composition to decoding, least and greatest offset, first and last time of composition:
  /// five numbers, in units of the media's timescale.
  public var values: [Int64]

  /// A box from its five numbers.
  public init(values: [Int64]) { self.values = values }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(values: [0, 0, 0, 0, 0]) }

  /// Hands over the fields.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.versionAndFlags(&header, versions: 0...1)
    let isWide = header.version == 1
    coder.list("values", &values, count: 5, elementBytes: isWide ? 8 : 4, blank: 0) { coder, value in
      coder.i32or64("", &value, isWide: isWide)
    }
  }
}
