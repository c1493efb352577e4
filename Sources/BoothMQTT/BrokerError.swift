public import MediaCore
import SystemCalls

/// The reason why a broker cannot be used. Its context is the broker's address, or the setting that is wrong.
public typealias BrokerError = CodedError<BrokerErrorDomain>

/// The domain of ``BrokerError``.
public enum BrokerErrorDomain: ErrorDomain {
  /// Context and message, which says why, too.
  public static func description(of error: BrokerError) -> String { "\(error.context): \(error.message)" }
}

extension ErrorCode<BrokerErrorDomain> {
  /// A text is no broker's address, or no topic, or the file of certificates cannot be read.
  public static var invalidSetting: Self { Self("invalidSetting") }
  /// The library libmosquitto is not installed.
  public static var missingLibrary: Self { Self("missingLibrary") }
  /// The broker does not answer.
  public static var unreachable: Self { Self("unreachable") }
  /// The broker refuses the connection.
  public static var refused: Self { Self("refused") }
  /// A connection that was there has ended.
  public static var lost: Self { Self("lost") }
  /// The system or libmosquitto cannot do what a connection needs.
  public static var system: Self { Self("system") }
}

extension BrokerError {
  /// Creates an error for what the system refuses to a connection with a broker.
  init(_ broker: BrokerAddress, _ error: SystemError) {
    self.init(
      .system, context: broker.description, operation: error.operation, status: Int(error.number),
      message: error.advice, underlying: error)
  }
}
