import MediaCore
import Testing

@testable import PhotoLibrary

@Suite struct ListDifferenceTests {
  /// Carries the steps out, as a list on a screen does.
  private func applied(_ difference: ListDifference, to old: [String], like new: [String]) -> [String] {
    var list = old
    for index in difference.removed.reversed() { list.remove(at: index) }
    for index in difference.inserted { list.insert(new[index], at: min(index, list.count)) }
    let moved = difference.moves.map { (list[$0.from], $0.to) }
    for index in difference.moves.map(\.from).sorted(by: >) { list.remove(at: index) }
    for (object, index) in moved { list.insert(object, at: index) }
    return list
  }

  @Test("the steps lead from any list to any other")
  func steps() {
    var random = SeededRandom(seed: 11)
    for _ in 0..<2000 {
      let pool = (0..<12).map { "\($0)" }
      let old = Array(pool.shuffled(using: &random).prefix(Int.random(in: 0...12, using: &random)))
      let new = Array(pool.shuffled(using: &random).prefix(Int.random(in: 0...12, using: &random)))
      let difference = ListDifference(from: old, to: new) { _, _ in true }
      #expect(applied(difference, to: old, like: new) == new, "\(old) to \(new)")
      #expect(difference.changed.isEmpty)
      #expect(difference.isEmpty == (old == new))
    }
  }

  @Test("one that moves is one move, and what changed is told by its new index")
  func fewMoves() {
    let old = ["a", "b", "c", "d", "e"]
    let difference = ListDifference(from: old, to: ["e", "a", "b", "c", "d"]) { new, _ in new != 3 }
    #expect(difference.moves.elementsEqual([(from: 4, to: 0)]) { $0 == $1 })
    #expect(difference.changed == [3])
    #expect(difference.removed.isEmpty && difference.inserted.isEmpty)
  }
}
