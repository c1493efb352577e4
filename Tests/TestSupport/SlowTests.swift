public import Testing

extension Tag {
  /// Many seeds, cases or minutes, each of which is like the others.
  @Tag public static var sweep: Self
  /// Other people's programs as judges.
  @Tag public static var foreignPrograms: Self
}

extension Trait where Self == Tag.List {
  /// Marks a test of many seeds, cases or minutes, which `Scripts/test fast` leaves out.
  public static var sweep: Self { .tags(.sweep) }

  /// Marks a test that runs other people's programs, which `Scripts/test fast` leaves out.
  public static var foreignPrograms: Self { .tags(.foreignPrograms) }
}
