import LootCore
import LootFormats

/// Takes an archive apart while it is imported: hands the items on, and puts the photos where the store keeps them,
/// before any item names them.
struct ArchiveSource {
    private let store: any ItemStore
    private let name: String
    private let keepsPhotos: Bool
    private var reader = TarReader()
    private var file: (kind: Kind, bytes: [UInt8])?
    private var hasItems = false
    /// Thumbnails whose photos are still to come.
    private var thumbnails: [PhotoID: Photo] = [:]
    /// The photos that there were so far.
    private(set) var photos: Set<PhotoID> = []

    private enum Kind {
        case items
        case photo(PhotoFileName)
        case other
    }

    init(_ store: any ItemStore, name: String, keepsPhotos: Bool) {
        self.store = store
        self.name = name
        self.keepsPhotos = keepsPhotos
    }

    /// Takes the next bytes of the archive; answers those of the file of items.
    mutating func feed(_ bytes: [UInt8]) async throws(LootError) -> [UInt8] {
        let events: [TarReader.Event]
        do { events = try reader.feed(bytes) } catch { throw failure(error) }
        var items: [UInt8] = []
        for event in events {
            switch event {
            case .file(let path, let size):
                if PhotoFileName.isItems(path) {
                    if hasItems { throw refusal("it holds \(PhotoFileName.items) twice") }
                    hasItems = true
                    file = (.items, [])
                } else if let photo = PhotoFileName(path) {
                    if size > Photo.greatestSize {
                        throw refusal("\(photo.id.short) is too large for a photo")
                    }
                    file = (.photo(photo), [])
                } else {
                    file = (.other, [])
                }
            case .content(let content):
                switch file?.kind {
                case .items: items += content
                case .photo: file?.bytes += content
                case .other, nil: break
                }
            case .end:
                if let file, case .photo(let name) = file.kind { try await keep(file.bytes, name) }
                file = nil
            }
        }
        return items
    }

    /// To be called when there are no more bytes.
    func finish() throws(LootError) {
        do { try reader.finish() } catch { throw failure(error) }
        if !hasItems { throw refusal("it holds no \(PhotoFileName.items)") }
    }

    private mutating func keep(_ bytes: [UInt8], _ file: PhotoFileName) async throws(LootError) {
        let photo: Photo
        do {
            photo = try Photo(
                bytes, greatestSize: file.isThumbnail ? Photo.greatestThumbnailSize : Photo.greatestSize)
        } catch {
            throw refusal("the photo \(file.id.short) is none: \(error.why)")
        }
        guard file.isThumbnail || photo.id == file.id else {
            throw refusal("the photo \(file.id.short) is not the one that it was named after")
        }
        if !file.isThumbnail { photos.insert(photo.id) }
        guard keepsPhotos else { return }
        guard let photos = store.photos else { throw LootError.noPhotos.whileTrying("can't import \(name)") }
        if !file.isThumbnail {
            try await photos.put(photo, thumbnail: thumbnails.removeValue(forKey: file.id))
        } else if let known = try await photos.photo(file.id) {
            try await photos.put(known, thumbnail: photo)
        } else {
            thumbnails[file.id] = photo
        }
    }

    private func refusal(_ why: String) -> LootError {
        LootError(.malformed, "can't import \(name)", because: why, place: name)
    }

    private func failure(_ error: FormatError) -> LootError {
        LootError(
            error.code, "can't import \(name)", because: "\(error.why) (byte \(error.position.byte))",
            next: error.next, place: name)
    }
}
