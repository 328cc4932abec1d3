package import LootCore

/// Access to files that people name, for imports and exports. Front ends receive an implementation; ``SystemFiles``
/// uses the operating system.
package protocol FileAccess: Sendable {
    /// Opens a file, a pipe or a device for reading.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `no-such-file` if the path can't be read.
    func open(_ path: String) throws(LootError) -> any ByteReader

    /// Opens a regular file for reading. Unlike pipes and devices, such a file can be stored as a whole because it
    /// has an end.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `no-such-file` if the path can't be read or isn't a regular file.
    func openRegular(_ path: String) throws(LootError) -> any ByteReader

    /// Creates a file. An existing file stays unchanged until the writer commits. A pipe or a device is written to
    /// directly.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - replaces: Whether an existing file may be replaced.
    /// - Returns: The writer of the file.
    /// - Throws: ``/LootCore/LootError`` with code `cannot-create` if the file can't be written.
    func create(_ path: String, replaces: Bool) throws(LootError) -> any ByteWriter

    /// Creates a folder and its missing parents. Only the current user can access them.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `cannot-create`.
    func makeFolders(_ path: String) throws(LootError)

    /// Removes the files and folders in a folder that haven't changed for `seconds`. Ignores errors.
    func removeContents(of folder: String, unchangedFor seconds: Int)

    /// Removes a file. Ignores errors.
    func remove(_ path: String)

    /// Returns the names of the files and folders in a folder.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `no-such-file` if the folder can't be read.
    func names(in folder: String) throws(LootError) -> [String]

    /// Returns whether a path exists.
    func exists(_ path: String) -> Bool

    /// Returns whether two paths refer to the same existing file, following links.
    func areSame(_ path: String, _ other: String) -> Bool
}

/// A sequential reader of bytes.
package protocol ByteReader: AnyObject {
    /// The total number of bytes, if known beforehand.
    var size: Int? { get }

    /// Returns the next bytes, or an empty array at the end.
    func read() throws(LootError) -> [UInt8]
}

/// A sequential writer of bytes. If it is released before it commits, nothing is written.
package protocol ByteWriter: AnyObject {
    /// Writes the next bytes.
    func write(_ bytes: [UInt8]) throws(LootError)

    /// Moves the written file to its path, durably.
    func commit() throws(LootError)
}
