/// One broken rule, with the place where it is broken.
struct Violation: Hashable, CustomStringConvertible {
  /// The file, or the name in the table, and the line if there is one.
  let place: String
  let message: String

  var description: String { "\(place): \(message)" }
}
