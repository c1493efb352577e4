import Testing

@testable import LivePhotoFiles

@Suite struct PairNameTests {
  @Test(
    "names that differ in nothing but what is always added are the same",
    arguments: [
      ("IMG_1.HEIC", "img_1.mov"), ("IMG_1.HEIC", "IMG_1_HEVC.MOV"), ("PXL_1.MP.jpg", "PXL_1.MP"),
      ("PXL_1.MP.jpg", "PXL_1.mp4"), ("a-b-c.heic", "a-b-c_3.mov"), ("IMG(2).jpg", "IMG(2).MP4"),
    ])
  func exact(names: (String, String)) {
    #expect(PairName("d/" + names.0).likeness(to: PairName("d/" + names.1)) == .exact)
    #expect(PairName("d/" + names.0).likeness(to: PairName("e/" + names.1)) == .none)
  }

  @Test(
    "numbers of copies, marks of edits and cuts are seen through",
    arguments: [
      ("img_1234(1).jpg", "img_1234.mov"), ("IMG_1-edited.jpg", "IMG_1.MP4"), ("IMG_1-bearbeitet.jpg", "IMG_1.MP4"),
      ("IMG_E1234.HEIC", "IMG_1234.MOV"), ("PXL_1.MP~2.jpg", "PXL_1.MP"), ("IMG_1 copy.HEIC", "IMG_1.MOV"),
      ("IMG_1-edited(1).jpg", "IMG_1_HEVC.MOV"), ("u_1_201_a.heic", "u_2_100_a.mov"),
      ("FullSizeRender-2369959.HEIC", "FullSizeRender_HEVC-4559592.MOV"),
      (String(repeating: "n", count: 47) + ".jpg", String(repeating: "n", count: 46) + ".MP4"),
    ])
  func loose(names: (String, String)) {
    #expect(PairName("d/" + names.0).likeness(to: PairName("d/" + names.1)) >= .loose)
  }

  @Test(
    "other shots have other names",
    arguments: [("IMG_1.JPG", "IMG_2.MOV"), ("IMG_12.JPG", "IMG_1.MOV"), ("IMG_20200101.jpg", "IMG_20200102.mp4")])
  func none(names: (String, String)) {
    #expect(PairName("d/" + names.0).likeness(to: PairName("d/" + names.1)) == .none)
  }

  @Test(
    "a picture's JSON is found under all names that Takeout gives to it",
    arguments: [
      ("IMG_1.jpg", "IMG_1.jpg.json"), ("IMG_1.HEIC", "IMG_1.HEIC.supplemental-metadata.json"),
      ("IMG_1(1).HEIC", "IMG_1.HEIC(1).json"), ("IMG_1(1).jpg", "IMG_1.jpg.supplemental-metadata(1).json"),
      ("IMG_1(1).jpg", "IMG_1(1).jpg.json"), ("IMG_1(1).jpg", "IMG_1(1).jpg.supplemental-metada.json"),
      ("IMG_1.HEIC", "IMG_1.HEIC.suppl.json"), ("IMG_1(1).HEIC", "IMG_1.HEIC.suppl(1).json"),
      ("IMG_1-edited.jpg", "IMG_1.jpg.json"), ("IMG_1.jpg", "IMG_1.jpg..json"),
      ("Screenshot_2017-07-05-10-05-26.png", "Screenshot_2017-07-05-10-05-26.png.supplementa.json"),
      ("Screenshot_20220207_102421_com.snapchat.android.jpg", "Screenshot_20220207_102421_com.snapchat.androi.json"),
      ("D7157814-D2D5-4A62-AFCE-9CF465CB7D66.jpeg", "D7157814-D2D5-4A62-AFCE-9CF465CB7D66.jpeg.supp.json"),
    ])
  func sidecars(names: (media: String, sidecar: String)) {
    let key = TakeoutNames.key(ofSidecar: "d/" + names.sidecar)
    #expect(TakeoutNames.keys(ofMedia: "d/" + names.media).contains { $0 == key })
  }

  @Test(
    "and another picture's is not",
    arguments: [
      ("IMG_1.jpg", "IMG_1.jpg(1).json"), ("IMG_1.jpg", "IMG_2.jpg.json"), ("IMG_1(1).jpg", "IMG_1.jpg.json"),
    ])
  func otherSidecars(names: (media: String, sidecar: String)) {
    let key = TakeoutNames.key(ofSidecar: "d/" + names.sidecar)
    #expect(!TakeoutNames.keys(ofMedia: "d/" + names.media).contains { $0 == key })
  }
}
