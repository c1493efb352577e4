import CALSA
import CaptureDevices
import Glibc
import MediaCore
import SystemCalls

extension ALSAPCM {
  typealias Setting = (format: AudioFormat, periodFrames: Int)

  /// Sample formats by preference: the smallest is what most microphones have, and enough for a movie.
  private static let sampleFormats: [SampleFormat] = [.s16, .s32, .float]
  /// Rates by preference: that of movies, that of compact discs, then the rest by quality.
  private static let sampleRates: [UInt32] = [
    48_000, 44_100, 96_000, 88_200, 192_000, 32_000, 24_000, 22_050, 16_000, 11_025, 8_000,
  ]

  /// Chooses the format nearest to the wish, a period of about 20 ms and a buffer of about 400 ms.
  static func configure(_ handle: OpaquePointer, wish: AudioWish) throws(SystemError) -> Setting {
    let setting = try configureHardware(handle, wish: wish)
    try configureSoftware(handle, periodFrames: setting.periodFrames)
    return setting
  }

  /// Every format on offer, best first.
  static func formats(of handle: OpaquePointer) throws(SystemError) -> [AudioFormat] {
    let any = try allocated("snd_pcm_hw_params_malloc", snd_pcm_hw_params_malloc)
    defer { snd_pcm_hw_params_free(any) }
    let trial = try allocated("snd_pcm_hw_params_malloc", snd_pcm_hw_params_malloc)
    defer { snd_pcm_hw_params_free(trial) }
    try SystemError.check(alsa: "snd_pcm_hw_params_any", snd_pcm_hw_params_any(handle, any))
    var formats: [AudioFormat] = []
    for rate in sampleRates {
      for channels in [UInt32(2), 1] {
        for sample in sampleFormats {
          snd_pcm_hw_params_copy(trial, any)
          guard snd_pcm_hw_params_set_access(handle, trial, SND_PCM_ACCESS_RW_INTERLEAVED) == 0,
            snd_pcm_hw_params_set_format(handle, trial, code(of: sample)) == 0,
            snd_pcm_hw_params_set_channels(handle, trial, channels) == 0,
            snd_pcm_hw_params_set_rate(handle, trial, rate, 0) == 0
          else { continue }
          formats.append(AudioFormat(sampleRate: Int(rate), channelCount: Int(channels), sampleFormat: sample))
        }
      }
    }
    return formats
  }

  private static func configureHardware(_ handle: OpaquePointer, wish: AudioWish) throws(SystemError) -> Setting {
    let pointer = try allocated("snd_pcm_hw_params_malloc", snd_pcm_hw_params_malloc)
    defer { snd_pcm_hw_params_free(pointer) }
    try SystemError.check(alsa: "snd_pcm_hw_params_any", snd_pcm_hw_params_any(handle, pointer))
    try SystemError.check(
      alsa: "snd_pcm_hw_params_set_access",
      snd_pcm_hw_params_set_access(handle, pointer, SND_PCM_ACCESS_RW_INTERLEAVED))
    let sample = sampleFormats.first { snd_pcm_hw_params_test_format(handle, pointer, code(of: $0)) == 0 }
    guard let sample else { throw SystemError(alsa: "snd_pcm_hw_params_set_format", EINVAL) }
    try SystemError.check(
      alsa: "snd_pcm_hw_params_set_format", snd_pcm_hw_params_set_format(handle, pointer, code(of: sample)))
    let counts: [UInt32] = wish.channelCount == 1 ? [1, 2] : [2, 1]
    let channels = counts.first { snd_pcm_hw_params_test_channels(handle, pointer, $0) == 0 }
    guard let channels else { throw SystemError(alsa: "snd_pcm_hw_params_set_channels", EINVAL) }
    try SystemError.check(
      alsa: "snd_pcm_hw_params_set_channels", snd_pcm_hw_params_set_channels(handle, pointer, channels))
    let wanted = wish.sampleRate.map { [UInt32(clamping: $0)] } ?? []
    let rate = (wanted + sampleRates).first { snd_pcm_hw_params_test_rate(handle, pointer, $0, 0) == 0 }
    var near = wanted.first ?? rate ?? 48_000
    try SystemError.check(
      alsa: "snd_pcm_hw_params_set_rate", snd_pcm_hw_params_set_rate_near(handle, pointer, &near, nil))
    // Sizes are hints: a driver that has its own stays with them, and what it has is read back. Each period wakes the
    // process, which is half of what a microphone costs; and a movie's end waits for one.
    var (period, buffer) = (UInt32(20_000), UInt32(400_000))
    snd_pcm_hw_params_set_period_time_near(handle, pointer, &period, nil)
    snd_pcm_hw_params_set_buffer_time_near(handle, pointer, &buffer, nil)
    try SystemError.check(alsa: "snd_pcm_hw_params", snd_pcm_hw_params(handle, pointer))
    return try obtained(pointer, channels: channels, sample: sample)
  }

