import CExpat

extension S3Answer {
  /// The texts of all elements of these names, in order: what answers of a store are made of. Nothing for what is no
  /// XML, or has a DOCTYPE, and with it entities that may grow.
  func texts(of names: Set<String>) -> [(name: String, text: String)] {
    guard let parser = XML_ParserCreate(nil) else { return [] }
    defer { XML_ParserFree(parser) }
    let reader = TextReader(names, parser)
    XML_SetUserData(parser, Unmanaged.passUnretained(reader).toOpaque())
    XML_SetElementHandler(parser, TextReader.begin, TextReader.end)
    XML_SetCharacterDataHandler(parser, TextReader.add)
    XML_SetStartDoctypeDeclHandler(parser, TextReader.refuse)
    let isRead = text.withUnsafeBytes { bytes in
      XML_Parse(parser, bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), 1) == XML_STATUS_OK
    }
    return isRead ? reader.found : []
  }

  /// The error that the store reports: its code and its sentence.
  var complaint: (code: String, message: String) {
    let found = texts(of: ["Code", "Message"])
    func first(_ name: String) -> String { found.first { $0.name == name }?.text ?? "" }
    return (first("Code"), first("Message"))
  }
}

private final class TextReader {
  let names: Set<String>
  private let parser: XML_Parser
  private(set) var found: [(name: String, text: String)] = []
  private var text: [UInt8]?

  init(_ names: Set<String>, _ parser: XML_Parser) { (self.names, self.parser) = (names, parser) }

  private static func reader(_ data: UnsafeMutableRawPointer?) -> TextReader? {
    // Expat gives back what it was given, while the reader is in use.
    data.map { Unmanaged<TextReader>.fromOpaque($0).takeUnretainedValue() }
  }

  static let begin: XML_StartElementHandler = { data, name, _ in
    guard let reader = reader(data), let name else { return }
    reader.text = reader.names.contains(String(cString: name)) ? [] : nil
  }

  static let end: XML_EndElementHandler = { data, name in
    guard let reader = reader(data), let name, let text = reader.text else { return }
    reader.found.append((String(cString: name), String(decoding: text, as: UTF8.self)))
    reader.text = nil
  }

  static let add: XML_CharacterDataHandler = { data, bytes, count in
    guard let reader = reader(data), reader.text != nil, let bytes else { return }
    UnsafeRawBufferPointer(start: bytes, count: Int(count)).withMemoryRebound(to: UInt8.self) {
      reader.text?.append(contentsOf: $0)
    }
  }

  static let refuse: XML_StartDoctypeDeclHandler = { data, _, _, _, _ in
    guard let reader = reader(data) else { return }
    XML_StopParser(reader.parser, XML_Bool(XML_FALSE))
  }
}
