import ISOBoxes

/// A graph of the items of a file of pictures that need others, by one kind of reference.
///
/// Decoders follow references without looking where they lead: libheif starts a thread for each tile of a grid, and
/// never ends with one that is a tile of itself.
struct HEICReferenceGraph {
  /// The largest number of steps, far above any real file: a tone map of an overlay of grids of turned pictures, with
  /// auxiliary pictures, has 6.
  private static let deepest = 10
  /// The largest number of pictures that are decoded for one; a grid has up to 65,536 tiles.
  private static let mostParts = 200_000

  /// The name in messages of the references.
  private let name: String
  private var needed: [UInt32: [UInt32]] = [:]
  private var users: [UInt32: [UInt32]] = [:]

  private init(_ name: String) { self.name = name }

  private mutating func add(_ item: UInt32, needs other: UInt32) {
    needed[item, default: []].append(other)
    users[other, default: []].append(item)
  }

  /// Returns the reason why a file with such references must not be given to a decoder: they lead in a circle, or too
  /// far; `nil` if they do not.
  static func problem(in references: [HEIFItemReferenceBox]) -> String? {
    // A picture is decoded with its parts, and with what belongs to it, which refers to it.
    var decoding = Self("'dimg' or 'auxl'")
    var others: [FourCC: Self] = [:]
    for reference in references {
      for target in reference.targets {
        switch reference.type {
        case "dimg": decoding.add(reference.itemID, needs: target)
        case "auxl": decoding.add(target, needs: reference.itemID)
        default: others[reference.type, default: Self("'\(reference.type)'")].add(reference.itemID, needs: target)
        }
      }
    }
    if let problem = decoding.problem { return problem }
    return others.sorted { $0.key.rawValue < $1.key.rawValue }.lazy.compactMap(\.value.problem).first
  }

  private var problem: String? {
    var open = needed.mapValues(\.count)
    var ready = users.keys.filter { needed[$0] == nil }
    // What an item needs, counted with itself and as often as it is needed, and how far it leads.
    var sizes: [UInt32: (parts: Int, depth: Int)] = [:]
    while let item = ready.popLast() {
      let size = sizes[item] ?? (0, 0)
      guard size.parts < Self.mostParts, size.depth <= Self.deepest else {
        return "Item \(item) is put together from more items, or by more steps, than any program writes (\(name))."
      }
      for user in users[item] ?? [] {
        let old = sizes[user] ?? (0, 0)
        sizes[user] = (min(old.parts + size.parts + 1, Self.mostParts), max(old.depth, size.depth + 1))
        let left = (open[user] ?? 1) - 1
        open[user] = left
        if left == 0 { ready.append(user) }
      }
    }
    guard var item = open.filter({ $0.value > 0 }).keys.min() else { return nil }
    // What is left is part of a circle, or leads into one.
    var seen: Set<UInt32> = []
    while seen.insert(item).inserted, let next = needed[item]?.first(where: { open[$0] ?? 0 > 0 }) { item = next }
    return "Item \(item) refers to itself, directly or by way of others (\(name))."
  }
}
