public import MediaCore

/// The pictures that pages show and download: those of a booth's library, or those that lie in a folder.
public protocol KioskPictures: Sendable {
  /// Returns some pictures, newest first, after those that `cursor` stands for.
  /// - Throws: ``WebFailure``.
  func page(after cursor: String?, limit: Int, filter: KioskFilter) async throws(WebFailure) -> KioskAssetPage
  /// Returns a picture with its movie.
  /// - Throws: ``WebFailure``, 404 when it is gone.
  func asset(_ id: String) async throws(WebFailure) -> KioskAsset
  /// Returns a file of a picture. A thumbnail fits into a square of `side` pixels.
  /// - Throws: ``WebFailure``, 404 when there is no such file.
  func file(_ form: KioskFile.Form, of id: String, side: Int) async throws(WebFailure) -> KioskFile
  /// Marks a picture, or unmarks it.
  /// - Throws: ``WebFailure``.
  func setFavourite(_ isFavourite: Bool, _ id: String) async throws(WebFailure) -> KioskAsset
  /// Puts a picture into the trash.
  /// - Throws: ``WebFailure``.
  func trash(_ id: String) async throws(WebFailure)
  /// Takes a picture out of the trash.
  /// - Throws: ``WebFailure``.
  func restore(_ id: String) async throws(WebFailure) -> KioskAsset
  /// Gives a picture an effect; returns the picture that shows it, which may be another one. A key photo is the movie's
  /// picture nearest to `time`, from the movie's beginning; other effects have no time.
  /// - Throws: ``WebFailure``, 404 when the picture is gone or cannot be given the effect.
  func apply(_ effect: KioskEffect, at time: MediaTime?, to id: String) async throws(WebFailure) -> KioskAsset
}
