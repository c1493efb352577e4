import MediaCore

/// Checks what can be told without reading the movie: rules 9 to 11 and 16, whether the still decodes, and names.
struct FileRules {
  let stillPath: String
  let still: StillFacts
  /// The still's grid, or why there is none.
  let stillGrid: Result<LumaGrid, any Error>
  /// The part of the still that was decoded, in words.
  var stillText = "whole"
  let moviePath: String
  /// The first few say what there is to say.
  private static let mostOddities = 5

  var results: [RuleResult] {
    RuleResult.list([
      .stillExtension: stillExtension, .movieExtension: movieExtension, .exif: exif, .makerNote: makerNote,
      .announcedVideo: announcedVideo, .stillDecodes: stillDecodes, .stillParts: stillParts,
      .names: names,
    ])
  }

  private var stillExtension: RuleResult.Outcome {
    let name = FileNames.fileExtension(of: stillPath)
    let fits = still.kind.extensions.contains(name) && [.jpeg, .heic].contains(still.kind)
    return (fits ? .pass : .failure, "\(still.kind.rawValue) named .\(name)")
  }

  private var movieExtension: RuleResult.Outcome {
    let name = FileNames.fileExtension(of: moviePath)
    return (name == "mov" ? .pass : .failure, "named .\(name)")
  }

  private var exif: RuleResult.Outcome {
    (still.hasExif ? .pass : .failure, still.hasExif ? "there" : "no Exif that can be read")
  }

  private var makerNote: RuleResult.Outcome {
    if let problem = still.makerNoteProblem { return (.failure, problem) }
    guard let text = still.identifier else { return (.failure, "no identifier") }
    guard PairIdentifier(uuidString: text) != nil else {
      return (.failure, "'\(text.prefix(64))' is no UUID of 36 characters")
    }
    return (.pass, text)
  }

  private var announcedVideo: RuleResult.Outcome {
    switch still.lacksVideo {
    case true?: (.warning, "its XMP announces a Motion Photo's video, which is not in the file")
    case false?: (.pass, "none is missing")
    case nil: (.notChecked, "the still cannot be read")
    }
  }

  private var stillDecodes: RuleResult.Outcome {
    switch stillGrid {
    case .success: return (.pass, stillText)
    case .failure(let error as NotDecoded): return (.notChecked, "\(error)")
    case .failure(let error as DamagedStill): return (.failure, "\(error)")
    case .failure(let error):
      // Of what nobody here can decode nothing is known. Debian's libheif refuses HEICs that others show.
      let code = (error as? CodingError)?.code
      let isSure =
        [.malformed, .truncated].contains(code)
        || ![.unsupported, .missingLibrary].contains(code) && still.kind != .heic
      let cause = (error as? CodingError)?.underlying ?? error
      return (isSure ? .failure : .notChecked, "\(cause)")
    }
  }

  private var stillParts: RuleResult.Outcome {
    switch still.oddities {
    case nil: (.notChecked, "the still cannot be read")
    case []?: (.pass, "nothing is wrong with it")
    case let oddities?: (.warning, oddities.prefix(Self.mostOddities).joined(separator: " "))
    }
  }

  private var names: RuleResult.Outcome {
    let (left, right) = (FileNames.stem(of: stillPath), FileNames.stem(of: moviePath))
    // Texts are equal whatever their composition, and names of files are not.
    guard left != right else {
      guard FileNames.folder(of: stillPath).utf8.elementsEqual(FileNames.folder(of: moviePath).utf8) else {
        return (
          .warning,
          "the still and the movie lie in two folders: programs that look into one do not find the other half; "
            + "put both into one folder"
        )
      }
      return left.utf8.elementsEqual(right.utf8)
        ? (.pass, left)
        : (
          .warning,
          "both are named \(left) to the eye, with its accents stored in two ways (NFC, NFD): programs that pair by names "
            + "do not find them; 'convmv -f utf8 -t utf8 --nfc --notest' gives both one name"
        )
    }
    return (.warning, "the still is named \(left) and the movie \(right): programs that pair by names do not find them")
  }
}
