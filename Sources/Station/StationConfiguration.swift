import ByteCoding
public import FoundationEssentials
public import LiveCapture
public import MediaCore

/// The settings of the configuration file. Everything left out keeps its default; an unknown key is an error.
///
/// The file is JSON5, so it may hold comments; `Configs/livecam.json5` shows every key with its meaning,
/// unit and default.
public struct StationConfiguration: Sendable, Hashable {
  /// The settings of the session.
  public var session = SessionConfiguration()
  /// The codec of stills.
  public var photoCodec = PhotoCodec.jpeg
  /// The codec of movies.
  public var movieCodec = VideoCodec.h264
  /// The policy that decides whether cameras and microphones may be used.
  public enum Access: String, Sendable, Hashable, CaseIterable {
    /// The permissions of the device files decide, as always on Linux.
    case allow
    /// The user is asked once, in addition to the permissions of the device files.
    case ask
    /// No device may be used.
    case deny
  }

  /// The policy that decides whether cameras and microphones may be used.
  public var access = Access.allow
  /// The number of buffers that a V4L2 driver is asked for.
  public var v4l2Buffers = 4

  /// Creates the defaults: those of a session, but with movie presets that are chosen by the machine's measured speed.
  public init() { session.pacedCodecs = [.h264, .hevc] }

  /// Creates the configuration in a file's bytes; `file` names it in errors.
  /// - Throws: ``StationError`` naming the file and the key, value or place that is wrong.
  public init(json: Data, file: String) throws(StationError) {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    do {
      self = try decoder.decode(StationConfigurationFile.self, from: json).configuration
    } catch let error as StationConfigurationFile.Invalid {
      throw StationError(
        .invalidConfiguration, context: "\(Self.place(of: error.key, in: json, file)): \(error.key)",
        message: error.message)
    } catch let error as DecodingError {
      // The decoder does not say where.
      let place = KeyPlace.lineOfMistake(in: json).map { "\(file):\($0)" } ?? file
      throw StationError(.invalidConfiguration, context: place, message: Self.explain(error), underlying: error)
    } catch {
      throw StationError(
        .invalidConfiguration, context: file, message: "the file could not be read as JSON5", underlying: error)
    }
  }

  /// A key's place in a file, as editors go to it: `FILE:LINE`.
  package static func place(of key: String, in json: Data, _ file: String) -> String {
    KeyPlace.line(of: key, in: json).map { "\(file):\($0)" } ?? file
  }

  /// Returns the message for a key that is no setting; the message suggests the most similar one.
  package static func unknown(_ key: String, among keys: [String]) -> String {
    let question = Spelling.question(about: key, in: keys)
    return "there is no such setting\(question.isEmpty ? "." : question) The settings are "
      + keys.sorted().joined(separator: ", ")
  }

  private static func explain(_ error: DecodingError) -> String {
    guard let context = error.context else { return "the file could not be read" }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    let what = if case .dataCorrupted = error { "this is not valid JSON5" } else { "a value of another kind is wanted" }
    return "\(what)\(path.isEmpty ? "" : " at \(path)"): \(context.debugDescription)"
  }
}
