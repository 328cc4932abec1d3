import LootCore
import LootFiles
import LootFilesTesting
import LootTesting
import Testing

@Suite struct `A list without write permission` {
    private let path = "things/items.lines"

    private func files() async throws -> ModelFileSystem {
        let files = ModelFileSystem()
        let store = try await openStore(files, at: path)
        try await store.add(makeItem(1))
        try await store.close()
        return files
    }

    @Test(arguments: ["things/items.lines", "things"])
    func `a missing permission is reported, the list can be read, and changes work once it is granted`(
        place: String
    )
        async throws
    {
        let files = try await files()
        let before = try #require(try files.access(of: place))
        try files.setAccess(FileAccess(permissions: before.permissions & 0o555), of: place)
        let store = try await openStore(files, at: path)
        let problem = try #require(store.problem)
        #expect(problem.code == .readOnly && problem.place == place && store.damage == nil)
        #expect(!store.capabilities.contains(.writable))
        #expect(try await store.items() == [makeItem(1)])
        let error = await #expect(throws: LootError.self) { try await store.add(makeItem(2)) }
        #expect(
            error?.code == .readOnly && error?.description.contains("permission to write to \(place)") == true
        )

        try files.setAccess(before, of: place)
        #expect(store.problem == nil && store.capabilities.contains(.writable))
        try await store.add(makeItem(2))
        #expect(try await store.items() == [makeItem(1), makeItem(2)])
    }

    @Test func `changes work if only the hidden folder is read-only, which is fixed`()
        async throws
    {
        let files = try await files()
        for place in ["things/.items.lines.loot", "things/.items.lines.loot/lock"] {
            try files.setAccess(FileAccess(permissions: 0o400), of: place)
        }
        let store = try await openStore(files, at: path)
        #expect(store.problem == nil)
        try await store.add(makeItem(2))
    }

    @Test func `a permission that is revoked while the list is open is reported immediately`() async throws {
        let files = try await files()
        let store = try await openStore(files, at: path)
        #expect(store.problem == nil)
        try files.setAccess(FileAccess(permissions: 0o500), of: "things")
        #expect(store.problem?.code == .readOnly)
        let photos = try #require(store.fileKeeper)
        await #expect(throws: LootError.self) {
            try await photos.put(try FileFixtures.file(1), thumbnail: nil)
        }
    }

    @Test func `a missing list in a read-only folder is reported`() async throws {
        let files = try await files()
        try files.setAccess(FileAccess(permissions: 0o500), of: "things")
        let store = try await openStore(files, at: "things/more/items.lines")
        #expect(store.problem?.place == "things")
    }

    @Test func `a list that was opened read-only has no problem`() async throws {
        let files = try await files()
        try files.setAccess(FileAccess(permissions: 0o444), of: path)
        var options = FileStoreOptions()
        options.isReadOnly = true
        let store = try await FileStore.open(path, as: LinesCodec(), on: files, options: options)
        #expect(store.problem == nil && !store.capabilities.contains(.writable))
    }
}

@Suite struct `A new journal` {
    @Test func `a new journal has the permissions of the list`() async throws {
        let (files, path) = (ModelFileSystem(), "things/items.lines")
        let first = try await openStore(files, at: path)
        try await first.add(makeItem(1))
        try await first.close()
        try files.setAccess(FileAccess(permissions: 0o660), of: path)
        var options = Keeping.journal.options
        options.journalLimit = 500
        let store = try await FileStore.open(path, as: LinesCodec(), on: files, options: options)
        let folder = "things/.items.lines.loot"
        var journals: Set<String> = []
        for number in 2...80 {
            try await store.add(makeItem(number))
            for name in try files.names(in: folder) where name.hasPrefix("journal") {
                journals.insert(name)
                #expect(try files.access(of: "\(folder)/\(name)")?.permissions == 0o660, "\(name)")
            }
        }
        #expect(journals.count > 2)
    }
}
