package import LootCore

/// The files that people name: what is imported, and what is written out. A front end is given its files as it is
/// given its streams; ``SystemFiles`` are the operating system's.
package protocol FileAccess: Sendable {
    /// Opens a file, a pipe or a device to read it from its beginning.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `no-such-file` when nothing can be read under that name.
    func open(_ path: String) throws(LootError) -> any ByteReader

    /// Opens a regular file to read it from its beginning: what is to be kept whole has an end, which a pipe or a device
    /// need not have.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `no-such-file` when nothing can be read under that name, or something
    ///   else than a file is there.
    func openRegular(_ path: String) throws(LootError) -> any ByteReader

    /// Begins to write a file. Until the writer commits, what was under that name stays as it is. A pipe or a device is
    /// written to as it stands.
    ///
    /// - Parameters:
    ///   - path: The file's name.
    ///   - replaces: Whether a file that is there may be replaced.
    /// - Returns: What takes the bytes.
    /// - Throws: ``/LootCore/LootError`` with code `cannot-create` when it may not be written.
    func create(_ path: String, replaces: Bool) throws(LootError) -> any ByteWriter

    /// Makes the folders that are missing on the way to a folder, and it, for this user alone.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `cannot-create` when that may not be.
    func makeFolders(_ path: String) throws(LootError)

    /// Takes away what is in a folder and was not changed for `seconds`, with all in it. What can't be taken away
    /// stays.
    func removeContents(of folder: String, unchangedFor seconds: Int)

    /// Takes a file away; one that can't be taken away stays.
    func remove(_ path: String)

    /// The names of what is in a folder.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `no-such-file` when it can't be read.
    func names(in folder: String) throws(LootError) -> [String]

    /// Whether there is anything under that name.
    func exists(_ path: String) -> Bool

    /// Whether two names lead to one file that is there, by whatever links.
    func areSame(_ path: String, _ other: String) -> Bool
}

/// Bytes that come one after the other.
package protocol ByteReader: AnyObject {
    /// How many there are in all, where that can be told beforehand.
    var size: Int? { get }

    /// The next bytes; none when there are no more.
    func read() throws(LootError) -> [UInt8]
}

/// Takes bytes one after the other. One that is dropped before it commits has written nothing.
package protocol ByteWriter: AnyObject {
    /// Takes the next bytes.
    func write(_ bytes: [UInt8]) throws(LootError)

    /// Puts everything under its name, durably.
    func commit() throws(LootError)
}
