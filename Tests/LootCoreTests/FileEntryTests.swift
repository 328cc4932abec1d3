import Foundation
import LootCore
import LootMerge
import LootQueryText
import LootTesting
import Testing

@Suite struct `Files of an item` {
    private func file(_ number: Int, _ name: String, _ kind: FileKind = .pdf) throws -> FileEntry {
        FileEntry(try FileFixtures.file(number, kind), name: name)
    }

    @Test(arguments: FileKind.allCases)
    func `the bytes of a file determine its type`(kind: FileKind) throws {
        let file = try FileFixtures.file(1, kind, padding: 1000)
        #expect(file.kind == kind && file.id == FileID(of: file.bytes))
        #expect(file.isPhoto == FileKind.pictures.contains(kind))
        // The contents override a wrong extension.
        let type = FileEntry(file, name: "a.txt").mediaType
        #expect(type == (kind == .other ? "text/plain" : kind.mediaType))
    }

    @Test(arguments: [
        ("manual.PDF", "application/octet-stream"), ("photo.jpg", "application/octet-stream"),
        ("list.csv", "text/csv"), ("a.tar.gz", "application/gzip"), ("README", "application/octet-stream"),
        ("page.html", "text/html"), ("trailing.", "application/octet-stream"),
    ])
    func `the extension determines the type if the bytes don't`(name: String, type: String) throws {
        #expect(try file(1, name, .other).mediaType == type)
    }

    @Test func `empty and large files are rejected`() throws {
        let empty = try #require(throws: LootError.self) { try StoredFile([]) }
        #expect("\(empty)" == "Can't use this file. It is empty. Choose another file.")
        let large = [UInt8](repeating: 0, count: StoredFile.greatestSize + 1)
        let error = try #require(throws: LootError.self) { try StoredFile(large) }
        #expect("\(error)" == "Can't use this file. It is larger than 100 MiB. Make it smaller.")
        #expect(throws: LootError.self) { try StoredFile.check(size: 2 << 30) }
    }

    @Test(arguments: [
        "", "../x", "a/b", "a\\b", ".hidden", "..", " a", "a ", "a\nb", "a\u{7}",
        String(repeating: "x", count: 256),
    ])
    func `a name that could be a path is rejected`(name: String) throws {
        let error = try #require(throws: LootError.self) { try FileEntry.checkName(name) }
        #expect(error.code == .invalidValue && error.field == "files")
        let id = FileID(of: [1])
        #expect(FileEntry("\(id) 1 text/plain \(name)") == nil)
    }

    @Test(arguments: [
        "a", "receipt.pdf", "a b.pdf", "Möbel, 2.pdf", "~", "a..", String(repeating: "x", count: 255),
    ])
    func `other names are accepted`(name: String) throws {
        try FileEntry.checkName(name)
        let id = FileID(of: [1])
        #expect(FileEntry("\(id) 1 text/plain \(name)")?.name == name)
    }

    @Test(arguments: [
        ("text/plain", true), ("a/b", true), ("application/vnd.x+y_z-1.0!#$&^", true), ("text", false),
        ("/", false),
        ("text/", false), ("/plain", false), ("a/b/c", false), ("text/plän", false), ("text/pl\tain", false),
        ("text/plain;charset=utf-8", false), ("", false), ("a/" + String(repeating: "x", count: 125), true),
        ("a/" + String(repeating: "x", count: 126), false),
    ])
    func `a media type has two parts`(type: String, isType: Bool) {
        #expect((FileEntry("\(FileID(of: [1])) 1 \(type) a.txt") != nil) == isType)
    }

