/// The positions of the pictures of a contact sheet. All in pixels, all even.
struct ContactSheetLayout {
  let columns: Int
  let rows: Int
  let cell: (width: Int, height: Int)
  /// The space around each.
  let gap: Int
  /// Room below each picture for its time.
  let label: Int

  /// A layout for `count` pictures of a size.
  init(count: Int, columns: Int, width pictureWidth: Int, height: Int) {
    self.columns = max(1, min(columns, count))
    rows = (max(1, count) + self.columns - 1) / self.columns
    let width = max(16, pictureWidth & ~1)
    cell = (width, max(2, (width * height / max(1, pictureWidth) + 1) & ~1))
    gap = max(4, (width / 40 + 1) & ~1)
    label = max(10, (width / 14 + 1) & ~1)
  }

  var width: Int { columns * (cell.width + gap) + gap }
  var height: Int { rows * (cell.height + label + gap) + gap }

  func corner(_ index: Int) -> (x: Int, y: Int) {
    (
      gap + index % columns * (cell.width + gap),
      gap + index / columns * (cell.height + label + gap)
    )
  }
}
