import MediaCore
import StillCoding

/// Property lists, binary and XML: read, and cleaned of places.
enum FuzzedPropertyList {
  static func run(_ bytes: [UInt8]) -> FuzzedOutcome {
    var outcome = FuzzedOutcome()
    // A kind of Apple's, whose data may be anything.
    let kind = "com.apple.quicktime.list"
    guard PropertyListLocation.isPropertyList(bytes),
      let clean = outcome.attempt({ try PropertyListLocation.blanking(bytes, kind: kind) ?? bytes })
    else { return outcome }
    let (count, tells) = (bytes.count, clean != bytes)
    outcome.accept { "list of \(count) bytes" + (tells ? ", of a place" : "") }
    precondition(clean.count == count, "a list of another length")
    let again = outcome.attempt { try PropertyListLocation.blanking(clean, kind: kind) ?? clean }
    precondition(again == clean, "a cleaned list is refused, or still tells of a place")
    // Of an unknown kind data are refused.
    _ = outcome.attempt { try PropertyListLocation.tellsPlace(bytes, kind: "list") }
    return outcome
  }
}
