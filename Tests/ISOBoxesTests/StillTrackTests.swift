import ISOBoxes
import Testing

struct StillTrackTests {
  @Test("the track that Apple Photos wrote is read field by field, and printed")
  func dump() throws {
    let track = try #require(try BoxDecoder.boxes(in: GoldenBoxes.stillTrack).first)
    #expect(try track.encoded() == GoldenBoxes.stillTrack)
    #expect(track.dump() == Self.text)
  }

  static let text = """
    'trak' size=584
      'tkhd' size=92 version=0 flags=0x00000f creation=3849826044 modification=3849826044 trackID=4 reserved=0 \
    duration=800 reserved=<0000000000000000> layer=0 alternateGroup=0 volume=0x0000 reserved=0 \
    matrix=[0x00010000 0x00000000 0x00000000 0x00000000 0x00010000 0x00000000 0x00000000 0x00000000 0x40000000] \
    width=0.0 height=0.0
      'edts' size=48
        'elst' size=40 version=0 flags=0x000000 count=2 entries=[799,-1,1.0 1,0,1.0]
      'mdia' size=436
        'mdhd' size=32 version=0 flags=0x000000 creation=3849826044 modification=3849826044 timescale=600 \
    duration=1 language=0x55c4 quality=0
        'hdlr' size=52 version=0 flags=0x000000 component='mhlr' subtype='meta' manufacturer='appl' \
    componentFlags=1 componentFlagsMask=0 name=<13436f7265204d65646961204d65746164617461>
        'minf' size=344
          'gmhd' size=32
            'gmin' size=24 version=0 flags=0x000000 graphicsMode=0x0040 color=[0x8000 0x8000 0x8000] balance=0 \
    reserved=0
          'hdlr' size=56 version=0 flags=0x000000 component='dhlr' subtype='alis' manufacturer='appl' \
    componentFlags=0 componentFlagsMask=0 name=<17436f7265204d6564696120446174612048616e646c6572>
          'dinf' size=36
            'dref' size=28 version=0 flags=0x000000 count=1
              'alis' size=12 version=0 flags=0x000001
          'stbl' size=212
            'stsd' size=112 version=0 flags=0x000000 count=1
              'mebx' size=96 reserved=<000000000000> dataReference=1
                'keys' size=80
                  '0x00000001' size=72
                    'keyd' size=48 namespace='mdta' value="com.apple.quicktime.still-image-time"
                    'dtyp' size=16 namespace=0 value=<00000041>
            'stts' size=24 version=0 flags=0x000000 count=1 entries=[1,1]
            'stsc' size=28 version=0 flags=0x000000 count=1 entries=[1,1,1]
            'stsz' size=20 version=0 flags=0x000000 constantSize=9 count=1 sizes=[]
            'stco' size=20 version=0 flags=0x000000 count=1 offsets=[682517]

    """
}
