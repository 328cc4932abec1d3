/// Keeps the files of an item store beside its items, each under the digest of its bytes: ``ItemStore/fileKeeper``. Photos
/// are files like any other.
///
/// A file is put in before the item that names it is written, so that no item ever names one that is not there. It
/// stays as long as an item names it or an undo could bring one back that does; `ItemStore.sweepFiles(olderThan:)`
/// takes the others away.
///
/// The laws, each a case of the conformance suite in `LootTesting`:
///
/// 1. What goes in comes out, byte for byte; the same file goes in as often as one likes, and is there once.
/// 2. A file that is not there is nil, and no error. One that is no longer what was put in is an error, `damaged`.
/// 3. A sweep takes away what it is not told to keep, once that has rested for the age that the sweep names.
/// 4. A store that takes no changes takes no files.
public protocol FileKeeper: Sendable {
    /// Keeps a file, and the thumbnail that was made of it. Without one, the thumbnail that is there stays. When it
    /// returns, a durable store has both on the medium.
    func put(_ file: StoredFile, thumbnail: StoredFile?) async throws(LootError)

    /// The file with this name, nil if it is not there.
    ///
    /// - Throws: ``LootError``: `damaged` when its bytes are no longer those that it was named after.
    func file(_ id: FileID) async throws(LootError) -> StoredFile?

    /// The thumbnail of a file, nil if none was put in.
    ///
    /// - Throws: ``LootError``: `damaged` when it is no longer a picture.
    func thumbnail(of id: FileID) async throws(LootError) -> StoredFile?

    /// The names of all files that are there.
    func ids() async throws(LootError) -> Set<FileID>

    /// Takes away every file that is not among those to keep, and was not at any sweep for as long as `age`. One that
    /// a sweep finds to be needed by nothing for the first time rests from then on: it can be read and asked for, and
    /// stays when a later sweep is told to keep it. With an age of zero all of them go at once.
    ///
    /// - Returns: how many files were taken away.
    @discardableResult
    func sweep(keeping kept: Set<FileID>, olderThan age: Duration) async throws(LootError) -> Int
}

extension LootError {
    /// A store that keeps no files was asked for one, or to keep one.
    package static let keepsNoFiles = LootError(
        .unsupported, "can't keep the file", because: "this store keeps no files",
        next: "Copy the items to one that does", remedy: .copy)
}
