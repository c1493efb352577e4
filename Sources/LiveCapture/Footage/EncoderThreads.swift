/// How many threads work on each picture of a movie.
///
/// Each codes a slice of its own, from left to right and top to bottom, while the others do, and all are waited for: that
/// takes a picture's time down, and costs bytes, as a slice knows nothing of the others.
enum EncoderThreads {
  /// More slices of a picture wait for one another more than they help.
  static let most = 4
  /// Rows of 16 pixels that a slice has at least.
  static let fewestRows = 12

  /// One for each core that the machine has, as far as the picture has rows for them.
  static func count(cores: Int, width: Int, height: Int) -> Int {
    let rows = (max(1, height) + 15) / 16
    return max(1, min(cores, most, rows / fewestRows))
  }
}
