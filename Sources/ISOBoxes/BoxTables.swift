/// The types by place, for ``BoxRegistry/kind(of:in:)``.
extension BoxRegistry {
  static let general: [FourCC: any Box.Type] = [
    "moov": ContainerBox.self, "trak": ContainerBox.self, "tapt": ContainerBox.self, "edts": ContainerBox.self,
    "mdia": ContainerBox.self, "minf": ContainerBox.self, "dinf": ContainerBox.self, "stbl": ContainerBox.self,
    "gmhd": ContainerBox.self, "tref": ContainerBox.self, "udta": ContainerBox.self, "ilst": ContainerBox.self,
    "wave": ContainerBox.self,
    "ftyp": FileTypeBox.self, "free": FreeSpaceBox.self, "skip": FreeSpaceBox.self, "wide": FreeSpaceBox.self,
    "mvhd": MovieHeaderBox.self, "tkhd": TrackHeaderBox.self, "clef": ApertureBox.self, "prof": ApertureBox.self,
    "enof": ApertureBox.self, "elst": EditListBox.self, "mdhd": MediaHeaderBox.self, "hdlr": HandlerBox.self,
    "vmhd": VideoMediaHeaderBox.self, "smhd": SoundMediaHeaderBox.self, "gmin": BaseMediaInfoBox.self,
    "dref": DataReferenceListBox.self, "stsd": SampleDescriptionBox.self, "avcC": AVCConfigurationBox.self,
    "hvcC": HEVCConfigurationBox.self,
    "colr": ColorParameterBox.self, "clap": CleanApertureBox.self, "esds": ElementaryStreamBox.self,
    "stts": TimeToSampleBox.self, "stss": SyncSampleBox.self, "stsc": SampleToChunkBox.self,
    "stsz": SampleSizeBox.self, "stco": ChunkOffsetBox.self, "co64": ChunkOffsetBox.self,
    "ctts": CompositionOffsetBox.self, "cslg": CompositionShiftBox.self, "sdtp": SampleDependencyBox.self,
    "sgpd": SampleGroupDescriptionBox.self, "sbgp": SampleToGroupBox.self, "meta": MetadataBox.self,
    "keys": MetadataKeysBox.self, "stz2": CompactSampleSizeBox.self,
    "mvex": ContainerBox.self, "trex": TrackExtendsBox.self, "moof": ContainerBox.self, "traf": ContainerBox.self,
    "tfhd": TrackFragmentHeaderBox.self, "tfdt": TrackFragmentTimeBox.self, "trun": TrackRunBox.self,
  ]

  static let sampleEntries: [FourCC: any Box.Type] = [
    "avc1": VisualSampleEntry.self, "hvc1": VisualSampleEntry.self, "hev1": VisualSampleEntry.self,
    "mp4a": SoundSampleEntry.self, "lpcm": SoundSampleEntry.self, "sowt": SoundSampleEntry.self,
    "twos": SoundSampleEntry.self, "mebx": TimedMetadataSampleEntry.self,
  ]

  static let soundExtensions: [FourCC: any Box.Type] = [
    "frma": OriginalFormatBox.self, "esds": ElementaryStreamBox.self,
  ]

  static let metadataKeyParts: [FourCC: any Box.Type] = [
    "keyd": MetadataKeyDeclarationBox.self, "dtyp": MetadataDatatypeBox.self,
  ]

  static let dataReferences: [FourCC: any Box.Type] = [
    "alis": DataReferenceBox.self, "url ": DataReferenceBox.self, "urn ": DataReferenceBox.self,
  ]

  static let pictureMetadata: [FourCC: any Box.Type] = [
    "hdlr": HandlerBox.self, "pitm": HEIFPrimaryItemBox.self, "iloc": HEIFItemLocationBox.self,
    "iinf": HEIFItemInfoListBox.self, "infe": HEIFItemInfoBox.self, "iref": HEIFItemReferenceListBox.self,
    "iprp": ContainerBox.self, "ipco": ContainerBox.self, "ipma": HEIFPropertyAssociationBox.self,
    "idat": HEIFItemDataBox.self, "grpl": ContainerBox.self, "free": FreeSpaceBox.self, "skip": FreeSpaceBox.self,
  ]

  static let pictureProperties: [FourCC: any Box.Type] = [
    "ispe": HEIFSpatialExtentsBox.self, "irot": HEIFRotationBox.self, "imir": HEIFMirrorBox.self,
    "pixi": HEIFPixelInformationBox.self, "auxC": HEIFAuxiliaryTypeBox.self, "colr": ColorParameterBox.self,
    "clap": CleanApertureBox.self, "hvcC": HEIFCodecConfigurationBox.self, "av1C": HEIFCodecConfigurationBox.self,
    "avcC": HEIFCodecConfigurationBox.self,
  ]
}
