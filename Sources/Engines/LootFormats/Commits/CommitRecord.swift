package import LootCore

/// An encoded commit. Most commits are never decoded.
package struct CommitRecord: Hashable, Sendable {
    /// The revision after the commit.
    package let revision: Revision
    /// The encoded commit.
    package let bytes: [UInt8]

    /// Encodes a commit.
    package init(_ commit: Commit) {
        var writer = RecordWriter(capacity: min(commit.changes.count, 64) * 128)
        writer.commit(commit)
        revision = commit.revision
        bytes = writer.bytes
    }

    /// Creates a record from an encoded commit.
    package init(revision: Revision, bytes: [UInt8]) {
        self.revision = revision
        self.bytes = bytes
    }

    /// Returns the encoded ID of an item, to search for it in the bytes of commits.
    package static func bytes(of item: ItemID) -> [UInt8] {
        var writer = RecordWriter()
        writer.id(item)
        return writer.bytes
    }

    /// Whether the encoded commit contains these bytes.
    package func contains(_ part: BytePattern) -> Bool { part.occurs(in: bytes) }

    /// Decodes the commit.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `newer-format`. The checksum shows that the bytes are intact, so a
    ///   later version must have written them.
    package func commit() throws(LootError) -> Commit {
        var reader = RecordReader(bytes)
        do throws(RecordReader.Malformed) {
            let commit = try reader.commit()
            if reader.isAtEnd { return commit }
        } catch {}
        throw CommitRecord.unknown
    }

    /// Decodes the commit without its changes, which are the largest part.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `newer-format`.
    package func summary() throws(LootError) -> Commit {
        var reader = RecordReader(bytes)
        do { return try reader.commitHead() } catch { throw CommitRecord.unknown }
    }

    private static let unknown = LootError(
        .newerFormat, "Can't read a change in the history.",
        reason: "It contains something that this version doesn't support.",
        advice: "Use a newer version of this program.")
}
