/// Which camera or microphone the user wants.
public enum DeviceChoice: Sendable, Hashable {
  /// The machine's best, or a simulated one where there is none.
  case auto
  /// The simulated one.
  case scene
  /// None at all; microphones only.
  case none
  /// The one that was recorded into the bundle at that path.
  case fixture(String)
  /// The pictures or the sound of the movie at that path.
  case movie(String)
  /// The one of that name.
  case named(String)

  /// A choice as the user writes it: `auto`, `scene`, `none`, `fixture:PATH`, `movie:PATH`, or a name.
  public init(_ text: String) {
    switch text {
    case "auto": self = .auto
    case "scene": self = .scene
    case "none": self = .none
    case _ where text.hasPrefix(Self.fixturePrefix): self = .fixture(String(text.dropFirst(Self.fixturePrefix.count)))
    case _ where text.hasPrefix(Self.moviePrefix): self = .movie(String(text.dropFirst(Self.moviePrefix.count)))
    default: self = .named(text)
    }
  }

  /// Whether it is a recording that livecam has made.
  public var isFixture: Bool { if case .fixture = self { true } else { false } }

  private static let fixturePrefix = "fixture:"
  private static let moviePrefix = "movie:"
}
