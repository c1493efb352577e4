/// The requests that have not ended, by number.
struct RequestTable<Value> {
  private var lastID: Int32 = 0
  /// The values that belong to the requests, by their numbers.
  var values: [Int32: Value] = [:]

  /// Adds a request and returns its number, which is above 0. After two thousand million the numbers begin again, past
  /// those in use.
  mutating func add(_ value: Value) -> Int32 {
    repeat { lastID = lastID == .max ? 1 : lastID + 1 } while values[lastID] != nil
    values[lastID] = value
    return lastID
  }
}
