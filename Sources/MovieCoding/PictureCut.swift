import ByteCoding
import MediaCore

/// A plan for cutting a track of pictures: which pictures a part of its movie shows, and which of them can stay as they
/// are when all others leave the file.
///
/// What stays is one run of whole groups: from a sync sample on, each picture that needs only pictures of the run. All
/// else that is shown has to be compressed anew, as it is built on pictures that go.
package struct PictureCut: Sendable {
  /// A picture that is shown, in units of the track's timescale.
  struct Picture {
    /// Its sample's number, from 0, in the order of decoding.
    let sample: Int
    /// The time at which the picture is shown, by the track's own clock.
    let startTicks: Ticks
    /// The time until the next picture of the track is shown.
    let durationTicks: Ticks
  }

  /// All that are shown, in the order of showing.
  let pictures: [Picture]
  let samples: [MovieSample]
  private let timescale: Int32
  /// The places in ``pictures`` of those that can stay.
  package private(set) var copied: Range<Int>

  /// All that are shown, with their times by the track's own clock.
  package var shown: [ShownSample] {
    pictures.map {
      ShownSample(
        sampleIndex: $0.sample, time: MediaTime(value: $0.startTicks, timescale: timescale),
        duration: MediaTime(value: $0.durationTicks, timescale: timescale), isSync: samples[$0.sample].isSync)
    }
  }
  /// Indicates whether nothing has to be compressed anew.
  package var isWhole: Bool { copied.count == pictures.count }
  /// The places in ``shown`` of the pictures that have to be compressed anew.
  package var replaced: [Int] { pictures.indices.filter { !copied.contains($0) } }

  /// Indicates whether a picture that begins a group anew would stand right beside a kept picture that begins a group,
  /// too: decoders of H.264 may take the two for one, as nothing but a number of one bit tells them apart.
  package var joinsGroupStarts: Bool {
    let last = copied.map { pictures[$0].sample }.max()
    return copied.lowerBound == 1
      || (copied.upperBound < pictures.count && last.map { samples[$0].isSync } ?? false)
  }

  /// Creates the pictures whose times lie in `ranges`, which ascend, at least in part.
  init(_ samples: [MovieSample], in ranges: [Range<Ticks>], timescale: UInt32) {
    self.samples = samples
    self.timescale = Int32(clamping: timescale)
    let order = samples.indices.sorted {
      (samples[$0].presentationTime, $0) < (samples[$1].presentationTime, $1)
    }
    var pictures: [Picture] = []
    var places: [Int] = []
    for (place, number) in order.enumerated() {
      let time = samples[number].presentationTime
      let next = place + 1 < order.count ? samples[order[place + 1]].presentationTime : time &+ samples[number].duration
      let range = ranges.searchFirst { $0.upperBound > time }
      guard ranges.indices.contains(range), next > ranges[range].lowerBound else { continue }
      pictures.append(Picture(sample: number, startTicks: time, durationTicks: next &- time))
      places.append(place)
    }
    self.pictures = pictures
    // A hole within what is shown would leave pictures in the file that nobody sees.
    let isOneRun = places.last.map { $0 - places[0] + 1 == places.count } ?? false
    copied = isOneRun ? Self.copied(pictures, samples) : 0..<0
  }

  /// The same pictures, none of which stays as it is.
  package func replacingAll() -> PictureCut {
    var cut = self
    cut.copied = 0..<0
    return cut
  }

  private static func copied(_ pictures: [Picture], _ samples: [MovieSample]) -> Range<Int> {
    guard let start = pictures.firstIndex(where: { samples[$0.sample].isSync }) else { return 0..<0 }
    let places = Dictionary(pictures.enumerated().map { ($1.sample, $0) }) { first, _ in first }
    var (count, taken, last) = (0, 0, start)
    for number in pictures[start].sample..<samples.count {
      // Shown before the sync sample and decoded behind it, it needs what came before: it goes, or is made anew.
      if samples[number].presentationTime < pictures[start].startTicks { continue }
      guard let place = places[number] else { break }
      (taken, last) = (taken + 1, max(last, place))
      // Up to here no picture is missing among those that are shown.
      if last - start + 1 == taken { count = taken }
    }
    return start..<start + count
  }
}
