import MediaCore

/// Identifiers that were used, without a place for each: they come in rising order, so ranges of them are few.
struct UsedIdentifiers {
  private var ranges: [ClosedRange<Int64>] = []

  /// Whether an identifier is new; it is not from then on.
  mutating func use(_ id: CaptureID) -> Bool {
    let number = id.rawValue
    let place = ranges.firstIndex { $0.upperBound >= number } ?? ranges.count
    if place < ranges.count, ranges[place].contains(number) { return false }
    let joinsNext = place < ranges.count && ranges[place].lowerBound == number + 1
    let joinsPrevious = place > 0 && ranges[place - 1].upperBound == number - 1
    switch (joinsPrevious, joinsNext) {
    case (true, true):
      ranges[place - 1] = ranges[place - 1].lowerBound...ranges[place].upperBound
      ranges.remove(at: place)
    case (true, false): ranges[place - 1] = ranges[place - 1].lowerBound...number
    case (false, true): ranges[place] = number...ranges[place].upperBound
    case (false, false): ranges.insert(number...number, at: place)
    }
    return true
  }
}
