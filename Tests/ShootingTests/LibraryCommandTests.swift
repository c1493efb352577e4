import ArgumentParser
import FileStorage
import PhotoLibrary
import Testing

@testable import livecam

/// What the library's commands refuse, as it contradicts itself.
@Suite struct LibraryCommandTests {
  @Test("a revert brings a place back, and sets no other at once")
  func revertAndPlace() throws {
    for place in ["52.5,13.4", "none"] {
      let error = #expect(throws: (any Error).self) { try LibraryEdit.parse(["IMG_1", "--revert", "--place", place]) }
      #expect(error.map { LibraryEdit.message(for: $0).contains("name one of them") } == true)
    }
    #expect(throws: (any Error).self) {
      try LibraryEdit.parse(["IMG_1", "--revert", "--date", "2020-02-29T12:00:00Z"])
    }
    _ = try LibraryEdit.parse(["IMG_1", "--revert", "--hidden", "no"])
  }

  @Test("a quick check decodes no pictures")
  func quickAndPictures() throws {
    #expect(throws: (any Error).self) { try LibraryCheckCommand.parse(["--quick", "--pictures"]) }
    #expect(try LibraryCheckCommand.parse(["--pictures"]).pictures)
  }

  @Test(
    "a store's malformed URL is refused with the form that is expected",
    arguments: [
      "https://photos.example", "s3://", "s3:/photos", "s3://photos/a b", "s3://photos?endpoint=minio:9000",
      "s3://photos?endpoint=https://", "s3://photos?endpoint=http://minio:port", "s3://photos?region=",
      "s3://photos?x=y",
    ])
  func store(_ url: String) {
    let error = #expect(throws: (any Error).self) { try LibraryInit.parse(["--store", url]) }
    #expect(error.map { LibraryInit.message(for: $0).contains("s3://BUCKET/PREFIX") } == true)
    #expect(error.map { LibraryInit.exitCode(for: $0).rawValue } == 64)
  }

  @Test(
    "stores that can be are taken",
    arguments: [
      "s3://photos", "s3://photos/booths?endpoint=http://127.0.0.1:9000/&region=eu-1",
      "s3://p?endpoint=https://[::1]:9",
    ])
  func goodStore(_ url: String) throws { _ = try LibraryInit.parse(["--store", url]) }

  @Test(
    "a server's malformed URL is refused with the form that is expected, and not repeated",
    arguments: [
      "postgres://secret@db/photos", "postgres://secret@db:port/photos?originals=/srv",
      "postgres://secret@db:99999/photos?originals=/srv", "postgres://db/photos?originals=/srv&nonsense=secret",
      "postgresql://[secret/photos?originals=/srv", "http://db/secret",
    ])
  func server(_ url: String) throws {
    let error = #expect(throws: ReasonedError.self) { try LibraryPlace(url) }
    #expect(error?.reason == .badArguments)
    #expect(error.map { $0.description.contains("postgres://USER@HOST:PORT/DATABASE?originals=") } == true)
    #expect(error.map { $0.description.contains("secret") } == false)
    let place = try LibraryPlace("postgres://me:word@db:5433/photos?originals=/srv&connect_timeout=3")
    #expect(place.folder == "/srv" && place.server == "postgres://me:word@db:5433/photos?connect_timeout=3")
  }

  @Test("an error of the library ends a command with the code that its documentation gives")
  func exitCodes() {
    func code(_ code: PhotosError.Code) -> Int32 { ExitReason(PhotosError(code, context: "", message: "")).rawValue }
    #expect(code(.identifierNotFound) == 66 && code(.multipleIdentifiersFound) == 64 && code(.networkError) == 69)
    #expect(code(.notEnoughSpace) == 73 && code(.accessUserDenied) == 73 && code(.requestNotSupportedForAsset) == 65)
    func file(_ code: FileStoreError.Code) -> Int32 {
      ExitReason(FileStoreError(code, path: "", operation: "", message: "")).rawValue
    }
    #expect(file(.unreachable) == 69 && file(.accessDenied) == 73)
  }
}
