extension Int {
  /// The number with a name for what is counted: "1 still", "2 stills".
  func named(_ name: String) -> String { "\(self) \(name)\(self == 1 ? "" : "s")" }
}
