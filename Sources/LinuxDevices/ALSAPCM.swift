import CALSA
import CaptureDevices
import Glibc
import MediaCore
import SystemCalls

/// A capture PCM of libasound, open in non-blocking mode and set to a format.
///
/// Together with ``ALSALibrary`` and the parameters in its extension the only caller of libasound.
// Unchecked because the handles are used by one thread at a time: by the opener, then by the capture thread
// that it starts. That is the contract of ``ALSAStream``.
final class ALSAPCM: ALSAStream, @unchecked Sendable {
  let format: AudioFormat
  let periodFrames: Int

  private var handle: OpaquePointer?
  private let statusMemory: OpaquePointer
  /// The PCM's descriptors, and room for the stop signal behind them.
  private let memory: OwnedBuffer<pollfd>
  private var descriptors: UnsafeMutableBufferPointer<pollfd> { memory.elements }

  /// Opens the PCM of the given name and sets it to the format nearest to the wish.
  init(name: String, wish: AudioWish, configurationPath: String? = nil) throws(SystemError) {
    let handle = try Self.open(name, configurationPath: configurationPath)
    do throws(SystemError) {
      let setting = try Self.configure(handle, wish: wish)
      format = setting.format
      periodFrames = setting.periodFrames
      let count = snd_pcm_poll_descriptors_count(handle)
      guard (1...64).contains(count) else { throw SystemError(alsa: "snd_pcm_poll_descriptors_count", EIO) }
      statusMemory = try Self.allocated("snd_pcm_status_malloc", snd_pcm_status_malloc)
      memory = OwnedBuffer(count: Int(count) + 1, repeating: pollfd())
      self.handle = handle
    } catch {
      snd_pcm_close(handle)
      throw error
    }
  }

  deinit {
    close()
    snd_pcm_status_free(statusMemory)
  }

  /// Opens a PCM without setting it up. Close it with `snd_pcm_close`.
  ///
  /// With `configurationPath` the PCM is looked up in that file instead of the system's configuration.
  static func open(_ name: String, configurationPath: String? = nil) throws(SystemError) -> OpaquePointer {
    var (handle, configuration, update): (OpaquePointer?, OpaquePointer?, OpaquePointer?)
    let (stream, mode) = (SND_PCM_STREAM_CAPTURE, SND_PCM_NONBLOCK)
    let result = ALSALibrary.hushed {
      guard let configurationPath else { return snd_pcm_open(&handle, name, stream, mode) }
      let read = snd_config_update_r(&configuration, &update, configurationPath)
      guard read >= 0 else { return read }
      defer {
        if let configuration { snd_config_delete(configuration) }
        if let update { snd_config_update_free(update) }
      }
      return snd_pcm_open_lconf(&handle, name, stream, mode, configuration)
    }
    guard result == 0, let handle else { throw SystemError(alsa: "snd_pcm_open", result) }
    return handle
  }

  func restart() -> Int32 {
    guard let handle else { return -EBADFD }
    return ALSALibrary.hushed {
      // A PCM stopped in the middle has to be emptied first; one that is not running says so, harmlessly.
      snd_pcm_drop(handle)
      let prepared = snd_pcm_prepare(handle)
      guard prepared == 0 else { return prepared }
      return snd_pcm_start(handle)
    }
  }

  func wait(stop: StopSignal) -> ALSAWake {
    guard let handle, let base = descriptors.baseAddress else { return .failed(EBADFD) }
    let count = descriptors.count - 1
    while true {
      let filled = snd_pcm_poll_descriptors(handle, base, UInt32(count))
      guard filled == count else { return .failed(filled < 0 ? -filled : EIO) }
      descriptors[count] = pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(base, nfds_t(count + 1), -1) >= 0 else {
        if errno == EINTR { continue }
        return .failed(errno)
      }
      if descriptors[count].revents != 0 { return .stopped }
      // A plugin may translate what its descriptor says; zero means that it was not about sound.
      var events: UInt16 = 0
      let result = snd_pcm_poll_descriptors_revents(handle, base, UInt32(count), &events)
      guard result == 0 else { return .failed(abs(result)) }
      if events != 0 { return .ready }
    }
  }

  func pause(stop: StopSignal, milliseconds: Int32) -> Bool {
    var descriptor = pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, milliseconds) != 0
  }

  func status() -> ALSAStatus {
    guard let handle else { return ALSAStatus(state: .unknown(-EBADFD), available: 0, time: .invalid) }
    let result = snd_pcm_status(handle, statusMemory)
    guard result == 0 else { return ALSAStatus(state: .unknown(result), available: 0, time: .invalid) }
    var stamp = snd_htimestamp_t()
    snd_pcm_status_get_htstamp(statusMemory, &stamp)
    let nanoseconds = Int64(clamping: Int128(stamp.tv_sec) * 1_000_000_000 + Int128(stamp.tv_nsec))
    return ALSAStatus(
      state: Self.state(snd_pcm_status_get_state(statusMemory)),
      available: Int(clamping: snd_pcm_status_get_avail(statusMemory)),
      // Some plugins leave the stamp empty. The status is of this very instant, so its time is this instant's.
      time: MediaTime(nanoseconds: nanoseconds == 0 ? MonotonicClock.nanoseconds() : nanoseconds))
  }

  private static func state(_ state: snd_pcm_state_t) -> ALSAStatus.State {
    switch state {
    case SND_PCM_STATE_RUNNING, SND_PCM_STATE_DRAINING: .running
    case SND_PCM_STATE_XRUN: .overrun
    case SND_PCM_STATE_SUSPENDED: .suspended
    case SND_PCM_STATE_DISCONNECTED: .disconnected
    default: .idle
    }
  }

  func read(into memory: UnsafeMutableRawPointer, frames: Int) -> Int {
    guard let handle else { return Int(-EBADFD) }
    return snd_pcm_readi(handle, memory, snd_pcm_uframes_t(frames))
  }

  func resume() -> Int32 {
    guard let handle else { return -EBADFD }
    return snd_pcm_resume(handle)
  }

  func close() {
    guard let handle = handle.take() else { return }
    snd_pcm_close(handle)
  }
}
