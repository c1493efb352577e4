/// A library that compresses sound to AAC.
public enum AudioEncoder: String, Sendable, Hashable, CaseIterable {
  /// VisualOn's encoder, a small library of whole numbers alone: the same sound gives the same bytes on every machine.
  case visualOn = "visualon"
  /// libavcodec's encoder, which sounds a little better at low bit rates. Its bytes depend on the processor.
  case libavcodec
}
