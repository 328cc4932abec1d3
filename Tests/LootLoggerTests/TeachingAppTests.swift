import Foundation
import LootCore
import LootPlugins
import Testing

/// The teaching app's item, as the app encodes it.
private struct AppItem: Codable, Equatable {
    var name: String
    var valueInDollars: Int
    var serialNumber: String?
    var dateCreated: Date
    var isFavorite: Bool?
    var itemKey: String?
}

@Suite struct `The teaching app's own file` {
    private static let items = [
        AppItem(
            name: "Rusty Spork", valueInDollars: 40, serialNumber: "2F1D7C60",
            dateCreated: Date(timeIntervalSince1970: 1_700_000_000)),
        AppItem(
            name: "Shiny Mac & <Bear>", valueInDollars: 950, serialNumber: nil,
            dateCreated: Date(timeIntervalSince1970: 1_600_000_000), isFavorite: true,
            itemKey: "B51E0C9A-0000-4000-8000-000000000002"),
        AppItem(
            name: "Fluffy Bear 🐻", valueInDollars: 0, serialNumber: "",
            dateCreated: Date(timeIntervalSince1970: 1_500_000_000), isFavorite: false),
    ]

    private static func session(_ format: PropertyListSerialization.PropertyListFormat) throws -> FileSession
    {
        let session = FileSession()
        let encoder = PropertyListEncoder()
        encoder.outputFormat = format
        session["items.plist"] = [UInt8](try encoder.encode(items))
        return session
    }

