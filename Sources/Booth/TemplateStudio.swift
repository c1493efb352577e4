import ByteCoding
import FileStorage
import ForeignMedia
import KioskWeb
import LibraryFiles
import LivePhotoFiles
import MediaCore
import PhotoLibrary
import PictureTemplates
import Synchronization
import VideoCoding

/// The maker of strips, postcards, boomerangs, wigglegrams and long exposures of what a booth has taken. They are
/// pictures of their own, so that the originals stay as they were; a long exposure is an edit, which keeps its
/// original.
final class TemplateStudio: Sendable {
  private struct Shelf {
    var shelf: TemplateShelf
    /// The booth's title.
    var title: String
    /// The number of the change that each template has its present form from.
    var versions: [String: Int] = [:]
    var changes = 0

    mutating func replace(_ now: TemplateShelf) {
      changes += 1
      for template in now.templates where template != shelf.template(template.name) {
        versions[template.name] = changes
      }
      shelf = now
    }
  }

  private let shelves: Mutex<Shelf>
  private let files: any FileTree
  /// The folder of the library, which may have one of templates.
  private let home: String
  /// Returns the gallery that has some pictures, or the one that has the newest if none are named.
  private let pictures: @Sendable (_ ids: [String]) async -> LibraryPictures
  private let hasSideCameras: Bool
  /// One at a time: what a template needs is needed once.
  private let renderer = Mutex<TemplateRenderer?>(nil)

  // Enough for a sheet; a camera's largest picture is no better there.
  private static let side = 2048
  // Enough for a screen, and for the encoders of every telephone.
  private static let wigglegramSide = 1280

  /// Creates a studio with livecam's own templates and those of a folder, which is one in the library's folder `home`
  /// if none is named.
  init(
    folder: String?, home: String, files: any FileTree, title: String, hasSideCameras: Bool,
    pictures: @escaping @Sendable (_ ids: [String]) async -> LibraryPictures
  ) {
    (self.home, self.files, self.pictures, self.hasSideCameras) = (home, files, pictures, hasSideCameras)
    shelves = Mutex(Shelf(shelf: Self.shelf(folder, home, files), title: title))
  }

  private static func shelf(_ folder: String?, _ home: String, _ files: any FileTree) -> TemplateShelf {
    folder.map { TemplateShelf(folder: $0, files: files) }
      ?? TemplateShelf(folder: home + "/templates", files: files, mayBeMissing: true)
  }

  private var shelf: TemplateShelf { shelves.withLock(\.shelf) }
  private var title: String { shelves.withLock(\.title) }

  /// Goes on with livecam's own templates and those of a folder as they are now; returns notices about them.
  func adopt(folder: String?, title: String) -> [String] {
    let shelf = Self.shelf(folder, home, files)
    shelves.withLock { shelves in
      shelves.replace(shelf)
      shelves.title = title
    }
    return shelf.refusals.map(\.description)
  }

  /// The notices about templates that people should read.
  var notices: [String] {
    shelf.refusals.map(\.description)
      + (TemplateRenderer.isAvailable
        ? [] : ["Strips and postcards are not offered: install the Debian package libpangocairo-1.0-0."])
  }

  /// The modes that a booth can offer with the templates and libraries at hand.
  var modes: [KioskMode] {
    KioskMode.allCases.filter { mode in
      switch mode {
      case .live, .photo, .boomerang: true
      case .strip, .postcard: TemplateRenderer.isAvailable && template(of: mode, nil) != nil
      case .exposure: PictureTracker.isAvailable
      case .wigglegram: hasSideCameras
      }
    }
  }

  /// Returns the number of times that the shutter is pressed in each mode, where it is not once.
  func partCounts(_ settings: KioskSettings) -> [KioskMode: Int] {
    var counts: [KioskMode: Int] = [:]
    for mode in KioskMode.allCases {
      counts[mode] = template(of: mode, settings.templates?[mode.rawValue])?.slots.count
    }
    return counts
  }

  /// - Throws: ``WebFailure`` for templates that there are not, or not for this.
  func check(_ settings: KioskSettings) throws(WebFailure) {
    for (word, name) in settings.templates ?? [:] {
      guard let counts = KioskMode(rawValue: word)?.slotCounts, let template = shelf.template(name),
        counts.contains(template.slots.count)
      else { throw .invalid("templates: there is no \(name) for \(word).") }
    }
  }

