import ByteCoding
import MediaCore
import StillCoding

/// Stills: everything that can be asked of one, and every edit.
enum FuzzedStill {
  static func run(_ bytes: [UInt8]) -> FuzzedOutcome {
    var outcome = FuzzedOutcome()
    guard let still = outcome.attempt({ try StillFile.read(ArrayBytes(bytes, name: "still")) }) else { return outcome }
    outcome.accept(still.problems) { summary(still) }
    _ = still.structure()
    _ = outcome.attempt { try still.damage(reading: true) }
    _ = outcome.attempt { try still.oddities(reading: true) }
    var edits = StillEdits(contentIdentifier: PairIdentifier(uuidString: "71DCA213-5710-4A6C-BC6D-CE6306AEB8D8")!)
    rewrite(still, edits, &outcome)
    edits.orientation = .right
    edits.date = WallTime(secondsSince1970: 1_700_000_000, nanosecond: 0, utcOffsetSeconds: 3600)
    edits.removesLocation = true
    // Refused for others, and with it everything else that is edited here.
    if [.jpeg, .heic, .avif].contains(still.format) {
      edits.motionPhoto = .set(videoLength: 1000, presentationTimestampMicroseconds: 1_500_000)
    }
    edits.makeIfMissing = "livecam"
    edits.softwareIfMissing = "livecam"
    rewrite(still, edits, &outcome)
    edits = StillEdits()
    edits.motionPhoto = .remove
    rewrite(still, edits, &outcome)
    return outcome
  }

  private static func summary(_ still: StillFile) -> String {
    "\(still.format) of \(still.width)x\(still.height), turned \(still.orientation)"
      + (still.make.map { ", by \($0)" } ?? "") + (still.motionPhoto.map { ", video at \($0.videoRange)" } ?? "")
  }

  /// What is written must be what a reader takes.
  private static func rewrite(_ still: StillFile, _ edits: StillEdits, _ outcome: inout FuzzedOutcome) {
    guard var rope = outcome.attempt({ try still.edited(edits).rope }) else { return }
    // The movie that was announced is for the caller to append.
    if case .set(let length, _) = edits.motionPhoto { rope.append([UInt8](repeating: 0, count: length)) }
    do {
      _ = try StillFile.read(ArrayBytes(try rope.contents()))
    } catch {
      fatalError("an edited still is refused by its own reader: \(error)")
    }
  }

  /// A JPEG of one grey block with `payload` in an APP1 segment; what does not fit is cut off.
  static func jpeg(around payload: [UInt8]) -> [UInt8] {
    let payload = payload.prefix(65_533)
    var writer = ByteWriter()
    writer.u16(0xffd8)
    writer.u16(0xffe1)
    writer.u16(UInt16(payload.count + 2))
    writer.bytes(payload)
    writer.bytes([0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0])
    writer.bytes([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x28, 0xff, 0xd9])
    return writer.contents
  }
}
