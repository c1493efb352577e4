import CaptureDevices
import MediaCore

/// The ways of opening a device that is back: as it was opened first, else in exactly the mode or format that is
/// recorded.
struct RecorderOpening: Sendable {
  /// The wishes for the devices when they were opened first; `nil` where no device is opened anew.
  let reconnection: FixtureReconnection?
  /// The mode that the camera has to come back in; `nil` without a camera.
  let mode: VideoMode?
  /// The format that the microphone has to come back in; `nil` without a microphone.
  let format: AudioFormat?
  /// The camera's controls with the values that they had when the fixture began.
  let controls: [DeviceControl]

  func source(
    _ kind: FixtureDeviceEvent.Kind, _ id: String, in catalog: any DeviceCatalog
  ) throws(DeviceError) -> RecorderSource {
    switch kind {
    case .camera: RecorderSource(try camera(id, in: catalog))
    case .microphone: RecorderSource(try microphone(id, in: catalog))
    }
  }

  private func camera(_ id: String, in catalog: any DeviceCatalog) throws(DeviceError) -> any VideoSource {
    let first = try catalog.openVideo(id, wish: reconnection?.video ?? VideoWish()).source
    guard let mode, first.mode != mode else {
      setControls(of: first)
      return first
    }
    first.stop()
    let exact = VideoWish(
      size: (mode.format.width, mode.format.height),
      frameRate: mode.frameInterval.isNumeric && mode.frameInterval > .zero ? 1 / mode.frameInterval.seconds : nil,
      pixelFormat: mode.format.pixelFormat)
    var (second, failure): ((any VideoSource)?, DeviceError?) = (nil, nil)
    do { second = try catalog.openVideo(id, wish: exact).source } catch { failure = error }
    guard let second, second.mode == mode else {
      second?.stop()
      throw DeviceError(
        .unsupportedMode, context: first.device.node ?? id,
        message: "The camera has come back in another mode, \((second ?? first).mode); recorded is \(mode). "
          + "The fixture ends here and is complete up to there. Plug the camera in where it was, and record anew.",
        underlying: failure)
    }
    setControls(of: second)
    return second
  }

  private func microphone(_ id: String, in catalog: any DeviceCatalog) throws(DeviceError) -> any AudioSource {
    let source = try catalog.openAudio(id, wish: reconnection?.audio ?? AudioWish())
    guard let format, source.format != format else { return source }
    source.stop()
    let exact = AudioWish(sampleRate: format.sampleRate, channelCount: format.channelCount)
    var (second, failure): ((any AudioSource)?, DeviceError?) = (nil, nil)
    do { second = try catalog.openAudio(id, wish: exact) } catch { failure = error }
    guard let second, second.format == format else {
      throw DeviceError(
        .unsupportedMode, context: id,
        message: "The microphone has come back in another format, \(source.format); recorded is \(format). "
          + "The fixture ends here and is complete up to there. Record anew.", underlying: failure)
    }
    return second
  }

  /// Sets a camera's controls as those of the recorded one were, as far as it lets itself be set: what an automatic
  /// control keeps closed may be open once that is set, so all are tried twice.
  private func setControls(of source: any VideoSource) {
    guard !source.areControlsFixed else { return }
    for _ in 0..<2 {
      for control in controls where control.kind != .button {
        // What is refused stays: the recording goes on with what the camera has.
        if let value = control.value, let present = try? source.value(ofControl: control.id), present != value {
          try? source.setControl(control.id, to: value)
        }
      }
    }
  }
}
