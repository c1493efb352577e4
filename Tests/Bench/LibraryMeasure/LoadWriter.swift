import Foundation
import MediaCore
import PhotoLibrary

/// Changes assets of its own at random, and knows what each of them must be in the end. Unchecked as one thread has it,
/// and whoever waited for its end.
final class LoadWriter: @unchecked Sendable {
  private struct Expected {
    var date: Int64
    var isFavorite = false
    var isTrashed = false
    var isEdited = false
  }

  private let library: PhotoLibrary
  private let pair: LoadPair
  private let album: AssetCollection
  private var random: SeededNumbers
  private var own: [String: Expected] = [:]
  private var deleted: [String] = []
  private(set) var steps = 0
  private(set) var errors: [String] = []
  private static let most = 40

  init(_ library: PhotoLibrary, _ pair: LoadPair, _ album: AssetCollection, seed: UInt64) {
    (self.library, self.pair, self.album) = (library, pair, album)
    random = SeededNumbers(seed)
  }

  func run(until end: ContinuousClock.Instant) {
    while ContinuousClock.now < end {
      do { try step() } catch { errors.append("writer, step \(steps): \(error)") }
      steps += 1
    }
  }

  private func step() throws {
    // In an order that does not depend on the process.
    guard let identifier = own.keys.sorted().randomElement(using: &random), var state = own[identifier] else {
      return try add()
    }
    let doing = Int.random(in: 0..<10, using: &random)
    if doing < 3, own.count < Self.most { return try add() }
    guard let asset = try asset(identifier) else {
      errors.append("asset \(identifier) is not there")
      own[identifier] = nil
      return
    }
    switch doing {
    case 3, 4: state.isFavorite.toggle()
    case 5: state.isTrashed.toggle()
    case 6: state.isEdited.toggle()
    case 7:
      try library.performChangesAndWait { [library] in AssetChangeRequest.deleteAssets([asset], in: library) }
      own[identifier] = nil
      return deleted.append(identifier)
    default: state.date += 1
    }
    let (new, old) = (state, own[identifier] ?? state)
    try library.performChangesAndWait { [library, pair] in
      let request = AssetChangeRequest(for: asset, in: library)
      request.creationDate = Self.date(new.date)
      request.isFavorite = new.isFavorite
      if new.isTrashed != old.isTrashed {
        if new.isTrashed {
          AssetChangeRequest.trashAssets([asset], in: library)
        } else {
          AssetChangeRequest.restoreAssets([asset], in: library)
        }
      }
      guard new.isEdited != old.isEdited else { return }
      if new.isEdited {
        AssetChangeRequest.setContentEdits([AssetEdit(.fullSizePhoto, data: pair.still)], of: asset, in: library)
      } else {
        AssetChangeRequest.revertAssetContentToOriginal(of: asset, in: library)
      }
    }
    own[identifier] = new
  }

  private func add() throws {
    let isLive = Bool.random(using: &random)
    let made = Made()
    try library.performChangesAndWait { [library, pair, album] in
      let request = AssetCreationRequest.forAsset(in: library)
      request.addResource(with: .photo, data: pair.still)
      if isLive { request.addResource(with: .pairedVideo, data: pair.movie) }
      request.creationDate = Self.date(0)
      AssetCollectionChangeRequest(for: album, in: library).addAssets([request.placeholderForCreatedAsset])
      made.identifier = request.placeholderForCreatedAsset.localIdentifier
    }
    own[made.identifier] = Expected(date: 0)
  }

  /// What a block hands out. Unchecked as the block has ended when it is read.
  private final class Made: @unchecked Sendable {
    var identifier = ""
  }

  private static func date(_ seconds: Int64) -> WallTime {
    WallTime(secondsSince1970: 1_795_255_800 + seconds, nanosecond: 0, utcOffsetSeconds: 0)
  }

  private func asset(_ identifier: String) throws -> Asset? {
    var options = FetchOptions()
    options.includeTrashedAssets = true
    return try Asset.fetchAssets(withLocalIdentifiers: [identifier], in: library, options: options).firstObject
  }

  /// What is not as this writer has left it, in words.
  func lost() throws -> [String] {
    var lost: [String] = []
    let members = try Set(Asset.fetchAssets(of: album, in: library).map(\.localIdentifier))
    for (identifier, state) in own {
      guard let asset = try asset(identifier) else {
        lost.append("\(identifier) is gone")
        continue
      }
      let isEdited = try AssetResource.assetResources(for: asset, in: library).contains { $0.type == .fullSizePhoto }
      if asset.creationDate != Self.date(state.date) || asset.isFavorite != state.isFavorite
        || (asset.trashedDate != nil) != state.isTrashed || isEdited != state.isEdited
        || members.contains(identifier) == state.isTrashed
      {
        lost.append("\(identifier) is not as it was left")
      }
    }
    for identifier in deleted where try asset(identifier) != nil { lost.append("\(identifier) is there again") }
    return lost
  }
}

/// Random numbers that repeat: splitmix64.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