    @Test func `a file id has 64 lowercase digits`() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 1...90, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            let id = FileID(of: bytes)
            let text = id.description
            #expect(text.utf8.count == 64 && FileID(text) == id && FileID("x\(text)".dropFirst()) == id)
            #expect(text.allSatisfy { "0123456789abcdef".contains($0) })
            let place = text.index(text.startIndex, offsetBy: Int.random(in: 0..<64, using: &generator))
            for sign in ["g", "G", "A", "F", "/", ":", "@", "`", " ", "ä", ""] {
                let wrong = text.replacingCharacters(in: place...place, with: sign)
                #expect(FileID(wrong) == nil, "\(wrong)")
            }
            #expect(FileID(text + "0") == nil && FileID(text.dropLast()) == nil)
        }
    }

    @Test(arguments: [
        ("/home/ann/receipt.pdf", "receipt.pdf"), ("../x", "x"), ("C:\\Users\\a b.pdf", "a b.pdf"),
        ("a/.profile", "profile"), ("Möbel, 2.pdf", "Möbel, 2.pdf"), ("folder/", "folder"),
    ])
    func `a file is named after the last component of its path`(path: String, name: String) throws {
        #expect(try FileEntry.name(ofPath: path) == name)
        for path in ["", "/", "..", "a/..", "..."] {
            #expect(throws: LootError.self, "\(path)") { try FileEntry.name(ofPath: path) }
        }
    }

    @Test func `a duplicate name gets a number`() {
        #expect(FileEntry.name("a.pdf", besides: []) == "a.pdf")
        #expect(FileEntry.name("a.pdf", besides: ["a.pdf"]) == "a (2).pdf")
        #expect(FileEntry.name("a.pdf", besides: ["a.pdf", "a (2).pdf"]) == "a (3).pdf")
        #expect(FileEntry.name("notes", besides: ["notes"]) == "notes (2)")
        let long = String(repeating: "ü", count: 125) + ".pdf"
        let other = FileEntry.name(long, besides: [long])
        #expect(other.utf8.count <= 255 && other.hasSuffix(" (2).pdf"))
    }

    @Test func `the field accepts only its text form`() throws {
        let file = try file(1, "a receipt, 2.pdf")
        #expect(FileEntry(file.description) == file)
        var item = Item(name: "Lamp")
        try item.set(.list([file.description]), for: "files")
        #expect(item.files == [file])
        #expect(try Field.named("file") == "files")
        for text in [
            "receipt.pdf", "\(file.id) 5 text/plain", "\(file.id) -1 text/plain a", "\(file.id) 5 text a",
            "\(file.id) 5 text/plain ../a", "\(file.id) 5 a/b/c a",
        ] {
            let error = try #require(throws: LootError.self) { try item.set(.list([text]), for: "files") }
            #expect(error.code == .invalidValue && error.field == "files", "\(text)")
        }
        try item.set(nil, for: "files")
        #expect(!item.hasDetails)
    }

    @Test func `a person can add at most a thousand files`() throws {
        let field = try #require(Field.with(key: "files"))
        let entry = try file(1, "a.pdf").description
        try field.checkEntry(.list(Array(repeating: entry, count: 1000)))
        let error = try #require(throws: LootError.self) {
            try field.checkEntry(.list(Array(repeating: entry, count: 1001)))
        }
        #expect(
            "\(error)"
                == "Can't set “Files”. An item can have at most 1000 files, not 1001. Remove some of them.")
        // A merge can exceed the limit, so that nothing is lost.
        try field.check(.list(Array(repeating: entry, count: 1001)))
    }

    @Test func `the photo is first, with a default name if it has none`() throws {
        var item = Item(name: "Lamp")
        #expect(item.allFiles.isEmpty)
        item.files = [try file(1, "photo"), try file(2, "b.png", .png)]
        #expect(item.allFiles == item.files)
        item.photo = item.files[1].id
        #expect(item.allFiles == item.files)
        item.photo = FileID(of: [9])
        #expect(item.allFiles.map(\.name) == ["photo (2)", "photo", "b.png"])
        #expect(item.allFiles[0].id == item.photo)
        #expect(Set(item.fileIDs).count == 3)
    }

    @Test func `files are found by name, and with the condition has file`() throws {
        var item = Item(name: "Lamp")
        #expect(try !Filter(parsing: "has file").matches(item))
        item.photo = FileID(of: [1])
        #expect(try Filter(parsing: "has file").matches(item))
        item.photo = nil
        let file = try file(1, "Réceipt.pdf")
        item.files = [file]
        for text in ["has file", "has files", "files ~ receipt", "files = receipt.PDF", "files ^ re"] {
            #expect(try Filter(parsing: text).matches(item), "\(text)")
        }
        for text in ["files ~ \(file.id.short)", "files ~ application", "not has file"] {
            #expect(try !Filter(parsing: text).matches(item), "\(text)")
        }
        #expect(try Filter(parsing: "has file") == Filter(parsing: "files is set or photo is set"))
    }

    @Test func `files of both sides of a merge are kept`() throws {
        let (one, two, three) = (try file(1, "a.pdf"), try file(2, "b.pdf"), try file(3, "b.pdf"))
        var base = Item(name: "Lamp")
        base.files = [one]
        var (ours, theirs) = (base, base)
        ours.files = [one, two]
        theirs.files = [three, one]
        let both = Merge.item(base: base, ours: ours, theirs: theirs)
        #expect(Set(both.item.files) == [one, two, three] && both.conflicts.isEmpty)
        theirs.files = []
        #expect(Merge.item(base: base, ours: ours, theirs: theirs).item.files == [two])
    }

    @Test func `files that undo can restore are in use, and a check lists missing ones`() async throws {
        let (one, two) = (try file(1, "a.pdf"), try file(2, "b.pdf"))
        var list = ItemList()
        var history = History()
        var lamp = Item(name: "Lamp")
        lamp.files = [one]
        let changes: [Change] = [
            .insert(lamp), .update(lamp.id, ["files": .list([two.description])]), .remove(lamp.id),
        ]
        for (revision, change) in changes.enumerated() {
            history.record(
                Commit(
                    revision: Revision(rawValue: UInt64(revision + 1)), title: "Edit",
                    changes: try list.apply([change])))
        }
        #expect(history.files == [one.id, two.id])
        let report = try await Album([lamp]).checkFiles()
        #expect(
            report.problems.map { "\($0)" } == [
                "Can't find the file “a.pdf” of “Lamp”. The file \(one.id.short) doesn't exist. "
                    + "Add the file again, or remove it from the item."
            ])
    }

    @Test func `an item without files needs no storage for them`() {
        #expect(MemoryLayout<Item>.size <= 80)
    }
}
