package import LootCore

/// A commit as bytes: most of them are read to be counted, not to be looked into.
package struct CommitRecord: Hashable, Sendable {
    /// The state that it made.
    package let revision: Revision
    /// The commit, encoded.
    package let bytes: [UInt8]

    /// The commit as bytes.
    package init(_ commit: Commit) {
        var writer = RecordWriter(capacity: min(commit.changes.count, 64) * 128)
        writer.commit(commit)
        revision = commit.revision
        bytes = writer.bytes
    }

    /// The bytes of a commit that was encoded before.
    package init(revision: Revision, bytes: [UInt8]) {
        self.revision = revision
        self.bytes = bytes
    }

    /// How an item's id stands in a record: what to look for in the bytes of commits that may have changed it.
    package static func bytes(of item: ItemID) -> [UInt8] {
        var writer = RecordWriter()
        writer.id(item)
        return writer.bytes
    }

    /// The commit.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `newer-format`: the checksum says that the bytes are as they were written,
    ///   so it was a newer version that wrote them.
    package func commit() throws(LootError) -> Commit {
        var reader = RecordReader(bytes)
        do throws(RecordReader.Malformed) {
            let commit = try reader.commit()
            if reader.isAtEnd { return commit }
        } catch {}
        throw CommitRecord.unknown
    }

    /// The commit without its changes, which are most of it.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `newer-format`.
    package func summary() throws(LootError) -> Commit {
        var reader = RecordReader(bytes)
        do { return try reader.commitHead() } catch { throw CommitRecord.unknown }
    }

    private static let unknown = LootError(
        .newerFormat, "can't read a change in the history",
        because: "it holds something that this version does not know",
        next: "Use the newer version of this program")
}
