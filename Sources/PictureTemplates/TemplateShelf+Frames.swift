import ByteCoding
import FileStorage
import FoundationEssentials
public import MediaCore

extension TemplateShelf {
  /// The name of the picture of a template that was made of a frame.
  private static let pictureName = "frame.png"
  /// The greatest size of the picture of a frame that is added, in bytes.
  public static let mostFrameBytes = mostPictureBytes

  private struct Frame: Encodable {
    struct Canvas: Encodable {
      let width: Int
      let height: Int
    }

    struct Slot: Encodable {
      let x: Int
      let y: Int
      let width: Int
      let height: Int
    }

    let version = 1
    let title: String
    let canvas: Canvas
    let slots: [Slot]
    let overlay: String
  }

  /// Returns whether a template was made of a frame, and may be removed.
  public func isFrame(_ name: String) -> Bool {
    // A folder that is not there has no frame.
    guard let folder, let names = try? folder.files.names(in: "\(folder.path)/\(name)") else { return false }
    return Set(names) == [Self.fileName, Self.pictureName]
  }

  /// Makes a template of a frame and writes it into the folder: a PNG whose transparent windows are the places of the
  /// pictures, in reading order; a transparent picture with a logo on it is one window. A frame of the same name is
  /// replaced.
  /// - Throws: ``TemplateError`` when the picture is none, or has no window, when the name is another template's, or
  ///   when it cannot be written.
  public func addFrame(_ png: [UInt8], named name: String, title: String) throws(TemplateError) {
    let folder = try writableFolder(name)
    let place = "\(folder.path)/\(name)"
    guard png.count <= Self.mostPictureBytes else {
      throw TemplateError(
        .invalidPicture, context: title, message: "it has \(png.count) bytes; \(Self.mostPictureBytes) are the most.")
    }
    let json = try Self.json(of: png, title: title)
    let isNew = !folder.files.exists(place)
    guard isNew ? !ShippedTemplates.all.contains(where: { $0.key == name }) : isFrame(name) else {
      throw TemplateError(
        .invalidName, context: place, message: "there is a template of this name. Give the frame's file another name.")
    }
    do {
      try folder.files.makeFolder(place)
      for (file, bytes) in [(Self.pictureName, png), (Self.fileName, json)] {
        let temporary = "\(place)/.\(file).new"
        try folder.files.remove(temporary)
        try folder.files.write(temporary, bytes)
        try folder.files.remove("\(place)/\(file)")
        try folder.files.rename(temporary, to: "\(place)/\(file)")
      }
      try folder.files.syncFolder(place)
    } catch {
      if isNew { Self.remove([Self.pictureName, Self.fileName], in: place, folder.files) }
      throw TemplateError(.unwritable, context: place, message: "the frame cannot be written.", underlying: error)
    }
  }

  /// Removes a template that was made of a frame.
  /// - Throws: ``TemplateError`` when it is another one.
  public func removeFrame(_ name: String) throws(TemplateError) {
    let folder = try writableFolder(name)
    let place = "\(folder.path)/\(name)"
    guard isFrame(name) else {
      throw TemplateError(
        .invalidName, context: name, message: "this template was not made of a frame. Remove its folder by hand.")
    }
    // A folder without its description is no template.
    Self.remove([Self.fileName, Self.pictureName], in: place, folder.files)
    guard !folder.files.exists("\(place)/\(Self.fileName)") else {
      throw TemplateError(.unwritable, context: place, message: "it cannot be removed. Look at who may write there.")
    }
  }

  private static func remove(_ names: [String], in place: String, _ files: any FileTree) {
    // What stays is told by whoever looks whether the template is there.
    for name in names.flatMap({ [".\($0).new", $0] }) { try? files.remove("\(place)/\(name)") }
    try? files.removeFolder(place)
  }

  private func writableFolder(_ name: String) throws(TemplateError) -> (path: String, files: any FileTree) {
    guard let folder else {
      throw TemplateError(.unwritable, context: name, message: "there is no folder for templates.")
    }
    try Self.check(name, in: folder.path)
    return folder
  }

  /// The description of a template whose pictures are seen through a frame's windows.
  private static func json(of png: [UInt8], title: String) throws(TemplateError) -> [UInt8] {
    try PNGCheck.check(png, of: title)
    let (size, windows): ((width: Int, height: Int), [FrameWindows.Window])
    do { (size, windows) = try TemplateRenderer().windows(of: png) } catch {
      throw TemplateError(.invalidPicture, context: title, message: "it cannot be read.", underlying: error)
    }
    let sides = TemplateFile.sides
    guard sides.contains(Double(size.width)), sides.contains(Double(size.height)) else {
      throw TemplateError(
        .invalidPicture, context: title,
        message: "it has \(size.width) x \(size.height) pixels; \(Int(sides.lowerBound)) to \(Int(sides.upperBound)) "
          + "a side are wanted.")
    }
    guard (1...4).contains(windows.count) else {
      throw TemplateError(
        .invalidPicture, context: title,
        message: windows.isEmpty
          ? "no part of it is transparent, so that no picture could be seen through it. Save it as a PNG with "
            + "transparent windows."
          : "it has \(windows.count) transparent windows; 4 are the most that a strip takes.")
    }
    let frame = Frame(
      title: title, canvas: .init(width: size.width, height: size.height),
      slots: windows.map { .init(x: $0.left, y: $0.top, width: $0.right - $0.left, height: $0.bottom - $0.top) },
      overlay: pictureName)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    do { return Array(try encoder.encode(frame)) + [0x0a] } catch {
      throw TemplateError(.malformed, context: title, message: "it cannot be described.", underlying: error)
    }
  }
}
