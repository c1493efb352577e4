import ISOBoxes

/// A check of the boxes that a movie's description is made of, by where they stand: QuickTime File Format and ISO/IEC
/// 14496-12, 8.
enum BoxInventory {
  /// Those that stand once where they stand: where there are two, each program takes another.
  private static let single: [FourCC: Set<FourCC>] = [
    "moov": ["mvhd", "meta", "mvex", "iods"], "trak": ["tkhd", "mdia", "edts", "tref", "meta"], "edts": ["elst"],
    "mdia": ["mdhd", "hdlr", "minf"], "minf": ["vmhd", "smhd", "gmhd", "dinf", "stbl"], "dinf": ["dref"],
    "stbl": ["stsd", "stts", "ctts", "cslg", "stsc", "stsz", "stz2", "stco", "co64", "stss", "sdtp"],
    "meta": ["hdlr", "keys", "ilst"],
  ]
  /// Those of which it is known that they may stand there besides.
  private static let others: [FourCC: Set<FourCC>] = [
    "moov": ["trak", "udta", "ctab", "clip", "prfl", "pssh", "rmra", "cmov", "gama"],
    "trak": ["udta", "tapt", "load", "imap", "clip", "matt", "txas", "trgr", "kmat", "prfl"],
    "mdia": ["elng", "udta", "meta"], "minf": ["hdlr", "hmhd", "nmhd", "sthd", "gmin", "meta", "udta"],
    "stbl": [
      "stps", "stsh", "padb", "stdp", "sbgp", "sgpd", "csgp", "subs", "saiz", "saio", "meta", "udta", "stsl", "senc",
    ],
  ]
  private static let anywhere: Set<FourCC> = ["free", "skip", "wide", "uuid"]

  /// Returns the problem with the boxes in a movie's description: one that stands twice where only one may, or else an
  /// unknown one; `nil` if there is none.
  static func problem(in movie: ContainerBox) -> RuleResult.Outcome? {
    var warning: RuleResult.Outcome?
    for (parent, children) in lists(movie.type, movie.children) {
      let types = children.map(\.type)
      if let kind = (single[parent] ?? []).first(where: { kind in types.filter { $0 == kind }.count > 1 }) {
        return (.failure, "there are two \(kind) in \(parent), of which programs take the one or the other")
      }
      if parent == "stbl", types.contains("stco"), types.contains("co64") {
        return (.failure, "there are both stco and co64 in stbl, of which programs take the one or the other")
      }
      guard let others = others[parent], let single = single[parent] else { continue }
      let known = others.union(single).union(anywhere)
      if warning == nil, let stranger = types.first(where: { !known.contains($0) }) {
        warning = (.warning, "\(parent) holds a box '\(stranger)', of which nothing is known")
      }
    }
    return warning
  }

  /// Every list of boxes with the type of what it is in.
  private static func lists(_ type: FourCC, _ children: [any Box]) -> [(FourCC, [any Box])] {
    [(type, children)]
      + children.flatMap { child -> [(FourCC, [any Box])] in
        switch child {
        case let box as ContainerBox where box.type != "ilst" && box.type != "udta": lists(box.type, box.children)
        case let box as MetadataBox: [(box.type, box.children)]
        default: []
        }
      }
  }
}
