public import Diagnostics
import MediaCore

/// An error that tells why the photo library could not do what it was asked for.
///
/// Stands for `PHPhotosError`; the codes are its numbers.
public struct PhotosError: Error, Sendable, CustomStringConvertible {
  /// The kinds of failure. Open: others may be added, so a `switch` needs a `default`.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The number in the domain `PHPhotosErrorDomain`.
    public let rawValue: Int
    /// The kind of that number.
    public init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// The kind of failure.
  public let code: Code
  /// The error behind this one, or `nil`.
  public let cause: (any Error)?
  /// The subject of the error: a file, a resource, an identifier.
  public let context: String
  /// A description of what is wrong and what to do about it, in one sentence or two.
  public let message: String
  /// The rule of the contract that the call broke; `nil` for failures that are nobody's mistake.
  public let rule: ContractRule?

  /// An error from its parts. `message` does not repeat the context: ``description`` adds it.
  public init(_ code: Code, context: String, message: String, cause: (any Error)? = nil, rule: ContractRule? = nil) {
    self.code = code
    self.cause = cause
    self.context = context
    self.message = message
    self.rule = rule
  }

  /// A call that broke a rule: −1, and nothing has happened.
  init(breaking rule: ContractRule, context: String, _ message: String) {
    self.init(.internalError, context: context, message: message, rule: rule)
  }

  /// Rule, context, message, code and cause.
  public var description: String {
    (rule.map { "[\($0.rawValue)] " } ?? "") + "\(context): \(message) [\(code.rawValue)]"
      + (cause.map { " Cause: \($0)" } ?? "")
  }
}

extension PhotosError.Code {
  /// −1: something inside failed, or a request makes no sense.
  public static let internalError = Self(rawValue: -1)
  /// 3072: it was cancelled.
  public static let userCancelled = Self(rawValue: 3072)
  /// 3105: a token for changes is too old.
  public static let persistentChangeTokenExpired = Self(rawValue: 3105)
  /// 3114: the disk that the library lies on is gone.
  public static let libraryVolumeOffline = Self(rawValue: 3114)
  /// 3142: the library is being given up.
  public static let relinquishingLibraryBundleToWriter = Self(rawValue: 3142)
  /// 3143: another library is taking this one's place.
  public static let switchingSystemPhotoLibrary = Self(rawValue: 3143)
  /// 3164: the resource would have to come over the network, which was not allowed.
  public static let networkAccessRequired = Self(rawValue: 3164)
  /// 3169: the network failed.
  public static let networkError = Self(rawValue: 3169)
  /// 3201: nothing in the library has this identifier.
  public static let identifierNotFound = Self(rawValue: 3201)
  /// 3202: several things have this identifier.
  public static let multipleIdentifiersFound = Self(rawValue: 3202)
  /// 3210: what changed cannot be told.
  public static let persistentChangeDetailsUnavailable = Self(rawValue: 3210)
  /// 3300: a change of this kind cannot be made.
  public static let changeNotSupported = Self(rawValue: 3300)
  /// 3301: it was interrupted.
  public static let operationInterrupted = Self(rawValue: 3301)
  /// 3302: a resource is not what it claims to be.
  public static let invalidResource = Self(rawValue: 3302)
  /// 3303: a resource is missing.
  public static let missingResource = Self(rawValue: 3303)
  /// 3305: the disk is full.
  public static let notEnoughSpace = Self(rawValue: 3305)
  /// 3306: the asset is not of a kind that this can be done to.
  public static let requestNotSupportedForAsset = Self(rawValue: 3306)
  /// 3307: there is too much of something.
  public static let limitExceeded = Self(rawValue: 3307)
  /// 3310: access is restricted, and nobody can be asked.
  public static let accessRestricted = Self(rawValue: 3310)
  /// 3311: the user has denied access.
  public static let accessUserDenied = Self(rawValue: 3311)
  /// 5423: the library lies in a folder that another program keeps in step with a network.
  public static let libraryInFileProviderSyncRoot = Self(rawValue: 5423)
}
