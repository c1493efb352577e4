public import ArgumentParser
import CaptureDevices
import CaptureScripts
public import LiveCapture
import Logging
import MediaCore
public import Station

extension PhotoCodec: Named {}
extension VideoCodec: Named {}
extension VideoWish.Priority: Named {}
extension PresetChoice: Named {}
extension AudioEncoder: Named {}
extension Logger.Level: Named {}

extension PhotoQualityPrioritization: Named {}
extension FlashMode: Named {}

extension FlashChoice: ExpressibleByArgument {
  /// Creates a light such as `led:torch`.
  public init?(argument: String) { self.init(argument) }
}
