import ByteCoding
import Foundation
import MediaCore
import StillCoding
import TestSupport
import Testing

struct HEICFileTests {
  @Test("pictures as files say what exiftool reads in them")
  func readsFiles() throws {
    for path in LivePhotoFixtures.paths(".heic") {
      let file = try HEICFile.read(try StillFixtures.bytes(path))
      let told = try #require(
        try ForeignTool.exiftool.json(
          ["-j", "-n", "-ImageWidth", "-ImageHeight", "-Orientation", "-MediaGroupUUID", "-Rotation", path])
          as? [[String: Any]]
      )[0]
      let shown = [file.width, file.height]
      #expect(shown.sorted() == [told["ImageWidth"] as? Int, told["ImageHeight"] as? Int].compactMap(\.self).sorted())
      if let orientation = told["Orientation"] as? Int {
        #expect(Int(file.orientation.rawValue) == orientation, "\(path)")
      }
      #expect(file.codec == "hvc1")
      let folder = try TemporaryFolder()
      if let tiff = file.exifTIFF {
        let tif = try folder.write(tiff, as: "exif.tif")
        let inside = try #require(try ForeignTool.exiftool.json(["-j", "-MediaGroupUUID", tif]) as? [[String: Any]])[0]
        #expect(inside["MediaGroupUUID"] as? String == told["MediaGroupUUID"] as? String, "\(path)")
      }
    }
  }
}
