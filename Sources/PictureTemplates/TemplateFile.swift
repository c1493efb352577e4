import FoundationEssentials

/// The contents of a template's file, `template.json5`.
///
/// Every number has bounds: a file that somebody has found somewhere can ask for no more memory than a sheet of paper.
struct TemplateFile: Decodable {
  static let sides = 100.0...6000.0
  /// A4 at 300 dots an inch.
  static let mostPixels = 9_000_000
  private static let mostSlots = 8
  private static let mostLines = 16
  private static let mostCharacters = 200

  let title: String
  let width: Int
  let height: Int
  let background: PictureTemplate.Color
  let backgroundPicture: String?
  let slots: [PictureTemplate.Slot]
  let overlay: String?
  let lines: [PictureTemplate.Line]

  init(from decoder: any Decoder) throws {
    let file = try TemplateObject(decoder, ["version", "title", "canvas", "slots", "overlay", "texts", "filter"])
    guard try file.number("version", 1...1_000_000) == 1 else {
      throw file.refusal("version", "this is livecam's version 1; the template is for another one")
    }
    title = try file.text("title", ofUpTo: 60)
    let canvas = try file.object("canvas", ["width", "height", "background", "picture"])
    let (width, height) = (Int(try canvas.number("width", Self.sides)), Int(try canvas.number("height", Self.sides)))
    guard width * height <= Self.mostPixels else {
      throw canvas.refusal(
        "width", "\(width) x \(height) are more than \(Self.mostPixels / 1_000_000) million pixels; make it smaller")
    }
    (self.width, self.height) = (width, height)
    background = try canvas.color("background") ?? .white
    backgroundPicture = try canvas.file("picture")
    overlay = try file.file("overlay")
    let filter: PictureTemplate.Filter? = try file.choice("filter")
    let slots = try file.objects(
      "slots", 1...Self.mostSlots, ["x", "y", "width", "height", "rotation", "fit", "border", "borderColor", "filter"])
    self.slots = try slots.map { slot in
      PictureTemplate.Slot(
        place: try Self.place(slot, width, height, hasHeight: true), fit: try slot.choice("fit") ?? .fill,
        border: try slot.numberIfAny("border", 0...500) ?? 0, borderColor: try slot.color("borderColor") ?? .white,
        filter: try slot.choice("filter") ?? filter)
    }
    let texts = try file.objects(
      "texts", 0...Self.mostLines, ["text", "x", "y", "width", "rotation", "size", "font", "color", "align"])
    lines = try texts.map { line in
      let text = try line.text("text", ofUpTo: Self.mostCharacters)
      try Self.check(text, line)
      let font = try line.textIfAny("font", ofUpTo: 60) ?? "Serif"
      guard font.unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || " -0123456789".unicodeScalars.contains($0) })
      else { throw line.refusal("font", "a family and a style such as \"Serif Bold Italic\" are wanted") }
      return PictureTemplate.Line(
        text: text, place: try Self.place(line, width, height, hasHeight: false),
        size: try line.number("size", 4...1000),
        font: font, color: try line.color("color") ?? .init(red: 0, green: 0, blue: 0, alpha: 1),
        alignment: try line.choice("align") ?? .center)
    }
  }

  private static func place(
    _ object: TemplateObject, _ width: Int, _ height: Int, hasHeight: Bool
  ) throws -> PictureTemplate.Place {
    let (width, height) = (Double(width), Double(height))
    return PictureTemplate.Place(
      x: try object.number("x", -width...width * 2), y: try object.number("y", -height...height * 2),
      width: try object.number("width", 1...width * 2),
      height: hasHeight ? try object.number("height", 1...height * 2) : nil,
      rotation: try object.numberIfAny("rotation", -360...360) ?? 0)
  }

  private static func check(_ text: String, _ line: TemplateObject) throws {
    for part in text.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
      guard let end = part.firstIndex(of: "}"), PictureTemplate.Placeholder(rawValue: String(part[..<end])) != nil
      else {
        let names = PictureTemplate.Placeholder.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
        throw line.refusal("text", "there are the placeholders \(names)")
      }
    }
  }
}
