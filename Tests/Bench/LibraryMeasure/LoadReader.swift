import Dispatch
import Foundation
import PhotoLibrary
import Synchronization

/// Reads what there is at random: pages, counts, and files to their ends. Unchecked as one thread has it, and whoever
/// waited for its end.
final class LoadReader: @unchecked Sendable {
  private let library: PhotoLibrary
  private let pair: LoadPair
  private var random: SeededNumbers
  /// How many files were read, each after a page, a count and its asset's resources.
  private(set) var steps = 0
  private(set) var errors: [String] = []

  init(_ library: PhotoLibrary, _ pair: LoadPair, seed: UInt64) {
    (self.library, self.pair) = (library, pair)
    random = SeededNumbers(seed)
  }

  func run(until end: ContinuousClock.Instant) {
    while ContinuousClock.now < end {
      do { try step() } catch { errors.append("reader, after \(steps): \(error)") }
    }
  }

  private func step() throws {
    var options = FetchOptions()
    options.sortDescriptors = [AssetSortDescriptor(.creationDate, ascending: false)]
    options.fetchLimit = 50
    options.fetchOffset = Int.random(in: 0..<100, using: &random)
    let page = try Asset.fetchAssets(in: library, options: options)
    _ = try Asset.countAssets(in: library)
    guard let asset = page.randomElement(using: &random) else { return }
    let resources = try AssetResource.assetResources(for: asset, in: library)
    guard let resource = resources.randomElement(using: &random) else { return }
    let (bytes, error) = data(of: resource)
    steps += 1
    let wanted = resource.type == .pairedVideo ? pair.movie : pair.still
    guard bytes != wanted || error != nil else { return }
    // Others may have deleted it meanwhile, or have taken its edit back.
    guard try AssetResource.assetResources(for: asset, in: library).contains(resource) else { return }
    errors.append(
      "reader, \(resource.type): \(bytes.count) bytes of \(wanted.count), \(error.map { "\($0)" } ?? "no error")")
  }

  private func data(of resource: AssetResource) -> (bytes: [UInt8], error: PhotosError?) {
    let bytes = Mutex<[UInt8]>([])
    let failure = Mutex<PhotosError?>(nil)
    let end = DispatchSemaphore(value: 0)
    var options = AssetResourceRequestOptions()
    options.isNetworkAccessAllowed = true
    AssetResourceManager(library).requestData(for: resource, options: options) { chunk in
      bytes.withLock { all in chunk.withUnsafeBytes { all += $0 } }
    } completionHandler: { error in
      failure.withLock { $0 = error }
      end.signal()
    }
    end.wait()
    return (bytes.withLock { $0 }, failure.withLock { $0 })
  }
}
