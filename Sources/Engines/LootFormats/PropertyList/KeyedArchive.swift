import LootCore

/// Reads items from an archive of `NSKeyedArchiver`, which early versions of the classic app used.
///
/// Such a property list contains the dictionaries of all objects in the array `$objects`. They refer to each other by
/// index. Lists of objects with the keys of an item are read, regardless of their class.
struct KeyedArchive {
    /// The key of a reference in XML. Binary property lists are converted to the same form.
    static let referenceKey = "CF$UID"

    private let objects: [DocumentValue]
    private let root: DocumentValue
    /// The indices of the objects that are being read, to detect cycles.
    private var open: Set<Int> = []
    /// The number of values that may still be read. It limits the expansion of shared objects.
    private var budget: Int
    /// The class of the items or of the root.
    private var className = "unknown"

    /// Whether a property list with these root keys is a keyed archive.
    static func isOne(keys: [String]) -> Bool { keys.contains("$archiver") && keys.contains("$objects") }

    init(_ document: DocumentValue) throws(Fault) {
        guard case .array(let objects) = document["$objects"]?.content,
            let top = document["$top"], case .object(let entries) = top.content,
            let root = top["root"] ?? entries.first?.value
        else { throw Fault("This keyed archive has no root object.", at: document.position.byte) }
        self.objects = objects
        self.root = root
        budget = 16 * objects.count + 1024
    }

    /// The error for opening an archive as the file of a store.
    var refusal: Fault {
        Fault(
            "This is a keyed archive of \(className) objects, which can't be used as a store.",
            advice: "Import its items into another list.", remedy: .importFile, at: root.position.byte)
    }

    // MARK: Items

    /// Returns the objects of the items.
    ///
    /// - Throws: An error that describes the contents if there are no items.
    mutating func items() throws(Fault) -> [DocumentValue] {
        let object = resolve(root)
        var list = elements(of: object)
        if list == nil, case .object(let entries) = object.content {
            if isItem(object) { list = [root] }
            let lists = entries.compactMap { elements(of: resolve($0.value)) }
            if list == nil, lists.count == 1 { list = lists[0] }
        }
        className = self.className(of: list?.first.map(resolve) ?? object) ?? className
        guard let list, list.allSatisfy({ isItem(resolve($0)) }) else {
            let name = TextRules.visible(className)
            throw Fault(
                "This is a keyed archive of \(name) objects, which aren't items.",
                advice: "Write a list of dictionaries instead, or inspect it with plutil -convert xml1.",
                at: object.position.byte)
        }
        return list
    }

    /// Converts an object to the dictionary of an item.
    mutating func item(_ reference: DocumentValue) throws(Fault) -> DocumentValue {
        let object = resolve(reference)
        guard case .object(let entries) = object.content else { return object }
        let number = number(reference)
        if let number { open.insert(number) }
        defer { if let number { open.remove(number) } }
        var item: [DocumentEntry] = []
        var names: Set<String> = []
        for entry in entries where entry.key != "$class" {
            let value = try self.value(entry.value, depth: 1)
            if value.content == .null { continue }
            var key = KeyedArchive.keys[entry.key] ?? entry.key
            if key != entry.key, entries.contains(where: { $0.key == key }) { key = entry.key }
            if names.insert(key).inserted { item.append(DocumentEntry(key, at: entry.keyPosition, value)) }
        }
        return DocumentValue(.object(item), at: object.position)
    }

    /// The keys in earlier versions of the app and their current names.
    private static let keys = ["itemName": "name", "imageKey": "itemKey", "favorite": "isFavorite"]

    private func isItem(_ object: DocumentValue) -> Bool {
        guard case .object(let entries) = object.content, object["$class"] != nil else { return false }
        let known: Set = ["name", "itemName", "valueInDollars", "serialNumber", "dateCreated"]
        return entries.contains { known.contains($0.key) }
    }

    // MARK: Objects

    private func number(_ value: DocumentValue) -> Int? {
        guard case .object(let entries) = value.content, entries.count == 1,
            entries[0].key == KeyedArchive.referenceKey, case .number(let digits) = entries[0].value.content
        else { return nil }
        return Int(digits)
    }

