import MediaCore

/// The numbers of prints that guests have ordered in an evening. Evenings end at noon, since midnight is in the middle
/// of one.
struct PrintCounts: Codable, Hashable {
  private var evening: Int64?
  private(set) var total = 0
  private(set) var ofPicture: [String: Int] = [:]

  /// Begins anew if another evening has begun.
  mutating func turn(to date: WallTime) {
    let now = (date.secondsSince1970 + Int64(date.utcOffsetSeconds) - 12 * 3600) / 86_400
    // A clock that is set back by an hour ends no evening.
    guard evening.map({ now > $0 || now < $0 - 1 }) ?? true else { return }
    self = PrintCounts()
    evening = now
  }

  /// Counts prints of a picture; below zero, takes them back.
  mutating func add(_ copies: Int, of picture: String) {
    total = max(0, total + copies)
    ofPicture[picture] = max(0, (ofPicture[picture] ?? 0) + copies)
  }
}

/// The counts and jobs of a printer that a booth keeps from one start to the next, even if it ended abruptly.
struct PrintMemory: Codable, Hashable {
  /// A job that the printer had not been given.
  struct Waiting: Codable, Hashable {
    let asset: String
    let name: String
    let copies: Int
    let isGuests: Bool
  }

  var counts = PrintCounts()
  var waiting: [Waiting] = []
}
