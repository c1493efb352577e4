import KioskWeb
import PictureTemplates

/// The templates as the operator's page knows them: as their files are now.
struct TemplateDesk: KioskTemplates {
  let studio: TemplateStudio
  let desk: BoothDesk

  /// Reads the templates anew if files of theirs have changed. Strips may take another number of pictures then, which
  /// the whole state tells all pages.
  func renew() {
    guard studio.renew() else { return }
    desk.update { state, _ in state.partCounts = studio.partCounts(state.settings) }
    desk.events.forget()
  }

  func list() async -> KioskTemplateList {
    renew()
    return studio.list
  }

  func sample(of name: String) async throws(WebFailure) -> [UInt8] { try await studio.sample(of: name) }

  func add(_ png: [UInt8], named name: String, title: String) async throws(WebFailure) {
    try studio.change { shelf throws(TemplateError) in try shelf.addFrame(png, named: name, title: title) }
    renew()
  }

  func remove(_ name: String) async throws(WebFailure) {
    try studio.change { shelf throws(TemplateError) in try shelf.removeFrame(name) }
    renew()
  }
}
