import ArgumentParser

/// A size as it is written on the command line: `1280x720`.
struct PictureSize: ExpressibleByArgument {
  let width: Int
  let height: Int

  init?(argument: String) {
    let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      (1...16_384).contains(width), (1...16_384).contains(height)
    else { return nil }
    self.width = width
    self.height = height
  }
}
