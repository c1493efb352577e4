import KioskWeb
import LibraryCapture
import PhotoLibrary
import Synchronization

/// The library that a booth's pictures go into; of a shared one, with those that wait beside it while its server is
/// away.
final class BoothLibrary: Sendable {
  let library: PhotoLibrary
  /// The gallery of the library.
  private let pictures: LibraryPictures
  /// The gallery as pages see it: with the pictures that wait.
  let gallery: any KioskPictures
  /// The gallery of the pictures that wait, with what makes strips of them; `nil` for a library without a server.
  private let waiting: (pictures: LibraryPictures, studio: TemplateStudio)?
  /// The maker of strips and postcards.
  let studio: TemplateStudio
  /// The destination of captures.
  let pairs: LibraryPairs
  private let offline: OfflineLibrary?
  private let follower = Mutex<GalleryFollower?>(nil)
  private let courier = Mutex<PictureCourier?>(nil)

  /// `hasSideCameras` says whether there are cameras for wigglegrams.
  init(
    _ library: PhotoLibrary, _ offline: OfflineLibrary?, _ configuration: BoothConfiguration, hasSideCameras: Bool
  ) {
    (self.library, self.offline) = (library, offline)
    let pictures = LibraryPictures(of: library)
    func studio(_ pictures: LibraryPictures) -> TemplateStudio {
      TemplateStudio(
        folder: configuration.templates, files: library.environment.files, pictures: pictures,
        title: configuration.name, hasSideCameras: hasSideCameras)
    }
    waiting = offline.map { offline in
      let pictures = LibraryPictures(of: offline.library)
      return (pictures, studio(pictures))
    }
    (self.pictures, self.studio) = (pictures, studio(pictures))
    gallery = waiting.map { SpooledPictures(shared: pictures, waiting: $0.pictures) } ?? pictures
    pairs = LibraryPairs(library, offline: offline)
  }

  /// The studio that makes something of some pictures: that of those that wait, if all of them do.
  func studio(of ids: [String]) async -> TemplateStudio {
    guard let waiting else { return studio }
    // One that cannot be read is none of these.
    for id in ids where (try? await waiting.pictures.asset(id)) == nil { return studio }
    return waiting.studio
  }

  /// Begins to report to pages the pictures that any program adds, changes or deletes, and to move the pictures of the
  /// offline library.
  /// - Throws: `WebFailure` when the library cannot be read.
  func start(_ desk: BoothDesk) throws {
    let total = try pictures.count()
    desk.update { state, _ in state.total = total }
    follow(desk)
    let courier = PictureCourier(library, offline) {
      desk.notify($0, $1)
    } listening: { [weak self, pictures] in
      let total = try pictures.count()
      desk.update { state, _ in state.total = total }
      self?.follow(desk)
      // What has changed meanwhile nobody has heard of: pages take the whole state.
      desk.events.forget()
    }
    self.courier.withLock { $0 = courier }
    courier.hurry()
  }

  private func follow(_ desk: BoothDesk) {
    let following = GalleryFollower(library, pictures) { change in
      desk.update { state, teller in
        state.total = change.total
        teller.tell("asset", change)
      }
    } failing: { [weak self] error in
      desk.notify("error", "The library cannot be followed: \(error)")
      self?.courier.withLock { $0 }?.goDeaf()
    }
    follower.withLock { last in
      last?.end()
      last = following
    }
  }

  /// Looks, every now and then, whether something waits and can be brought away.
  func beat() { courier.withLock { $0 }?.hurry() }

  /// Stops; the remaining pictures of the offline library are moved after the next start.
  func stop() {
    follower.withLock { $0.take() }?.end()
    courier.withLock { $0.take() }?.end()
  }
}
