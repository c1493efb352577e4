/// A folder that is taken for as long as this is held.
public protocol FolderLock: AnyObject, Sendable {}
