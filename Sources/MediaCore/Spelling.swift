/// Words that were meant by misspelt ones.
package enum Spelling {
  /// The question that a message asks of a word that is none of some; empty if none of them is like it.
  package static func question(about word: String, in words: [String]) -> String {
    nearest(to: word, in: words).map { "; did you mean \"\($0)\"?" } ?? ""
  }

  /// The word out of some that is most like another one, if any is like it: at most one letter in three is wrong,
  /// missing, too much, or has changed places with its neighbour, and one at least is right. Capitals do not count.
  private static func nearest(to word: String, in words: [String]) -> String? {
    let limit = max(1, word.count / 3)
    return words.map { ($0, distance(Array(word.lowercased()), Array($0.lowercased()))) }
      .filter { $0.1 <= limit && $0.1 < max(word.count, $0.0.count) }.min { $0.1 < $1.1 }?.0
  }

  /// Returns the number of letters that have to be changed, inserted, removed or swapped with a neighbour to make one
  /// word of the other.
  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    var rows = [Array(0...other.count)]
    for (index, letter) in one.enumerated() {
      var row = [index + 1]
      for (place, wanted) in other.enumerated() {
        var best = min(row[place] + 1, rows[index][place + 1] + 1, rows[index][place] + (letter == wanted ? 0 : 1))
        if index > 0, place > 0, letter == other[place - 1], one[index - 1] == wanted {
          best = min(best, rows[index - 1][place - 1] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[one.count][other.count]
  }
}
