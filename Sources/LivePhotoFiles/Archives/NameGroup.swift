import FileStorage

/// The files of a folder whose names differ by their extensions, and by what programs add to a movie's, alone.
struct NameGroup: Sendable {
  private(set) var paths: [String] = []
  /// Files of the same names that are of interest as somebody's partner only.
  private(set) var extras: [String] = []

  /// The groups of a folder's files, in the order of the first file of each.
  static func all(of paths: [String], extras: [String] = []) -> [NameGroup] {
    var order: [String] = []
    var groups: [String: NameGroup] = [:]
    for (path, isExtra) in paths.map({ ($0, false) }) + extras.map({ ($0, true) }) {
      let key = PairFinder.key(of: path)
      if groups[key] == nil { order.append(key) }
      if isExtra {
        groups[key, default: NameGroup()].extras.append(path)
      } else {
        groups[key, default: NameGroup()].paths.append(path)
      }
    }
    return order.compactMap { groups[$0] }
  }

  /// The group without some of its files; `nil` if only extras are left.
  func removing(_ isRemoved: (String) -> Bool) -> NameGroup? {
    let rest = NameGroup(paths: paths.filter { !isRemoved($0) }, extras: extras.filter { !isRemoved($0) })
    return rest.paths.isEmpty ? nil : rest
  }

  /// Returns what the files are. Most pairs have one name and one identifier: they are told at once, so that only the
  /// others wait for the rest of their folder.
  func reading(of files: any FileSource) -> GroupReading {
    var reading = GroupReading()
    var halves: [(file: FoundFile, candidate: PairFinder.Candidate)] = []
    for (path, isExtra) in paths.map({ ($0, false) }) + extras.map({ ($0, true) }) {
      if let copy = HalfCopy(path, of: files) {
        if !isExtra { reading.settled.append((.broken(path, why: copy.problem), [])) }
        continue
      }
      let file = FoundFile(path, of: files)
      if var candidate = file.candidate {
        candidate.isExtra = isExtra
        halves.append((file, candidate))
      } else if case .broken? = file.unit, isExtra {
        // What was named may be a half of it.
        if let unit = file.unit { reading.settled.append((unit, [file])) }
      } else if !isExtra {
        if let unit = file.unit { reading.settled.append((unit, [file])) } else { reading.otherCount += 1 }
      }
    }
    let candidates = halves.map(\.candidate)
    if candidates.count == 1, candidates[0].identifier == nil {
      if !candidates[0].isExtra { reading.settled.append((candidates[0].unit, [halves[0].file])) }
    } else if candidates.count == 2, let pair = PairFinder(candidates).pairs.first,
      candidates[0].identifier == candidates[1].identifier, !candidates.contains(where: \.isMotionPhoto)
    {
      let files = candidates[0].isStill ? halves.map(\.file) : halves.reversed().map(\.file)
      reading.settled.append((.pair(still: pair.still, movie: pair.movie, foundBy: pair.foundBy), files))
    } else {
      reading.waiting = candidates
    }
    return reading
  }
}

/// The result of reading the files of one name.
struct GroupReading {
  /// The units that are known to belong to no other file, with the files as they were read, the still's first.
  var settled: [(unit: ArchiveUnit, files: [FoundFile])] = []
  /// The halves that may belong to files of other names.
  var waiting: [PairFinder.Candidate] = []
  /// Files that are nothing that is looked for.
  var otherCount = 0
}

extension PairFinder.Candidate {
  /// The unit that the file is without a partner.
  var unit: ArchiveUnit { isMotionPhoto ? .motionPhoto(path) : isStill ? .still(path) : .movie(path) }
}
