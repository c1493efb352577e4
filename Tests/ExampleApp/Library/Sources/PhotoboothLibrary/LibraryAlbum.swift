import Foundation
import PhotoLibrary
import Photobooth

/// An album in a photo library: each shot is one asset, a Live Photo if it has a movie, and there when all of it is.
public final class LibraryAlbum: Album {
  private let library: PhotoLibrary
  private let folder: String
  private let didFail: @Sendable (PhotosError) -> Void

  /// An album in a library. Movies are recorded into a folder that is there, best on the library's disk, and moved into
  /// the library; `didFail` hears of shots that could not be saved.
  public init(
    in library: PhotoLibrary, recordingInto folder: String, didFail: @escaping @Sendable (PhotosError) -> Void
  ) {
    (self.library, self.folder, self.didFail) = (library, folder, didFail)
  }

  /// A hidden name, until the movie is the library's.
  public func temporaryMoviePath(of number: Int64) -> String { "\(folder)/.recording-\(number).mov" }

  /// Makes an asset of the shot, in one change.
  public func save(still: [UInt8], moviePath: String?) {
    library.performChanges { [library] in
      let request = AssetCreationRequest.forAsset(in: library)
      request.addResource(with: .photo, data: still)
      guard let moviePath else { return }
      var options = AssetResourceCreationOptions()
      options.shouldMoveFile = true
      request.addResource(with: .pairedVideo, fileURL: URL(fileURLWithPath: moviePath), options: options)
    } completionHandler: { [didFail] _, error in
      if let error { didFail(error) }
    }
  }

  /// Removes the movie.
  public func discard(moviePath: String) { try? FileManager.default.removeItem(atPath: moviePath) }
}
