/// The frequency of the mains, with twice which lamps flicker. Stands for `V4L2_CID_POWER_LINE_FREQUENCY_…`.
public enum PowerLineFrequency: Int64, Sendable, Hashable, CaseIterable {
  /// Flicker is not suppressed.
  case disabled = 0
  /// 50 Hz.
  case hertz50 = 1
  /// 60 Hz.
  case hertz60 = 2
  /// The camera finds it out.
  case automatic = 3
}