    /// Reads a file as the app does.
    private func read(_ session: FileSession) throws -> [AppItem] {
        let data = Data(try #require(session["items.plist"]))
        return try PropertyListDecoder().decode([AppItem].self, from: data)
    }

    /// Removes IDs and favorites, which this program adds to all items.
    private func essence(_ items: [AppItem]) -> [AppItem] {
        items.map { item in
            var item = item
            item.itemKey = nil
            item.isFavorite = item.isFavorite ?? false
            if item.serialNumber?.isEmpty == true { item.serialNumber = nil }
            return item
        }
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `the app's file opens, and reading doesn't change it`(
        format: PropertyListSerialization.PropertyListFormat
    ) async throws {
        let session = try Self.session(format)
        let bytes = session["items.plist"]
        let list = await session.run("--store", "plist:items.plist", "list")
        #expect(list.status == .success && list.errors.isEmpty)
        for text in ["Rusty Spork", "Shiny Mac & <Bear>", "Fluffy Bear 🐻", "2F1D7C60", "$950", "b51e0c9a"] {
            #expect(list.output.contains(text), "\(text)")
        }
        #expect(await session.run("--store", "plist:items.plist", "list").output == list.output)
        #expect(await session.run("--store", "plist:items.plist", "check").status == .success)
        #expect(session["items.plist"] == bytes && session.names == ["items.plist"])
    }

    @Test func `items get ids that a person can distinguish and type`() async throws {
        let session = try Self.session(.xml)
        let store = ["--store", "plist:items.plist"]
        let rows = await session.run(store + ["list"]).lines.dropFirst()
        for (row, item) in zip(rows, Self.items) {
            let id = try #require(row.split(separator: " ").dropFirst().first)
            #expect(id.utf8.count == 8)
            let shown = await session.run(store + ["show", String(id)])
            #expect(shown.status == .success && shown.output.contains(item.name), "\(shown)")
        }
    }

    @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
    func `the app can read the file after all changes`(
        format: PropertyListSerialization.PropertyListFormat
    ) async throws {
        let session = try Self.session(format)
        let store = ["--store", "plist:items.plist"]
        var expected = essence(Self.items)
        let ids = await session.run(store + ["list", "--format", "csv", "--fields", "id"]).output

        #expect(await session.run(store + ["edit", "#1", "--value", "41"]).status == .success)
        expected[0].valueInDollars = 41
        #expect(essence(try read(session)) == expected)
        #expect(try read(session)[1].itemKey?.uppercased() == Self.items[1].itemKey)
        // Items have the same IDs before and after the first change.
        #expect(await session.run(store + ["list", "--format", "csv", "--fields", "id"]).output == ids)

        #expect(await session.run(store + ["move", "#3", "--to", "1"]).status == .success)
        expected.insert(expected.removeLast(), at: 0)
        #expect(await session.run(store + ["favorite", "#1"]).status == .success)
        expected[0].isFavorite = true
        #expect(essence(try read(session)) == expected)

        #expect(
            await session.run(store + ["add", "Vase", "--value", "7", "--serial", "V-1"]).status == .success)
        let added = try #require(try read(session).last)
        #expect(added.name == "Vase" && added.valueInDollars == 7 && added.serialNumber == "V-1")
        #expect(abs(added.dateCreated.timeIntervalSinceNow) < 60)
        #expect(await session.run(store + ["remove", "#2", "--yes"]).status == .success)
        expected.remove(at: 1)
        #expect(essence(try read(session).dropLast()) == expected)

        for _ in 0..<5 { #expect(await session.run(store + ["undo"]).status == .success) }
        #expect(essence(try read(session)) == essence(Self.items))
        let root = try PropertyListSerialization.propertyList(
            from: Data(try #require(session["items.plist"])), format: nil)
        #expect(root is [Any])
        #expect((session["items.plist"] ?? []).starts(with: Array("bplist00".utf8)) == (format == .binary))
    }

    /// Items that the app creates when Add is tapped: one without a name, and one with a negative value.
    private static func unfinished() throws -> FileSession {
        let session = FileSession()
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .binary
        let items = [
            AppItem(
                name: "", valueInDollars: 0, serialNumber: nil, dateCreated: Date(timeIntervalSince1970: 0)),
            AppItem(
                name: "Lamp", valueInDollars: -40, serialNumber: "L",
                dateCreated: Date(timeIntervalSince1970: 1)),
            Self.items[0],
        ]
        session["items.plist"] = [UInt8](try encoder.encode(items))
        return session
    }

    @Test func `items with problems are marked and can be used`() async throws {
        let session = try Self.unfinished()
        let store = ["--store", "plist:items.plist"]
        let list = await session.run(store + ["list"])
        #expect(list.status == .success && list.errors.isEmpty)
        #expect(list.lines.count >= 3)
        #expect(list.output.contains("New item (no name)"))
        #expect(list.output.contains("Lamp (value below 0)"))
        let rescue = await session.run(store + ["recover"])
        #expect(rescue.status == .success)

        #expect(await session.run(store + ["edit", "#1", "--location", "Attic"]).status == .success)
        #expect(await session.run(store + ["edit", "#2", "--serial", "L-2"]).status == .success)
        #expect(await session.run(store + ["move", "#1", "--to", "3"]).status == .success)
        let refused = await session.run(store + ["edit", "#1", "--value", "-41"])
        #expect(refused.status == .badData && refused.errors.contains("-81 is less than 0"))
        #expect(await session.run(store + ["edit", "#3", "--location", "/"]).status == .badData)
        let items = try PropertyListSerialization.propertyList(
            from: Data(try #require(session["items.plist"])), format: nil)
        let names = (items as? [[String: Any]])?.map { $0["name"] as? String }
        #expect(names == ["Lamp", "Rusty Spork", ""])

        // Export and copy the items in every possible way.
        #expect(await session.run(store + ["export", "\(session.folder)/all.json"]).status == .success)
        #expect(
            await session.run(["--store", "json:new.json", "import", "\(session.folder)/all.json"]).status
                == .success)
        #expect(
            await session.run(["--store", "json:new.json", "list"]).output.contains("New item (no name)"))
        #expect(await session.run(store + ["copy", "--to", "json:copy.json"]).status == .success)
        #expect(
            await session.run(["--store", "json:copy.json", "list"]).output.contains("New item (no name)"))
        #expect(await session.run(store + ["remove", "#3", "--yes"]).status == .success)
        #expect(await session.run(store + ["undo"]).status == .success)
        #expect(await session.run(store + ["edit", "#3", "--name", "Bear"]).status == .success)
    }

    @Test func `an archive by an early edition is recognized and can be imported`() async throws {
        let session = FileSession()
        func reference(_ number: Int) -> String {
            "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
        }
        session["old.archive"] = Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>$archiver</key><string>NSKeyedArchiver</string>
            <key>$objects</key><array><string>$null</string>
            <dict><key>NS.objects</key><array>\(reference(2))</array><key>$class</key>\(reference(4))</dict>
            <dict><key>itemName</key>\(reference(3))<key>valueInDollars</key><integer>40</integer>\
            <key>$class</key>\(reference(5))</dict>
            <string>Rusty Spork</string>
            <dict><key>$classname</key><string>NSMutableArray</string></dict>
            <dict><key>$classname</key><string>BNRItem</string></dict></array>
            <key>$top</key><dict><key>root</key>\(reference(1))</dict></dict></plist>
            """.utf8)
        let before = session["old.archive"]
        let list = await session.run("--store", "plist:old.archive", "list")
        #expect(list.status != .success)
        #expect(list.errors.contains("a keyed archive of BNRItem objects"))
        #expect(list.errors.contains("loot import"))
        let imported = await session.run([
            "--store", "plist:items.plist", "import", "--format", "plist",
            "\(session.folder)/old.archive",
        ])
        #expect(imported.status == .success && imported.output.contains("1 added"))
        #expect(await session.run("--store", "plist:items.plist", "list").output.contains("Rusty Spork"))
        #expect(session["old.archive"] == before)
    }
}
