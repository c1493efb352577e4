import ByteCoding
import MediaCore
import StillCoding

extension StillFile {
  /// What of the pictures beside the one to show does not decode, or shows something else, a sentence each: thumbnails,
  /// gain maps, depth; and what tells that the picture's tiles were exchanged. `grid` is how the picture itself looks,
  /// `nil` if nobody knows.
  func otherPictureProblems(beside grid: LumaGrid?) -> [String] {
    var found: [String] = []
    do {
      // What does not decode is told by another rule.
      let whole = grid == nil ? nil : try heicWhole()
      for part in try heicOthers() {
        do {
          let small = try StillPart(part, of: self)
          guard part.isThumbnail, let grid else { continue }
          found += problems(of: small.grid, named: part.name, beside: grid, whole)
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
          found += problems(of: small, named: name, beside: grid, whole)
        } catch {
          found.append("\(name): \(error.message)")
        }
      }
      if found.isEmpty, let whole, let problem = try seamProblem(of: whole) { found.append(problem) }
    } catch {
      found.append("What it holds beside its picture cannot be read: \(error)")
    }
    return found
  }

  /// What is said of tiles that do not go on in each other.
  private func seamProblem(of whole: HEICPart) throws -> String? {
    guard whole.tiles.count > 1 else { return nil }
    do {
      let picture = try StillPart.picture(of: whole, in: self)
      return TileSeams(picture, columns: whole.columns, rows: whole.tiles.count / whole.columns).problem
    } catch let error as CodingError where [.missingLibrary, .unsupported].contains(error.code) {
      // Nobody here can look.
      return nil
    }
  }

  /// What is said of a thumbnail that shows something else, or where parts of the picture, if it is made `whole` of such,
  /// stand elsewhere.
  private func problems(
    of thumbnail: LumaGrid, named name: String, beside grid: LumaGrid, _ whole: HEICPart?
  ) -> [String] {
    let copy = SmallCopy(picture: grid, copy: thumbnail, orientation: orientation)
    let tiles = whole.map { copy.exchangedTiles(of: $0, width: width, height: height) } ?? []
    guard tiles.count > 1 else {
      return copy.problem.map { ["\(name.prefix(1).uppercased())\(name.dropFirst()) \($0)."] } ?? []
    }
    let names = tiles.prefix(4).map(String.init).joined(separator: ", ")
    let more = tiles.count > 4 ? " and \(tiles.count - 4) more" : ""
    return [
      "Tiles \(names)\(more) of its picture stand where \(name) shows others: parts of the picture were exchanged."
    ]
  }
}
