import FileStorage
import LibraryFiles
import LivePhotoFiles
import MediaCore
import PhotoLibrary

/// An export of several assets: what is wrong with one keeps no other from being written.
struct LibraryExportRun {
  private var exporter: LibraryExporter
  private let folder: String
  private let isJSON: Bool
  private let terminal = Terminal()
  /// The number of assets that were asked for, and of those that were tried.
  private let asked: Int
  private var count = 0
  private var thereCount = 0
  /// The number of assets whose dates or places the library alone has.
  private var untoldCount = 0
  private var failures: [String] = []
  private var reason: ExitReason?

  init(_ exporter: LibraryExporter, of asked: Int, to folder: String, asJSON isJSON: Bool) {
    (self.exporter, self.asked, self.folder, self.isJSON) = (exporter, asked, folder, isJSON)
  }

  private static func json(_ place: GeoLocation) -> JSONObject {
    ["latitude": place.latitudeDegrees, "longitude": place.longitudeDegrees]
  }

  /// What the library and a copy do not both tell of an asset, in words.
  private static func words(on export: LibraryExporter.Export) -> [String] {
    let parts = [
      export.date.map { "date \($0.localString())\($0.offsetString())" },
      export.location.map { "place \($0.latitudeDegrees), \($0.longitudeDegrees)" },
    ].compactMap { $0 }
    let place = export.fileLocation.map {
      "the copy tells a place that the library does not, \($0.latitudeDegrees), \($0.longitudeDegrees); "
        + "'library edit --strip-location' makes one without it"
    }
    return (parts.isEmpty ? [] : ["the library's, and not in the copy: \(parts.joined(separator: ", "))"])
      + [place].compactMap { $0 }
  }

  /// Writes an asset, and tells of its files.
  /// - Throws: what keeps others from being written, too.
  mutating func export(_ name: String, _ find: () throws -> Asset) throws {
    try Task.checkCancellation()
    Terminal.endIfOutputWasLost()
    count += 1
    do {
      let asset = try find()
      var notes: [LibraryExporter.Note] = []
      let export = try exporter.export(asset, to: folder) { notes.append($0) }
      terminal.show(
        [
          "identifier": asset.localIdentifier, "files": export.files, "wasThere": export.wasThere,
          "unfinished": asset.isUnfinished, "remark": asset.remark, "notes": notes.map(\.text),
          "libraryDate": export.date.map { $0.localString() + $0.offsetString() },
          "libraryPlace": export.location.map(Self.json), "copyPlace": export.fileLocation.map(Self.json),
        ] as JSONObject,
        [export.files.joined(separator: " + ") + (export.wasThere ? "  there already" : "")]
          + Self.words(on: export).map { "  " + $0 }, asJSON: isJSON)
      if export.wasThere { thereCount += 1 }
      if export.date != nil || export.location != nil { untoldCount += 1 }
      for note in notes { Terminal.complain("livecam: \(note.text)") }
      if notes.contains(where: \.isDamage) { note(.damagedInput) }
    } catch {
      if error is CancellationError { throw error }
      if let error = error as? FileStoreError, error.code == .full {
        failures.append("\(name): the disk is full")
        throw error
      }
      // What the store alone has is not asked for again: each time would take seconds.
      if let error = error as? PhotosError, error.code == .networkError { exporter.storeFailure = error }
      // An error may name the asset itself.
      failures.append("\(error)".hasPrefix(name + ":") ? "\(error)" : "\(name): \(error)")
      note(ExitReason(error))
      if isJSON { terminal.line(JSONText.text(["asset": name, "failure": "\(error)"] as JSONObject)) }
    }
  }

  private mutating func note(_ other: ExitReason) { reason = max(reason ?? other, other) }

  /// Tells of all that was not written; returns why the command ends with another code than 0.
  func end() -> ExitReason? {
    let written = count - failures.count - thereCount
    // Others may have come and gone since they were counted.
    let left = max(0, asked - count)
    let rest = [(thereCount, "there already"), (left > 0 ? failures.count : 0, "failed"), (left, "not tried")]
    let words = rest.filter { $0.0 > 0 }.map { ", \($0) \($1)" }.joined()
    terminal.show(
      [
        "kind": "sum", "assets": count + left, "written": written, "wereThere": thereCount,
        "failed": failures.count, "notTried": left,
      ] as JSONObject, count + left > 1 ? ["\(written) of \(count + left) assets written" + words] : [], asJSON: isJSON)
    if untoldCount > 0 {
      let assets = untoldCount == 1 ? "asset" : "assets"
      Terminal.complain(
        "livecam: dates or places of \(untoldCount) \(assets) are the library's, such as of a Takeout's JSON or by "
          + "'edit', and not in the copies; 'library show' and --json tell them")
    }
    guard !failures.isEmpty else { return reason }
    for failure in failures { Terminal.complain("livecam: not exported: \(failure)") }
    Terminal.complain(
      "livecam: \(failures.count) of \(count) assets were not exported" + (left > 0 ? ", and \(left) not tried" : ""))
    return reason
  }
}
