import ByteCoding
import ISOBoxes
import MediaCore
import MovieCoding

/// Movies: everything that can be asked of one, and every edit.
enum FuzzedMovie {
  static func run(_ bytes: [UInt8]) {
    let source = ArrayBytes(bytes, name: "movie")
    guard let file = try? MovieReader().read(source) else { return }
    for track in file.tracks {
      _ = try? track.samples()
      _ = try? track.chunks()
      _ = try? file.shownSamples(of: track)
    }
    _ = (file.stillTime, file.contentIdentifier, file.structure())
    guard var editor = try? MovieEditor(file, source: source) else { return }
    rewrite(editor)
    editor.setMetadata(MovieKey.contentIdentifier, text: "71DCA213-5710-4A6C-BC6D-CE6306AEB8D8")
    editor.setMetadata(MovieKey.location, text: nil)
    _ = try? editor.setStillTime(file.length.multiplied(by: 1, over: 2))
    _ = try? editor.setOrientation(.right)
    editor.setDate(WallTime(secondsSince1970: 1_700_000_000, nanosecond: 0, utcOffsetSeconds: 3600))
    editor.setContainer(.mp4)
    editor.setContainer(.quickTime)
    _ = try? editor.trim(to: TimeRange(start: .zero, end: file.length.multiplied(by: 2, over: 3)))
    editor.removeTracks { $0.handler == "soun" }
    rewrite(editor)
  }

  /// What is written must be what a reader takes, and as large as what was read allows.
  private static func rewrite(_ editor: MovieEditor) {
    guard let rope = try? editor.rope() else { return }
    do {
      _ = try MovieReader().read(try rope.contents())
    } catch {
      fatalError("a rewritten movie is refused by its own reader: \(error)")
    }
  }
}
