/// Which codec the sound around it has. Stands for `frma`.
public struct OriginalFormatBox: Box {
  /// `frma`.
  public var type: FourCC { "frma" }
  /// The codec.
  public var format: FourCC

  /// The box for a codec.
  public init(format: FourCC) { self.format = format }

  /// A box to be decoded into.
  public init(blank type: FourCC) { self.init(format: FourCC(rawValue: 0)) }

  /// Hands over the field.
  public mutating func code(_ coder: inout some FieldCoder) { coder.fourCC("format", &format) }
}
