import LootCore
import LootQueryText
import LootTesting
import Testing

@Suite struct PhotoTests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `a photo's id is the SHA-256 of its bytes`(text: String, digest: String) {
        #expect(FileID(of: Array(text.utf8)).description == digest)
    }

    @Test func `the digest of several blocks is correct`() {
        let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        #expect(FileID(of: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)).description == digest)
    }

    @Test func `an ID has 64 lowercase digits, which are safe in a path`() {
        let id = FileID(of: [1])
        #expect(FileID(id.description) == id)
        #expect(id.short.count == 12)
        let text = id.description
        let wrong = [
            "", String(text.dropLast()), text + "0", text.uppercased(), "../" + text.dropFirst(3), " " + text,
            "/" + text.dropFirst(),
        ]
        for wrong in wrong { #expect(FileID(wrong) == nil, "\(wrong)") }
        #expect(FileID(of: [1]) < FileID(of: [2]) || FileID(of: [2]) < FileID(of: [1]))
    }

    @Test(arguments: FileKind.pictures)
    func `the bytes of a photo determine its type`(kind: FileKind) throws {
        let photo = try FileFixtures.file(1, kind, padding: 70_000)
        #expect(photo.kind == kind)
        #expect(photo.id == FileID(of: photo.bytes))
        #expect(try StoredFile(photo: photo.bytes + Array("a film behind it".utf8)).kind == kind)
    }

    @Test(arguments: FileKind.pictures)
    func `a truncated photo is rejected at every length`(kind: FileKind) throws {
        let bytes = FileFixtures.bytes(1, kind)
        for count in bytes.indices {
            #expect(throws: LootError.self, "\(count) bytes") {
                try StoredFile(photo: Array(bytes.prefix(count)))
            }
        }
    }

    @Test(arguments: FileKind.pictures)
    func `a changed byte never causes a trap`(kind: FileKind) {
        let bytes = FileFixtures.bytes(1, kind)
        for index in bytes.indices {
            for byte in [0, 0x7F, 0xFF] as [UInt8] {
                var changed = bytes
                changed[index] = byte
                _ = try? StoredFile(photo: changed)
            }
        }
    }

    @Test(arguments: [
        "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "<!DOCTYPE html><script>alert(1)</script>", "BM6",
        "%PDF-1.7", "GIF89", "RIFF\0\0\0\0WAVEfmt ", "\u{89}PNG", "plain text", " GIF89a",
    ])
    func `the error for other files lists the types of photos`(text: String) throws {
        let error = try #require(throws: LootError.self) { try StoredFile(photo: Array(text.utf8)) }
        #expect(error.code == .invalidValue && error.field == "photo")
        #expect(
            "\(error)"
                == "Can't use this photo. Its format isn't supported. Use JPEG, PNG, WebP, or GIF.")
    }

    @Test func `empty files, headers without an image, and large files are rejected`() throws {
        #expect(try #require(throws: LootError.self) { try StoredFile(photo: []) }.reason == "It is empty.")
        let empty = try #require(throws: LootError.self) { try StoredFile(photo: [0xFF, 0xD8, 0xFF, 0xD9]) }
        #expect(empty.reason.text == "It begins like a JPEG file but is incomplete.")
        let large = FileFixtures.bytes(1, .png, padding: 2000)
        #expect(throws: LootError.self) { try StoredFile(photo: large, greatestSize: 2048) }
    }

    @Test func `the field accepts only ids of photos`() throws {
        var item = Item(name: "Lamp")
        let id = FileID(of: [1])
        try item.set(.text("\(id)"), for: "photo")
        #expect(item.photo == id && item.value(for: "photo") == .text("\(id)"))
        for text in ["", "photo.jpg", "\(id)".uppercased(), "../../etc/passwd"] {
            let error = try #require(throws: LootError.self) { try item.set(.text(text), for: "photo") }
            #expect(error.code == .invalidValue && error.field == "photo")
        }
        #expect(item.photo == id)
        #expect(try Filter(parsing: "photo is set").matches(item))
        try item.set(nil, for: "photo")
        #expect(item.photo == nil && !item.hasDetails)
    }

    @Test func `photos that undo can restore are in use`() throws {
        let photos = try (0..<5).map { try FileFixtures.file($0).id }
        var list = ItemList()
        var history = History()
        func make(_ changes: [Change]) throws {
            history.record(
                Commit(
                    revision: Revision(rawValue: UInt64(history.undoable.count + 1)), title: "Edit",
                    changes: try list.apply(changes)))
        }
        var lamp = Item(name: "Lamp")
        lamp.photo = photos[0]
        try make([.insert(lamp)])
        try make([.update(lamp.id, ["photo": .text("\(photos[1])")])])
        try make([.update(lamp.id, ["photo": nil]), .move(lamp.id, to: 0)])
        try make([.remove(lamp.id)])
        #expect(history.files == Set(photos[0...1]))
        #expect(History().files.isEmpty)
    }

    @Test func `a check finds missing photos`() async throws {
        let photo = try FileFixtures.file(1)
        var items = ItemFixtures.items(2, seed: 1)
        for index in items.indices { (items[index].photo, items[index].files) = (nil, []) }
        items[1].photo = photo.id
        let store = Album(items)
        let report = try await store.checkFiles()
        #expect(report.verified.isEmpty && report.problems.map(\.item) == [items[1].id])
        try store.kept.put(photo, thumbnail: nil)
        #expect(
            try await store.checkFiles().verified.map(\.text) == [
                "1 file is intact, and no item is missing a photo or a file."
            ])
        #expect(try await store.filesInUse() == [photo.id])
    }
}

/// A store with a few constant items, and photos that can change.
struct Album: ItemStore, FileKeepingStore {
    let list: ItemList
    let kept = MemoryFiles()

    init(_ items: [Item]) { list = ItemList(items) }

    var capabilities: StoreCapabilities { .files }
    var keeper: (any FileKeeper)? { kept }
    func outline(of query: Query) async throws(LootError) -> Outline { list.outline(of: query, at: .initial) }
    func page(of query: Query, rows: Range<Int>) async throws(LootError) -> Page {
        list.page(of: query, rows: rows, at: .initial)
    }
    func item(_ id: ItemID) async throws(LootError) -> Item? { list.items.first { $0.id == id } }
    func apply(_ transaction: ItemTransaction) async throws(LootError) -> Commit { throw .storeClosed }
    func events() -> AsyncStream<StoreEvent> { AsyncStream { $0.finish() } }
    func close() async throws(LootError) {}
}
