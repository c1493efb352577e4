public import ArgumentParser
public import CaptureDevices
import CaptureScripts
public import LiveCapture
public import MediaCore
public import Station

extension PhotoCodec: ExpressibleByArgument {}
extension VideoCodec: ExpressibleByArgument {}
extension VideoWish.Priority: ExpressibleByArgument {}
extension PresetChoice: ExpressibleByArgument {}
extension AudioEncoder: ExpressibleByArgument {}

extension ResolvedPhotoSettings.Dimensions: ExpressibleByArgument {
  /// Width and height such as `1280x720`.
  public init?(argument: String) { self.init(argument.lowercased()) }
}
