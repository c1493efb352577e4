/// A wish for a microphone; everything left out is chosen.
public struct AudioWish: Sendable, Hashable {
  /// The number of frames a second, or `nil` for 48 000 if offered.
  public var sampleRate: Int?
  /// The number of channels, 1 or 2, or `nil` for what the microphone has.
  public var channelCount: Int?

  /// Creates a wish; by default anything.
  public init(sampleRate: Int? = nil, channelCount: Int? = nil) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }
}

extension String {
  /// Tells whether a device of this name is meant by `wish`: a part of the name, in capitals or not, or one of
  /// `others`.
  package func answers(to wish: String, or others: String...) -> Bool {
    !wish.isEmpty && (others.contains(wish) || lowercased().contains(wish.lowercased()))
  }
}
