import ByteCoding
import ISOBoxes
import MediaCore
import MovieCoding
import StillCoding
import VideoCoding

/// Movies: everything that can be asked of one, and every edit.
enum FuzzedMovie {
  static func run(_ bytes: [UInt8]) -> FuzzedOutcome {
    var outcome = FuzzedOutcome()
    let source = ArrayBytes(bytes, name: "movie")
    guard let file = outcome.attempt({ try MovieReader().read(source) }) else { return outcome }
    outcome.accept((file.layout.damage.map { [$0] } ?? []) + file.damages) {
      "movie" + file.tracks.map { ", \($0.handler) of \($0.sampleCount) samples" }.joined()
    }
    for track in file.tracks {
      _ = outcome.attempt { try track.samples() }
      _ = outcome.attempt { try track.chunks() }
      _ = outcome.attempt { try file.shownSamples(of: track) }
      readParameters(track)
    }
    _ = (file.stillTime, file.contentIdentifier, file.structure())
    guard var editor = outcome.attempt({ try MovieEditor(file, source: source) }) else { return outcome }
    rewrite(editor, &outcome)
    editor.setMetadata(MovieKey.contentIdentifier, text: "71DCA213-5710-4A6C-BC6D-CE6306AEB8D8")
    editor.setMetadata(MovieKey.location, text: nil)
    _ = outcome.attempt { try editor.setStillTime(file.length.multiplied(by: 1, over: 2)) }
    _ = outcome.attempt { try editor.setOrientation(.right) }
    editor.setDate(WallTime(secondsSince1970: 1_700_000_000, nanosecond: 0, utcOffsetSeconds: 3600))
    editor.setContainer(.mp4)
    editor.setContainer(.quickTime)
    _ = outcome.attempt { try editor.trim(to: TimeRange(start: .zero, end: file.length.multiplied(by: 2, over: 3))) }
    editor.removeTracks { $0.handler == "soun" }
    rewrite(editor, &outcome)
    editor.removeLocation(judge: PropertyListLocation.tellsPlace)
    rewrite(editor, &outcome)
    return outcome
  }

  /// Parameters of pictures, which stand in the description of samples.
  private static func readParameters(_ track: MovieTrack) {
    guard let entry = track.sampleEntry as? VisualSampleEntry else { return }
    for box in entry.extensions.compactMap({ $0 as? CodecConfigurationBox }) {
      for codec in [VideoCodec.h264, .hevc] { _ = StreamParameters(record: box.record, codec: codec).colors }
    }
  }

  /// What is written must be what a reader takes, and as large as what was read allows.
  private static func rewrite(_ editor: MovieEditor, _ outcome: inout FuzzedOutcome) {
    guard let rope = outcome.attempt({ try editor.rope() }) else { return }
    do {
      _ = try MovieReader().read(try rope.contents())
    } catch {
      fatalError("a rewritten movie is refused by its own reader: \(error)")
    }
  }
}