    /// Returns the object that a reference refers to, or the value itself if it isn't a reference.
    private func resolve(_ value: DocumentValue) -> DocumentValue {
        guard let number = number(value) else { return value }
        let isObject = number > 0 && number < objects.count
        // The first object represents `nil`.
        return isObject ? objects[number] : DocumentValue(.null, at: value.position)
    }

    private func className(of object: DocumentValue) -> String? {
        guard let described = object["$class"].map(resolve),
            case .text(let name)? = described["$classname"]?.content
        else { return nil }
        return name
    }

    private func elements(of object: DocumentValue) -> [DocumentValue]? {
        guard let name = className(of: object), name.hasSuffix("Array") || name.hasSuffix("Set"),
            case .array(let elements)? = object["NS.objects"]?.content
        else { return nil }
        return elements
    }

    /// Returns a value with all references resolved.
    private mutating func value(_ value: DocumentValue, depth: Int) throws(Fault) -> DocumentValue {
        budget -= 1
        guard budget > 0, depth < depthLimit else {
            throw Fault("The objects of this archive refer to each other too often.", at: value.position.byte)
        }
        let number = number(value)
        let object = resolve(value)
        if let number {
            // A cycle, such as a reference from an item back to its list.
            guard open.insert(number).inserted else { return DocumentValue(.null, at: value.position) }
        }
        defer { if let number { open.remove(number) } }
        return DocumentValue(try content(of: object, depth: depth), at: object.position)
    }

    private mutating func content(of object: DocumentValue, depth: Int) throws(Fault) -> DocumentValue.Content
    {
        guard case .object(let entries) = object.content else {
            guard case .array(let values) = object.content else { return object.content }
            return .array(try self.values(values, depth: depth))
        }
        let name = className(of: object)
        switch name {
        case "NSNull": return .null
        case "NSDate":
            guard case .number(let digits)? = object["NS.time"]?.content, let seconds = Double(digits),
                let whole = Int64(exactly: seconds.rounded(.down)), abs(whole) < 1 << 40,
                let moment = Moment(secondsSinceEpoch: whole + BinaryPropertyList.epoch)
            else { throw Fault("This date is outside the years 1 to 9999.", at: object.position.byte) }
            return .moment(moment)
        case "NSString", "NSMutableString":
            if let text = object["NS.string"].map(resolve) { return text.content }
        case "NSData", "NSMutableData":
            if let data = object["NS.data"].map(resolve) { return data.content }
        case "NSUUID":
            if case .data(let bytes)? = object["NS.uuidbytes"]?.content, bytes.count == 16 {
                func half(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
                return .text(ItemID(high: half(bytes[..<8]), low: half(bytes[8...])).description)
            }
        case "NSURL":
            if let text = object["NS.relative"].map(resolve) { return text.content }
        default: break
        }
        if let elements = elements(of: object) { return .array(try values(elements, depth: depth)) }
        if name?.hasSuffix("Dictionary") == true, let dictionary = try dictionary(object, depth: depth) {
            return dictionary
        }
        var content: [DocumentEntry] = []
        for entry in entries {
            let value =
                entry.key == "$class"
                ? DocumentValue(.text(name ?? ""), at: entry.value.position)
                : try value(entry.value, depth: depth + 1)
            content.append(DocumentEntry(entry.key, at: entry.keyPosition, value))
        }
        return .object(content)
    }

    private mutating func values(_ values: [DocumentValue], depth: Int) throws(Fault) -> [DocumentValue] {
        var result: [DocumentValue] = []
        for value in values { result.append(try self.value(value, depth: depth + 1)) }
        return result
    }

    /// Returns a dictionary if all of its keys are strings.
    private mutating func dictionary(_ object: DocumentValue, depth: Int) throws(Fault)
        -> DocumentValue.Content?
    {
        guard case .array(let keys)? = object["NS.keys"]?.content,
            case .array(let values)? = object["NS.objects"]?.content, keys.count == values.count
        else { return nil }
        var entries: [DocumentEntry] = []
        var seen = SeenKeys()
        for (key, value) in zip(keys, values) {
            guard case .text(let text) = resolve(key).content else { return nil }
            try seen.insert(text, at: key.position.byte)
            entries.append(DocumentEntry(text, at: key.position, try self.value(value, depth: depth + 1)))
        }
        return .object(entries)
    }
}
