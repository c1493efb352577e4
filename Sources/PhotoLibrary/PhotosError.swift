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
    /// Creates the kind of that number.
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

  /// Creates an error from its parts. `message` does not repeat the context: ``description`` adds it.
  public init(_ code: Code, context: String, message: String, cause: (any Error)? = nil, rule: ContractRule? = nil) {
    self.code = code
    self.cause = cause
    self.context = context
    self.message = message
    self.rule = rule
  }

  /// Creates a call that broke a rule: −1, and nothing has happened.
  init(breaking rule: ContractRule, context: String, _ message: String) {
    self.init(.internalError, context: context, message: message, rule: rule)
  }

  /// Rule, context, message, code and cause. Of −1, which only says that no other code fits, nothing is told.
  public var description: String {
    (rule.map { "[\($0.rawValue)] " } ?? "") + "\(context): \(message)"
      + (code == .internalError ? "" : " [\(code.rawValue)]") + (cause.map { " Cause: \($0)" } ?? "")
  }
}

extension PhotosError.Code {
  /// The library failed inside, or a request makes no sense (−1).
  public static let internalError = Self(rawValue: -1)
  /// The operation was cancelled (3072).
  public static let userCancelled = Self(rawValue: 3072)
  /// A token for changes is too old (3105).
  public static let persistentChangeTokenExpired = Self(rawValue: 3105)
  /// The disk that the library lies on is gone (3114).
  public static let libraryVolumeOffline = Self(rawValue: 3114)
  /// The library is being given up (3142).
  public static let relinquishingLibraryBundleToWriter = Self(rawValue: 3142)
  /// Another library is taking this one's place (3143).
  public static let switchingSystemPhotoLibrary = Self(rawValue: 3143)
  /// The resource would have to come over the network, which was not allowed (3164).
  public static let networkAccessRequired = Self(rawValue: 3164)
  /// The network failed (3169).
  public static let networkError = Self(rawValue: 3169)
  /// The identifier is that of nothing in the library (3201).
  public static let identifierNotFound = Self(rawValue: 3201)
  /// Several objects have this identifier (3202).
  public static let multipleIdentifiersFound = Self(rawValue: 3202)
  /// The details of changes cannot be told (3210).
  public static let persistentChangeDetailsUnavailable = Self(rawValue: 3210)
  /// A change of this kind cannot be made (3300).
  public static let changeNotSupported = Self(rawValue: 3300)
  /// The operation was interrupted (3301).
  public static let operationInterrupted = Self(rawValue: 3301)
  /// A resource is not what it claims to be (3302).
  public static let invalidResource = Self(rawValue: 3302)
  /// A resource is missing (3303).
  public static let missingResource = Self(rawValue: 3303)
  /// The disk is full (3305).
  public static let notEnoughSpace = Self(rawValue: 3305)
  /// The asset is not of a kind that this can be done to (3306).
  public static let requestNotSupportedForAsset = Self(rawValue: 3306)
  /// The limit of something is exceeded (3307).
  public static let limitExceeded = Self(rawValue: 3307)
  /// Access is restricted, and nobody can be asked (3310).
  public static let accessRestricted = Self(rawValue: 3310)
  /// The user has denied access (3311).
  public static let accessUserDenied = Self(rawValue: 3311)
  /// The library lies in a folder that another program keeps in step with a network (5423).
  public static let libraryInFileProviderSyncRoot = Self(rawValue: 5423)
}