  private func template(of mode: KioskMode, _ name: String?) -> PictureTemplate? {
    guard let counts = mode.slotCounts else { return nil }
    let fitting = shelf.templates.filter { counts.contains($0.slots.count) }
    // One that is gone from its folder is no reason to take nothing.
    return fitting.first { $0.name == name } ?? fitting.first
  }

  /// Makes in the library what a mode makes of a shot's pictures; returns the identifier of the picture that shows it,
  /// or `nil` if the mode makes nothing of them.
  func make(_ mode: KioskMode, _ settings: KioskSettings, of ids: [String]) async throws -> String? {
    guard let first = ids.first else { return nil }
    let pictures = await pictures(ids)
    switch mode {
    case .live, .photo: return nil
    case .boomerang: return try await pictures.add(.bounce, of: first)
    case .exposure: return try await pictures.expose(first)
    case .wigglegram:
      return try await pictures.add(
        "WIGGLEGRAM", madeOf: ids, side: Self.wigglegramSide, as: (.video, "MP4")
      ) { views, _ in
        try Wigglegram.mp4(of: views)
      }
    case .strip, .postcard: break
    }
    guard let template = template(of: mode, settings.templates?[mode.rawValue]) else { return nil }
    return try await pictures.add(mode.rawValue.uppercased(), madeOf: ids, side: Self.side) { [self] stills, date in
      try render(template, stills, words(settings.language, date))
    }
  }

  private func render(
    _ template: PictureTemplate, _ stills: [I420Picture], _ words: [PictureTemplate.Placeholder: String]
  ) throws(CodingError) -> [UInt8] {
    let filtered = try zip(stills, template.slots).map { (still, slot) throws(CodingError) in
      guard let filter = slot.filter else { return still }
      return try still.filtered(by: filter.chain)
    }
    return try renderer.withLock { renderer throws(CodingError) in
      let made = if let renderer { renderer } else { try TemplateRenderer() }
      renderer = made
      return try made.jpeg(of: template, with: filtered, words: words)
    }
  }

  private func words(_ language: String, _ date: WallTime?) -> [PictureTemplate.Placeholder: String] {
    var words: [PictureTemplate.Placeholder: String] = [.title: title, .date: "", .time: ""]
    guard let date else { return words }
    let text = date.localString()
    let (day, time) = (text.prefix(10).split(separator: "-").map { Int($0) ?? 0 }, text.dropFirst(11).prefix(5))
    words[.time] = String(time)
    words[.date] = DateWords.date(year: day[0], month: day[1], day: day[2], in: language)
    return words
  }

  // MARK: For the operator

  /// Reads the templates anew if files of theirs have changed; tells whether they had.
  func renew() -> Bool {
    guard let now = shelf.renewed() else { return false }
    shelves.withLock { $0.replace(now) }
    return true
  }

  var list: KioskTemplateList {
    let (shelf, versions) = shelves.withLock { ($0.shelf, $0.versions) }
    let templates = shelf.templates.map { template in
      let modes = KioskMode.allCases.filter { $0.slotCounts?.contains(template.slots.count) ?? false }
      return KioskTemplate(
        name: template.name, title: template.title, shots: template.slots.count, modes: modes,
        version: versions[template.name] ?? 0, isFrame: shelf.isFrame(template.name))
    }
    return KioskTemplateList(templates: templates, refusals: shelf.refusals.map(\.description))
  }

  /// Adds or removes a frame.
  /// - Throws: ``WebFailure``, 400 with the reason.
  func change(_ body: (TemplateShelf) throws(TemplateError) -> Void) throws(WebFailure) {
    do { try body(shelf) } catch { throw WebFailure(400, "frame", "\(error)", underlying: error) }
  }

  /// Returns a sample of a template with the newest pictures.
  /// - Throws: ``WebFailure``.
  func sample(of name: String) async throws(WebFailure) -> [UInt8] {
    guard let template = shelf.template(name) else { throw .notFound("There is no such template.") }
    return try await pictures([]).newestStills(template.slots.count, side: Self.side) { [self] stills, date in
      try render(template, stills, words("en", date))
    }
  }
}

extension KioskMode {
  /// The number of slots that a template for this mode may have; `nil` for a mode without templates.
  fileprivate var slotCounts: ClosedRange<Int>? {
    switch self {
    case .strip: 2...4
    case .postcard: 1...1
    case .live, .photo, .boomerang, .exposure, .wigglegram: nil
    }
  }
}
