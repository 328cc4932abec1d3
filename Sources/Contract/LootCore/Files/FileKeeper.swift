/// Stores the files of an item store, including photos, by the digests of their content: ``ItemStore/fileKeeper``.
///
/// A file is stored before an item refers to it, so that no item refers to a missing file. It is kept as long as an
/// item refers to it, or an undo or redo could restore such an item. `ItemStore.sweepFiles(olderThan:)` removes the
/// others.
///
/// Implementations satisfy these laws, which the conformance tests in `LootTesting` check:
///
/// 1. A stored file is returned byte for byte. Storing a file again is a no-op.
/// 2. A missing file is `nil`, not an error. A file whose content has changed is a `damaged` error.
/// 3. A sweep removes all files except those to keep, after they have been unused for the given age.
/// 4. A store that rejects changes also rejects files.
public protocol FileKeeper: Sendable {
    /// Stores a file and its thumbnail. Without a thumbnail, an existing one is kept. When this method returns, a
    /// durable store has written both to its storage.
    func put(_ file: StoredFile, thumbnail: StoredFile?) async throws(LootError)

    /// Returns the file with an ID, or `nil` if it doesn't exist.
    ///
    /// - Throws: ``LootError``. The code is `damaged` if the content doesn't match the ID.
    func file(_ id: FileID) async throws(LootError) -> StoredFile?

    /// Returns the thumbnail of a file, or `nil` if there is none.
    ///
    /// - Throws: ``LootError``. The code is `damaged` if it isn't a valid picture.
    func thumbnail(of id: FileID) async throws(LootError) -> StoredFile?

    /// Returns the IDs of all stored files.
    func ids() async throws(LootError) -> Set<FileID>

    /// Removes all files that are not in `kept` and have been unused for at least `age`. The time counts from the
    /// first sweep that finds a file unused; until it is removed, the file can still be read, and a later sweep can
    /// keep it. With an age of zero, all unused files are removed immediately.
    ///
    /// - Returns: The number of removed files.
    @discardableResult
    func sweep(keeping kept: Set<FileID>, olderThan age: Duration) async throws(LootError) -> Int
}

extension LootError {
    /// Thrown by a store that doesn't support files.
    package static let keepsNoFiles = LootError(
        .unsupported, "Can't save the file.", reason: "This store doesn't support files.",
        advice: "Copy the items to a store that does.", remedy: .copy)
}
