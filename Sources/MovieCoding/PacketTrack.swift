/// A track of samples that were compressed elsewhere, or by any encoder: in the order of decoding, with B-frames, at
/// any timescale and at times as uneven as they come.
package struct PacketTrack: Sendable {
  package struct Packet: Sendable {
    /// Its bytes: NAL units each after its length in four bytes, one AAC packet without ADTS, or whole frames of plain
    /// sound.
    package var data: [UInt8]
    /// The time at which the packet is decoded, in units of the track's timescale. Rises from packet to packet.
    package var decodeTime: Ticks
    /// The time at which the packet is shown or heard, in the same units.
    package var presentationTime: Ticks
    /// The duration of the packet, in the same units.
    package var duration: Ticks
    /// Indicates whether decoding can begin at this packet.
    package var isSync: Bool

    package init(data: [UInt8], decodeTime: Ticks, presentationTime: Ticks, duration: Ticks, isSync: Bool) {
      self.data = data
      self.decodeTime = decodeTime
      self.presentationTime = presentationTime
      self.duration = duration
      self.isSync = isSync
    }
  }

  package enum Media: Sendable {
    /// Pictures.
    case video(PictureDescription)
    /// AAC. `audioSpecificConfig` is that of ISO/IEC 14496-3, 1.6.2.1.
    case aac(audioSpecificConfig: [UInt8], channelCount: Int)
    /// The plain sound of signed 16-bit samples, little-endian, channels interleaved.
    case lpcm16(channelCount: Int)
  }

  package var media: Media
  /// Units in a second; for sound its sampling rate.
  package var timescale: Int32
  /// The samples, in the order of decoding.
  package var packets: [Packet]
  /// The part of the media that is shown, by presentation times in the track's units; `nil` for all of it.
  package var shown: Range<Ticks>?

  /// Creates a track of which all is shown.
  package init(media: Media, timescale: Int32, packets: [Packet]) {
    self.media = media
    self.timescale = timescale
    self.packets = packets
  }
}
