import PictureTemplates

extension PictureTemplate.Filter {
  /// The filter as a chain of FFmpeg's.
  var chain: String {
    switch self {
    case .mono: "hue=s=0"
    case .sepia: "colorchannelmixer=.393:.769:.189:0:.349:.686:.168:0:.272:.534:.131"
    case .warm: "colortemperature=temperature=5000"
    case .cool: "colortemperature=temperature=8500"
    case .vivid: "vibrance=intensity=0.5"
    case .vintage: "curves=preset=vintage"
    }
  }
}
