import Foundation
import LootCore
import LootFormats
import LootFoundation
import Testing

/// An item as archived by early editions of the teaching app.
final class ArchivedItem: NSObject, NSCoding {
    let name: String
    let value: Int
    let serial: String?
    let date: Date
    let key: String?

    init(_ name: String, _ value: Int, _ serial: String?, _ date: Date, _ key: String?) {
        (self.name, self.value, self.serial, self.date, self.key) = (name, value, serial, date, key)
    }

    required init?(coder: NSCoder) { nil }

    func encode(with coder: NSCoder) {
        coder.encode(name as NSString, forKey: "itemName")
        coder.encode(value, forKey: "valueInDollars")
        coder.encode(serial as NSString?, forKey: "serialNumber")
        coder.encode(date as NSDate, forKey: "dateCreated")
        coder.encode(key as NSString?, forKey: "itemKey")
    }
}

@Suite struct `A keyed archive` {
    private static let options: ReadOptions = {
        var options = ReadOptions(dateCreated: .first)
        options.takesKeyedArchives = true
        return options
    }()

    /// Returns an archive in XML, as `plutil` prints it.
    private static func xml(_ objects: [String], root: Int = 1) -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>
            <key>$archiver</key><string>NSKeyedArchiver</string>
            <key>$objects</key><array><string>$null</string>\(objects.joined())</array>
            <key>$top</key><dict><key>root</key>\(uid(root))</dict>
            <key>$version</key><integer>100000</integer>
            </dict></plist>
            """.utf8)
    }

    private static func uid(_ number: Int) -> String {
        "<dict><key>CF$UID</key><integer>\(number)</integer></dict>"
    }

    private static func object(_ fields: [(String, String)], class number: Int) -> String {
        let fields = fields + [("$class", uid(number))]
        return "<dict>" + fields.map { "<key>\($0.0)</key>\($0.1)" }.joined() + "</dict>"
    }

    private static func list(_ numbers: [Int], class number: Int) -> String {
        object([("NS.objects", "<array>\(numbers.map(uid).joined())</array>")], class: number)
    }

    private static func described(_ name: String) -> String {
        "<dict><key>$classname</key><string>\(name)</string><key>$classes</key><array><string>\(name)</string></array></dict>"
    }

    private func items(_ bytes: [UInt8]) throws -> [Item] {
        try PropertyListFile(Self.options).items(in: bytes.span)
    }

    @Test func `an archive by Foundation contains the items of the teaching app`() throws {
        let key = UUID()
        let objects = [
            ArchivedItem("Rusty Spork", 40, "A1", Date(timeIntervalSinceReferenceDate: 10.5), key.uuidString),
            ArchivedItem("", -3, nil, Date(timeIntervalSince1970: -1), nil),
        ]
        for isBinary in [true, false] {
            let archiver = NSKeyedArchiver(requiringSecureCoding: false)
            archiver.outputFormat = isBinary ? .binary : .xml
            archiver.encode(objects as NSArray, forKey: NSKeyedArchiveRootObjectKey)
            archiver.finishEncoding()
            let items = try items(Array(archiver.encodedData))
            try #require(items.count == 2)
            #expect(items[0].name == "Rusty Spork" && items[0].valueInDollars == 40)
            #expect(items[0].serialNumber == "A1" && items[0].id == ItemID(key))
            #expect(items[0].dateCreated.secondsSinceEpoch == 978_307_210)
            #expect(items[1].name == "" && items[1].valueInDollars == -3 && items[1].serialNumber == nil)
            #expect(items[1].dateCreated.secondsSinceEpoch == -1 && items[1].foreign.isEmpty)
        }
    }

    @Test func `archives of later editions have other keys and classes, and unknown values are kept`() throws
    {
        let bytes = Self.xml([
            Self.list([2], class: 8),
            Self.object(
                [
                    ("name", Self.uid(3)), ("valueInDollars", Self.uid(4)), ("dateCreated", Self.uid(5)),
                    ("serialNumber", Self.uid(0)), ("thumbnail", Self.uid(6)), ("store", Self.uid(1)),
                    ("isFavorite", "<true/>"),
                ], class: 7),
            "<string>Lamp</string>", "<real>40</real>",
            Self.object([("NS.time", "<real>-1</real>")], class: 9),
            Self.object([("NS.data", "<data>AQI=</data>")], class: 10),
            Self.described("Homepwner.Item"), Self.described("NSMutableArray"), Self.described("NSDate"),
            Self.described("NSMutableData"),
        ])
        let item = try #require(try items(bytes).first)
        #expect(
            item.name == "Lamp" && item.valueInDollars == 40 && item.isFavorite && item.serialNumber == nil)
        #expect(item.dateCreated.secondsSinceEpoch == 978_307_199)
        #expect(item.foreign.contains(ForeignField("thumbnail", .data([1, 2]))))
        let store = item.foreign.first { $0.key == "store" }
        #expect(store?.value == .array([.null]), "the reference back to the item isn't followed")
    }

    @Test func `an archive is read only on request, and is recognized otherwise`() throws {
        let bytes = Self.xml([
            Self.list([2], class: 4), Self.object([("itemName", Self.uid(3))], class: 5),
            "<string>Lamp</string>",
            Self.described("NSArray"), Self.described("BNRItem"),
        ])
        #expect(try items(bytes).map(\.name) == ["Lamp"])
        let error = #expect(throws: FormatError.self) { try PropertyListFile().items(in: bytes.span) }
        #expect(
            error?.reason.text
                == "This is a keyed archive of BNRItem objects, which can't be used as a store."
        )
        #expect(error?.remedy == .importFile)
        #expect(Salvage(bytes.span, in: .propertyList).items.map(\.name) == ["Lamp"])
    }

    @Test func `an archive of other objects is rejected with their class`() throws {
        let bytes = Self.xml([
            Self.list([2], class: 4), Self.object([("title", Self.uid(3))], class: 5), "<string>Go</string>",
            Self.described("NSArray"), Self.described("Notes.Bookmark"),
        ])
        let error = #expect(throws: FormatError.self) { try items(bytes) }
        #expect(
            error?.reason.text == "This is a keyed archive of Notes.Bookmark objects, which aren't items.")
    }

    @Test func `an archive with circular references is rejected quickly`() throws {
        var objects = [
            Self.list([2], class: 43),
            Self.object([("name", "<string>a</string>"), ("x", Self.uid(3))], class: 44),
        ]
        // Each list contains the next one twice, which makes 2^40 values.
        for number in 3..<43 { objects.append(Self.list([number + 1, number + 1], class: 43)) }
        objects[objects.count - 1] = Self.list([], class: 43)
        objects += [Self.described("NSArray"), Self.described("Item")]
        let error = #expect(throws: FormatError.self) { try items(Self.xml(objects)) }
        #expect(error?.reason.text.contains("too often") == true)
    }
}
