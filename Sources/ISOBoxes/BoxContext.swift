/// The kind of box that a box lies in: the same four characters mean different things in different places.
package enum BoxContext: Sendable, Hashable {
  /// The file itself and the ordinary containers.
  case general
  /// `stsd`: the types are codecs.
  case sampleDescription
  /// A sample description of pictures or sound.
  case sampleEntry
  /// `wave`: what a sound's decoder needs.
  case soundExtension
  /// `mebx`, a sample description of timed metadata.
  case metadataSampleEntry
  /// `keys` inside `mebx`: the types are local key numbers.
  case metadataKeyTable
  /// One key inside that table.
  case metadataKey
  /// `tref`: the types are kinds of reference.
  case trackReferences
  /// `dref`: the types are kinds of place.
  case dataReferences
  /// `ilst`: the types are numbers of keys, from 1.
  case itemList
  /// One item inside that list.
  case metadataItem
  /// The top of a file of pictures, where `meta` is a ``ListBox``.
  case pictureFile
  /// The `meta` box of a file of pictures.
  case pictureMetadata
  /// `ipco` in there: the types are properties of pictures.
  case pictureProperties
  /// `iref`: the types are kinds of reference.
  case itemReferences
  /// `iref` with numbers of 32 bits.
  case wideItemReferences
  /// `grpl`: the types are kinds of group.
  case entityGroups
}
