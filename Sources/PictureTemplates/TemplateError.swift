public import MediaCore

/// The reason why a template cannot be used. Its context is the file or folder.
public typealias TemplateError = CodedError<TemplateErrorDomain>

/// The domain of ``TemplateError``.
public enum TemplateErrorDomain: ErrorDomain {
  /// Context and message, and the cause.
  public static func description(of error: TemplateError) -> String { error.text() + error.cause }
}

extension ErrorCode<TemplateErrorDomain> {
  /// The file, or the folder of templates, is not there, is too large, or cannot be read.
  public static var unreadable: Self { Self("unreadable") }
  /// The name of the template's folder is no template's name.
  public static var invalidName: Self { Self("invalidName") }
  /// The file is no template in JSON5, or has a setting that templates cannot have.
  public static var malformed: Self { Self("malformed") }
  /// The picture is no PNG, is damaged, or has too many pixels.
  public static var invalidPicture: Self { Self("invalidPicture") }
  /// The folder of templates cannot be written to.
  public static var unwritable: Self { Self("unwritable") }
}
