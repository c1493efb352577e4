/// Livecam's own templates, which are part of the program. They are examples for others, too.
enum ShippedTemplates {
  /// The files of templates, by their names.
  static let all: KeyValuePairs<String, String> = [
    "classic-strip": """
    // Four pictures, one below the other, of 2 x 6 inches at 300 dots an inch: two stand on a postcard.
    {
      version: 1,
      title: "Classic strip",
      canvas: {width: 600, height: 1800, background: "#fffdf8"},
      slots: [
        {x: 36, y: 36, width: 528, height: 372},
        {x: 36, y: 430, width: 528, height: 372},
        {x: 36, y: 824, width: 528, height: 372},
        {x: 36, y: 1218, width: 528, height: 372},
      ],
      texts: [
        {text: "{title}", x: 36, y: 1622, width: 528, size: 72, font: "Serif", color: "#2b241b"},
        {text: "{date}", x: 36, y: 1718, width: 528, size: 30, font: "Sans", color: "#675a48"},
      ],
    }
    """,
    "duo": """
    // Two pictures side by side, on a postcard.
    {
      version: 1,
      title: "Two of us",
      canvas: {width: 1800, height: 1200, background: "#2b241b"},
      slots: [
        {x: 70, y: 130, width: 780, height: 780, rotation: -2, border: 24, borderColor: "#fffdf8"},
        {x: 950, y: 160, width: 780, height: 780, rotation: 2, border: 24, borderColor: "#fffdf8"},
      ],
      texts: [
        {text: "{title}", x: 100, y: 1010, width: 1600, size: 84, font: "Serif", color: "#f7efe3"},
        {text: "{date}", x: 100, y: 1122, width: 1600, size: 34, font: "Sans", color: "#c9bba8"},
      ],
    }
    """,
    "postcard": """
    // One picture with a white border, of 6 x 4 inches at 300 dots an inch.
    {
      version: 1,
      title: "Postcard",
      canvas: {width: 1800, height: 1200, background: "#fffdf8"},
      slots: [{x: 60, y: 60, width: 1680, height: 945}],
      texts: [
        {text: "{title}", x: 60, y: 1034, width: 1150, size: 84, font: "Serif", color: "#2b241b", align: "left"},
        {text: "{date}", x: 1230, y: 1074, width: 510, size: 34, font: "Sans", color: "#675a48", align: "right"},
      ],
    }
    """,
  ]
}
