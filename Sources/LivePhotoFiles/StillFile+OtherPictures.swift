import ByteCoding
import MediaCore
import StillCoding

extension StillFile {
  /// What of the pictures beside the one to show does not decode, or shows something else, a sentence each: thumbnails,
  /// gain maps, depth. `grid` is how the picture itself looks, `nil` if nobody knows.
  func otherPictureProblems(beside grid: LumaGrid?) -> [String] {
    var found: [String] = []
    do {
      for part in try heicOthers() {
        do {
          let small = try StillPart(part, of: self)
          guard part.isThumbnail, let grid else { continue }
          found += try problems(of: small.grid, named: part.name, beside: grid)
        } catch let error as DamagedStill {
          found.append(error.description)
        } catch let error as CodingError where ![.missingLibrary, .unsupported].contains(error.code) {
          found.append("\(part.name): \(error.message)")
        }
      }
      for (name, bytes) in try otherJPEGs() {
        do {
          let small = LumaGrid(
            try PictureDecoder().decode(bytes, maximumSide: 4 * LumaGrid.side), orientation: orientation)
          guard name == StillFile.exifThumbnailName, let grid else { continue }
          found += try problems(of: small, named: name, beside: grid)
        } catch let error as CodingError {
          found.append("\(name): \(error.message)")
        }
      }
    } catch {
      found.append("What it holds beside its picture cannot be read: \(error)")
    }
    return found
  }

  /// What is said of a thumbnail that shows something else, or whose parts stand elsewhere.
  private func problems(of thumbnail: LumaGrid, named name: String, beside grid: LumaGrid) throws -> [String] {
    let copy = SmallCopy(picture: grid, copy: thumbnail, orientation: orientation)
    if let tiles = try exchangedTiles(copy) {
      return ["\(tiles) of its picture stand where \(name) shows others: parts of the picture were exchanged."]
    }
    return copy.problem.map { ["\(name.prefix(1).uppercased())\(name.dropFirst()) \($0)."] } ?? []
  }

  /// The tiles that stand where a copy has others, by name; `nil` if there are none.
  private func exchangedTiles(_ copy: SmallCopy) throws -> String? {
    guard let whole = try heicWhole() else { return nil }
    let tiles = copy.exchangedTiles(of: whole, width: width, height: height)
    guard tiles.count > 1 else { return nil }
    let names = tiles.prefix(4).map(String.init).joined(separator: ", ")
    return "Tiles \(names)\(tiles.count > 4 ? " and \(tiles.count - 4) more" : "")"
  }
}
