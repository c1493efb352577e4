/// The sources that assets come from. Stands for `PHAssetSourceType`.
public struct AssetSourceTypes: OptionSet, Sendable, Hashable {
  /// Apple's bits.
  public let rawValue: Int
  /// Creates the sources with these bits.
  public init(rawValue: Int) { self.rawValue = rawValue }
  /// The user's own library, which is all there is here.
  public static let userLibrary = Self(rawValue: 1)
  /// Assets that others share over a network.
  public static let cloudShared = Self(rawValue: 2)
  /// Assets that another program brought over from a computer.
  public static let iTunesSynced = Self(rawValue: 4)
}
