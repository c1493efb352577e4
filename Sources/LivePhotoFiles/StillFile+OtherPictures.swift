import ByteCoding
import MediaCore
import StillCoding

extension StillFile {
  /// What of the pictures beside the one to show does not decode, a sentence each: thumbnails, gain maps, depth.
  var otherPictureProblems: [String] {
    var found: [String] = []
    do {
      for part in try heicOthers() {
        do { _ = try StillPart(part, of: self) } catch let error as DamagedStill {
          found.append(error.description)
        } catch let error as CodingError where ![.missingLibrary, .unsupported].contains(error.code) {
          found.append("\(part.name): \(error.message)")
        }
      }
      for (name, bytes) in try otherJPEGs() {
        do { _ = try PictureDecoder().decode(bytes, maximumSide: 64) } catch {
          found.append("\(name): \(error.message)")
        }
      }
    } catch {
      found.append("What it holds beside its picture cannot be read: \(error)")
    }
    return found
  }
}
