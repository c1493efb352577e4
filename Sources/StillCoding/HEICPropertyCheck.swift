import ISOBoxes

/// A check whether readers can use the properties of the picture to show.
struct HEICPropertyCheck {
  /// The properties of pictures that anything is known of: ISO/IEC 23008-12, 6.5, ISO/IEC 23001-17, and codecs' own.
  private static let known: Set<FourCC> = [
    "ispe", "pixi", "colr", "pasp", "clap", "irot", "imir", "auxC", "rloc", "lsel", "clli", "mdcv", "cclv", "amve",
    "hvcC", "lhvC", "av1C", "avcC", "vvcC", "evcC", "jpgC", "j2kH", "jxsH", "uncC", "cmpd", "cmpC", "icef", "tilC",
    "cpat", "splz", "sbpm", "snuc", "cloc", "disi", "a1op", "a1lx", "oinf", "tols", "crtt", "mdft", "udes", "altt",
    "aebr", "afbr", "wbbr", "fobr", "dobr", "pano", "subs", "tsel", "itai", "taic", "scal", "iscl", "rref", "prdi",
    "cmin", "cmex", "ndwt", "reve", "rrtp", "uuid", "mskC",
  ]

  let table: HEICItemTable

  /// The picture to show and what it is made of.
  private var items: [UInt32] { [table.primary] + table.targets("dimg", of: table.primary) }

  /// A sentence on what keeps readers from showing the picture; `nil` if nothing does. By ISO/IEC 23008-12, 9.3.1,
  /// readers pass over items with an essential property that they do not know.
  var damage: String? {
    for item in items {
      for place in table.associations[item] ?? [] where place.isEssential {
        if place.index == 0 { return "Item \(item) is said to have an essential property that is none ('ipma')." }
        guard table.properties.indices.contains(place.index - 1),
          case let type = table.properties[place.index - 1].type, !Self.known.contains(type)
        else { continue }
        return "Item \(item) has an essential property of a kind that is not known ('\(type)'): readers pass it over."
      }
    }
    return nil
  }

  /// Returns a sentence on a picture whose colours are stated only in part or only elsewhere: by some or all of its
  /// tiles, or by Exif that says that they are not sRGB's (`isUncalibrated`); `nil` for other pictures.
  func colorOddity(isUncalibrated: Bool) -> String? {
    func isColored(_ item: UInt32) -> Bool { table.properties(of: item).first(ColorParameterBox.self) != nil }
    let tiles = table.targets("dimg", of: table.primary)
    let colored = tiles.count(where: isColored)
    if (1..<max(1, tiles.count)).contains(colored) {
      return "Of its picture's \(tiles.count) tiles \(colored) say their colours ('colr'), and the others do not."
    }
    guard !isColored(table.primary) else { return nil }
    if colored > 0 {
      return "Its picture does not say its colours ('colr'), and its tiles do: programs show it in different colours."
    }
    return isUncalibrated
      ? "Its picture does not say its colours ('colr'), and its Exif says that they are not sRGB's: its profile was lost."
      : nil
  }
}