  private static func obtained(
    _ pointer: OpaquePointer, channels: UInt32, sample: SampleFormat
  ) throws(SystemError) -> Setting {
    var (rate, period, buffer) = (UInt32(0), snd_pcm_uframes_t(0), snd_pcm_uframes_t(0))
    try SystemError.check(alsa: "snd_pcm_hw_params_get_rate", snd_pcm_hw_params_get_rate(pointer, &rate, nil))
    try SystemError.check(
      alsa: "snd_pcm_hw_params_get_period_size", snd_pcm_hw_params_get_period_size(pointer, &period, nil))
    try SystemError.check(
      alsa: "snd_pcm_hw_params_get_buffer_size", snd_pcm_hw_params_get_buffer_size(pointer, &buffer))
    // Nothing later needs more: a period becomes a buffer of ours, and the rate divides times.
    guard (1...1_000_000).contains(rate), (1...1_000_000).contains(period), buffer >= period else {
      throw SystemError(alsa: "snd_pcm_hw_params", EINVAL)
    }
    let format = AudioFormat(sampleRate: Int(rate), channelCount: Int(channels), sampleFormat: sample)
    return (format, Int(period))
  }

  private static func configureSoftware(_ handle: OpaquePointer, periodFrames: Int) throws(SystemError) {
    let pointer = try allocated("snd_pcm_sw_params_malloc", snd_pcm_sw_params_malloc)
    defer { snd_pcm_sw_params_free(pointer) }
    try SystemError.check(alsa: "snd_pcm_sw_params_current", snd_pcm_sw_params_current(handle, pointer))
    try SystemError.check(
      alsa: "snd_pcm_sw_params_set_tstamp_mode",
      snd_pcm_sw_params_set_tstamp_mode(handle, pointer, SND_PCM_TSTAMP_ENABLE))
    try SystemError.check(
      alsa: "snd_pcm_sw_params_set_tstamp_type",
      snd_pcm_sw_params_set_tstamp_type(handle, pointer, SND_PCM_TSTAMP_TYPE_MONOTONIC))
    try SystemError.check(
      alsa: "snd_pcm_sw_params_set_start_threshold", snd_pcm_sw_params_set_start_threshold(handle, pointer, 1))
    try SystemError.check(
      alsa: "snd_pcm_sw_params_set_avail_min",
      snd_pcm_sw_params_set_avail_min(handle, pointer, snd_pcm_uframes_t(periodFrames)))
    try SystemError.check(alsa: "snd_pcm_sw_params", snd_pcm_sw_params(handle, pointer))
  }

  private static func code(of sample: SampleFormat) -> snd_pcm_format_t {
    switch sample {
    case .s16: SND_PCM_FORMAT_S16_LE
    case .s32: SND_PCM_FORMAT_S32_LE
    case .float: SND_PCM_FORMAT_FLOAT_LE
    }
  }

  /// Returns what one of libasound's own functions allocates, to be freed by another.
  static func allocated(
    _ operation: String, _ allocate: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
  ) throws(SystemError) -> OpaquePointer {
    var pointer: OpaquePointer?
    _ = allocate(&pointer)
    guard let pointer else { throw SystemError(alsa: operation, ENOMEM) }
    return pointer
  }
}
