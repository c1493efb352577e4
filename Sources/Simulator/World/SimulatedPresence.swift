/// The presence of a device in a world: whether it is plugged in, and whether the device that it is made of is there.
///
/// ```
///                   unplugged
///     present ◄──────────────────► unplugged
///        ▲         pluggedIn           ▲
///        │ originalLeft                │ originalLeft
///        ▼ originalCame                ▼ originalCame
/// withoutOriginal ◄──────────────► unpluggedWithoutOriginal
///                   unplugged
///                   pluggedIn
/// ```
enum SimulatedPresence: Hashable, CaseIterable {
  case present
  case unplugged
  /// Plugged in, but made of a device that is not there.
  case withoutOriginal
  case unpluggedWithoutOriginal

  enum Event: Hashable, CaseIterable { case unplugged, pluggedIn, originalLeft, originalCame }

  /// Applies an event; returns whether it has changed anything.
  mutating func handle(_ event: Event) -> Bool {
    switch (event, self) {
    case (.pluggedIn, .unplugged), (.originalCame, .withoutOriginal): self = .present
    case (.unplugged, .present), (.originalCame, .unpluggedWithoutOriginal): self = .unplugged
    case (.originalLeft, .present), (.pluggedIn, .unpluggedWithoutOriginal): self = .withoutOriginal
    case (.originalLeft, .unplugged), (.unplugged, .withoutOriginal): self = .unpluggedWithoutOriginal
    case (.unplugged, _), (.pluggedIn, _), (.originalLeft, _), (.originalCame, _): return false
    }
    return true
  }
}
