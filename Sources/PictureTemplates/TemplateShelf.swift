import ByteCoding
public import FileStorage
import FoundationEssentials
public import MediaCore

/// The templates that there are: livecam's own, and those of a folder.
public struct TemplateShelf: Sendable {
  /// The templates that can be used, livecam's own first.
  public private(set) var templates: [PictureTemplate] = []
  /// The errors of the templates that cannot be used.
  public private(set) var refusals: [TemplateError] = []

  let folder: (path: String, files: any FileTree)?
  private var mayBeMissing = false
  /// The files of the folder when it was read.
  private let traces: Set<Trace>

  private struct Trace: Hashable {
    let path: String
    let attributes: FileAttributes
  }

  static let fileName = "template.json5"
  private static let mostTemplates = 100
  private static let mostFiles = 50
  private static let mostFileBytes = 65_536
  static let mostPictureBytes = 20_000_000

  /// Livecam's own templates.
  public init() { self.init(nil) }

  private init(_ folder: (path: String, files: any FileTree)?) {
    self.folder = folder
    // Before the files are read: what changes meanwhile is seen the next time.
    traces = folder.map { Self.traces(in: $0.path, $0.files) } ?? []
    for (name, json) in ShippedTemplates.all {
      do { templates.append(try Self.template(name, Array(json.utf8), name) { _ throws(TemplateError) in [] }) } catch {
        refusals.append(error)
      }
    }
  }

  /// Creates a shelf of livecam's own templates and those of a folder. Each of the latter lies in a folder of its own
  /// with a file `template.json5`; one with the name of a template of livecam's replaces it. A folder that
  /// `mayBeMissing` is made when the first frame is added.
  ///
  /// What cannot be used is left out, and in ``refusals``.
  public init(folder: String, files: any FileTree, mayBeMissing: Bool = false) {
    self.init((folder, files))
    self.mayBeMissing = mayBeMissing
    if mayBeMissing, !files.exists(folder) { return }
    let names: [String]
    do { names = try files.names(in: folder).sorted() } catch {
      refusals.append(
        TemplateError(.unreadable, context: folder, message: "the templates cannot be read.", underlying: error))
      return
    }
    for name in names.prefix(Self.mostTemplates) where files.exists("\(folder)/\(name)/\(Self.fileName)") {
      do {
        let template = try Self.template(name, in: folder, files)
        templates.removeAll { $0.name == name }
        templates.append(template)
      } catch {
        refusals.append(error)
      }
    }
  }

  /// Returns the shelf with the files of its folder as they are now; `nil` if none of them has changed.
  public func renewed() -> TemplateShelf? {
    guard let folder, Self.traces(in: folder.path, folder.files) != traces else { return nil }
    return TemplateShelf(folder: folder.path, files: folder.files, mayBeMissing: mayBeMissing)
  }

  private static func traces(in folder: String, _ files: any FileTree) -> Set<Trace> {
    var traces: Set<Trace> = []
    // A folder that cannot be read has no templates, which is told where they are read.
    for name in ((try? files.names(in: folder)) ?? []).sorted().prefix(mostTemplates) {
      let own = (try? files.names(in: "\(folder)/\(name)")) ?? []  // the same, and files beside templates are none
      for file in own.sorted().prefix(mostFiles) {
        let path = "\(folder)/\(name)/\(file)"
        if let attributes = files.attributes(of: path) { traces.insert(Trace(path: path, attributes: attributes)) }
      }
    }
    return traces
  }

  /// Returns the template of that name; `nil` if the shelf has none.
  public func template(_ name: String) -> PictureTemplate? { templates.first { $0.name == name } }

  private static func template(
    _ name: String, in folder: String, _ files: any FileTree
  ) throws(TemplateError) -> PictureTemplate {
    let path = "\(folder)/\(name)/\(fileName)"
    try check(name, in: folder)
    return try template(name, bytes(path, mostFileBytes, files), path) { picture throws(TemplateError) in
      let path = "\(folder)/\(name)/\(picture)"
      let png = try bytes(path, mostPictureBytes, files)
      try PNGCheck.check(png, of: path)
      return png
    }
  }

  static func check(_ name: String, in folder: String) throws(TemplateError) {
    guard (1...40).contains(name.utf8.count),
      name.utf8.allSatisfy({ (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d })
    else {
      throw TemplateError(
        .invalidName, context: "\(folder)/\(name)",
        message: "small letters, digits and hyphens make a template's name.")
    }
  }

  /// A file's bytes. What is reached by a link, or is no file, is not read: it may be anybody's, and have no end.
  private static func bytes(_ path: String, _ most: Int, _ files: any FileTree) throws(TemplateError) -> [UInt8] {
    guard let attributes = files.attributes(of: path), attributes.isRegular else {
      throw TemplateError(.unreadable, context: path, message: "there is no such file, or it is a link.")
    }
    do {
      let source = try files.open(path)
      guard source.count <= most else {
        throw TemplateError(
          .unreadable, context: path, message: "it has \(source.count) bytes; \(most) are the most.")
      }
      return try source.allBytes()
    } catch let error as TemplateError { throw error } catch {
      throw TemplateError(.unreadable, context: path, message: "it cannot be read.", underlying: error)
    }
  }

  /// Returns the error of a file that is no template, with the line of what is wrong in it.
  private static func refusal(of json: [UInt8], _ path: String, _ error: any Error) -> TemplateError {
    if let line = KeyPlace.lineOfMistake(in: json) {
      return TemplateError(
        .malformed, context: "\(path):\(line)",
        message:
          "this is no template in JSON5. Look for a comma, a colon, a quotation mark or a bracket that is missing, "
          + "here or just before.")
    }
    let (keys, message) =
      switch error {
      case let refusal as TemplateObject.Refusal: (refusal.path, "\(refusal.message).")
      case let error as DecodingError:
        (error.context?.codingPath ?? [], "\(error.context?.debugDescription ?? "it cannot be read").")
      default: ([], "it cannot be read: \(error)")
      }
    // People count from 1.
    let place = keys.map { $0.intValue.map { "\($0 + 1)" } ?? $0.stringValue }.joined(separator: ".")
    let line = KeyPlace.line(at: keys.map { $0.intValue.map { "\($0)" } ?? $0.stringValue }, in: json)
    return TemplateError(
      .malformed, context: "\(path):\(line)", message: place.isEmpty ? message : "\(place): \(message)")
  }

  private static func template(
    _ name: String, _ json: [UInt8], _ path: String, _ picture: (String) throws(TemplateError) -> [UInt8]
  ) throws(TemplateError) -> PictureTemplate {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    let file: TemplateFile
    do { file = try decoder.decode(TemplateFile.self, from: Data(json)) } catch {
      throw Self.refusal(of: json, path, error)
    }
    let (background, overlay) = (try file.backgroundPicture.map(picture), try file.overlay.map(picture))
    let template = PictureTemplate(
      name: name, title: file.title, width: file.width, height: file.height, background: file.background,
      backgroundPicture: background, slots: file.slots, overlay: overlay, lines: file.lines)
    // Broken pictures are found now, and not when a guest has been photographed.
    if background != nil || overlay != nil {
      do { try TemplateRenderer().checkPictures(of: template) } catch {
        throw TemplateError(.invalidPicture, context: path, message: "a picture cannot be used.", underlying: error)
      }
    }
    return template
  }
}
