package import LootCore
import LootFormats
package import LootPlugins

/// Unpacks an archive during its import. It returns the text of the items, and stores the files before any item
/// refers to them.
package struct ArchiveImporter: ItemImporter {
    private let store: any ItemStore
    private let name: String
    private let keepsFiles: Bool
    private var reader = TarReader()
    private var file: (kind: Kind, bytes: [UInt8])?
    private var hasItems = false
    /// Thumbnails whose files haven't been read yet.
    private var thumbnails: [FileID: StoredFile] = [:]
    /// The files found so far.
    package private(set) var files: Set<FileID> = []

    private enum Kind {
        case items
        case kept(ArchivedFileName)
        case other
    }

    /// Creates an importer for one archive.
    package init(_ target: ImportTarget) {
        store = target.store
        name = target.name
        keepsFiles = !target.isTrial
    }

    /// Reads the next bytes of the archive. Returns those that belong to the items.
    package mutating func feed(_ bytes: [UInt8]) async throws(LootError) -> ImportedText {
        let events: [TarReader.Event]
        do { events = try reader.feed(bytes) } catch { throw failure(error) }
        var items: [UInt8] = []
        for event in events {
            switch event {
            case .file(let path, let size):
                if ArchivedFileName.isItems(path) {
                    if hasItems { throw refusal("It contains \(ArchivedFileName.items) twice.") }
                    hasItems = true
                    file = (.items, [])
                } else if let kept = ArchivedFileName(path) {
                    let limit =
                        kept.isThumbnail ? StoredFile.greatestThumbnail : StoredFile.greatestSize
                    if size > limit { throw refusal("The file \(kept.id.short) is too large.") }
                    file = (.kept(kept), [])
                } else {
                    file = (.other, [])
                }
            case .content(let content):
                switch file?.kind {
                case .items: items += content
                case .kept: file?.bytes += content
                case .other, nil: break
                }
            case .end:
                if let file, case .kept(let name) = file.kind { try await keep(file.bytes, name) }
                file = nil
            }
        }
        return ImportedText(items)
    }

    /// Checks that the archive is complete.
    package mutating func finish() async throws(LootError) -> ImportedText {
        do { try reader.finish() } catch { throw failure(error) }
        if !hasItems { throw refusal("It doesn't contain \(ArchivedFileName.items).") }
        return ImportedText()
    }

    /// Returns whether a file that begins with these bytes is an archive.
    package static func recognizes(_ beginning: [UInt8]) -> Bool {
        TarReader.isArchive(beginning.prefix(512))
    }

    private mutating func keep(_ bytes: [UInt8], _ name: ArchivedFileName) async throws(LootError) {
        let file: StoredFile
        do {
            file =
                try name.isThumbnail
                ? StoredFile(photo: bytes, greatestSize: StoredFile.greatestThumbnail) : StoredFile(bytes)
        } catch {
            throw LootError(
                .malformed, "Can't import the file \(name.id.short) of \(self.name).",
                reason: error.explanation, advice: error.advice, place: self.name)
        }
        guard name.isThumbnail || file.id == name.id else {
            throw refusal("The content of the file \(name.id.short) doesn't match its name.")
        }
        if !name.isThumbnail { files.insert(file.id) }
        guard keepsFiles else { return }
        guard let keeper = store.fileKeeper else {
            throw LootError.keepsNoFiles.during("Can't import \(self.name).")
        }
        if !name.isThumbnail {
            try await keeper.put(file, thumbnail: thumbnails.removeValue(forKey: name.id))
        } else if let known = try await keeper.file(name.id) {
            try await keeper.put(known, thumbnail: file)
        } else {
            thumbnails[name.id] = file
        }
    }

    private func refusal(_ reason: Message) -> LootError {
        LootError(.malformed, "Can't import \(name).", reason: reason, place: name)
    }

    private func failure(_ error: FormatError) -> LootError {
        LootError(
            error.code, "Can't import \(name), starting at byte \(error.position.byte).",
            reason: error.reason,
            advice: error.advice, remedy: error.remedy, place: name)
    }
}
