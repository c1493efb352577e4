import CaptureDevices

/// Identifiers made of what is known about a camera.
enum CameraName {
  // `hd-webcam-c920-8A0B1C2D` with a serial, `hd-webcam-c920@usb-0000:00:14.0-3` without, `vivid` with neither.
  static func identifier(_ identity: DeviceIdentity) -> String {
    let model = word(identity.model.lowercased(), keeping: "")
    let stem = model.isEmpty ? "camera" : model
    if let serial = identity.serial.map({ word($0, keeping: "._") }), !serial.isEmpty { return "\(stem)-\(serial)" }
    if let port = identity.portPath.map({ word($0, keeping: "._:") }), !port.isEmpty { return "\(stem)@\(port)" }
    return stem
  }

  // ASCII letters, digits and what is kept; everything between becomes one hyphen.
  private static func word(_ text: String, keeping kept: String) -> String {
    var word = ""
    for character in text {
      if character.isASCII && (character.isLetter || character.isNumber) || kept.contains(character) {
        word.append(character)
      } else if !word.isEmpty, word.last != "-" {
        word.append("-")
      }
    }
    while word.last == "-" { word.removeLast() }
    return word
  }
}
