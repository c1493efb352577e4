import ByteCoding
import MediaCore
import StillCoding

/// The pictures of a still beside the one to show: thumbnails, gain maps, depth.
struct OtherPictures {
  let still: StillFile
  /// The grid of the picture to show; `nil` if it is unknown.
  let grid: LumaGrid?

  /// The pictures that do not decode, or show something else, a sentence each, and the signs that the picture's tiles
  /// were exchanged.
  var problems: [String] {
    var found: [String] = []
    do {
      // What does not decode is told by another rule.
      let whole = grid == nil ? nil : try still.heicWhole()
      for part in try still.heicOthers() {
        do {
          let small = try StillPart(part, of: still)
          guard part.isThumbnail, let grid else { continue }
          found += problems(of: small.grid, named: part.name, beside: grid, whole)
        } catch let error as DamagedStill {
          found.append(error.description)
        } catch let error as CodingError where ![.missingLibrary, .unsupported].contains(error.code) {
          found.append("\(part.name): \(error.message)")
        }
      }
      for (name, bytes) in try still.otherJPEGs() {
        do {
          let small = LumaGrid(
            try PictureDecoder().decode(bytes, maximumSide: 4 * LumaGrid.side), orientation: still.orientation)
          guard name == StillFile.exifThumbnailName, let grid else { continue }
          found += problems(of: small, named: name, beside: grid, whole)
        } catch {
          found.append("\(name): \(error.message)")
        }
      }
      if found.isEmpty, let problem = grid?.seamProblem { found.append(problem) }
    } catch {
      found.append("What it holds beside its picture cannot be read: \(error)")
    }
    return found
  }

  /// Returns the problems that a thumbnail shows: something else than the picture, or tiles of the picture, if `whole`
  /// has such, at other places.
  private func problems(
    of thumbnail: LumaGrid, named name: String, beside grid: LumaGrid, _ whole: HEICPart?
  ) -> [String] {
    let copy = SmallCopy(picture: grid, copy: thumbnail, orientation: still.orientation)
    let tiles = whole.map { copy.exchangedTiles(of: $0, width: still.width, height: still.height) } ?? []
    if tiles.count > 1 {
      return [
        "\(self.name(tiles)) of its picture stand where \(name) shows others: parts of the picture were exchanged."
      ]
    }
    if let problem = copy.problem { return ["\(name.prefix(1).uppercased())\(name.dropFirst()) \(problem)."] }
    let damaged = whole.map { copy.damagedTiles(of: $0, width: still.width, height: still.height) } ?? []
    guard !damaged.isEmpty else { return [] }
    return [
      "\(self.name(damaged)) of its picture and \(name) differ far more than others do: a part of the picture "
        + "is damaged, or was changed."
    ]
  }

  /// The names of tiles, the first few of many.
  private func name(_ tiles: [Int]) -> String {
    let more = tiles.count > 4 ? " and \(tiles.count - 4) more" : ""
    return "\(tiles.count == 1 ? "Tile" : "Tiles") \(tiles.prefix(4).map(String.init).joined(separator: ", "))\(more)"
  }
}
