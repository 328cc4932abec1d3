package import LootCore

/// A file of items, read whole: the items, and how they stand in it.
package struct ItemDocument: Sendable {
    /// The format that the file has.
    package var format: ItemFormat
    /// How the file holds its items.
    package var shape: DocumentShape
    /// The items, in the file's order.
    package var items: [Item]

    /// A document of these items.
    package init(_ items: [Item] = [], format: ItemFormat = .json, shape: DocumentShape = .standard) {
        self.items = items
        self.format = format
        self.shape = shape
    }

    /// Reads a file, whose format its content tells, or else its name. An item without an id gets one that its moment
    /// of creation and its serial number decide, so that versions of one file are compared item by item. In a file that
    /// holds both sides of a merge, as git leaves it, both are read and merged.
    ///
    /// - Parameters:
    ///   - bytes: What the file holds.
    ///   - name: Its name, for what is said of it.
    ///   - mayBeEmpty: Whether nothing at all is no item, as where git has no common version; otherwise it is a file
    ///     that was lost.
    /// - Throws: ``/LootCore/LootError`` with the place of the first thing that is wrong.
    package init(_ bytes: [UInt8], named name: String, mayBeEmpty: Bool = false) throws(LootError) {
        let told = ItemFormat.ofFile(named: name)
        if bytes.isEmpty, !mayBeEmpty {
            let path = TextRules.visible(path: name)
            throw LootError(
                .malformed, "can't read \(path)", because: "the file is empty, which no list is",
                next: "Look for another copy of it", place: path)
        }
        if let markers = ConflictMarkers(bytes.span) {
            self = try markers.merged { (side) throws(LootError) in
                try ItemDocument(side, named: name, mayBeEmpty: true)
            }
            .document
            return
        }
        let content = ItemFormat.ofContent(bytes.span)
        guard let format = content == .csv ? told ?? .csv : content else {
            self.init(format: told ?? .json)
            return
        }
        do throws(FormatError) {
            var items: [Item] = []
            var unidentified: [Int] = []
            let options = ReadOptions(dateCreated: Moment(secondsSinceEpoch: 0) ?? .first).ofStore
            let shape = try format.decoder(options).read(bytes.span) { (result) throws(FormatError) in
                switch result {
                case .item(let read):
                    if !read.hasID { unidentified.append(items.count) }
                    items.append(read.item)
                case .refused(let error, _): throw error
                }
            }
            self.init(items, format: format, shape: shape)
            identify(unidentified)
        } catch { throw error.reading(TextRules.visible(path: name)) }
    }

    /// The file as it is written.
    package var bytes: [UInt8] { format.encoder(shape: shape).encode(items) }

    private mutating func identify(_ indices: [Int]) {
        var seen: [Item: Int] = [:]
        for index in indices {
            let item = items[index]
            // What is seldom edited, and the name where there is nothing else.
            var features = Item(
                id: ItemID(high: 0, low: 0), name: item.serialNumber == nil ? item.name : "",
                serialNumber: item.serialNumber, dateCreated: item.dateCreated)
            let count = seen[features, default: 0]
            seen[features] = count + 1
            features.valueInDollars = count
            let digits = features.digest.description
            items[index] = item.identified(
                by: ItemID(
                    high: UInt64(digits.prefix(16), radix: 16) ?? 0,
                    low: UInt64(digits.suffix(16), radix: 16) ?? 0))
        }
    }
}

/// The outcome of merging files.
package struct MergedDocument: Sendable {
    /// The outcome, in our format and shape.
    package let document: ItemDocument
    /// What the sides changed differently.
    package let conflicts: [MergeConflict]
    /// Items that both sides put in different places.
    package let displaced: [ItemID]

    /// Merges what became of one file here and there. What stands beside the items is theirs where only they changed it.
    package init(base: ItemDocument, ours: ItemDocument, theirs: ItemDocument) {
        let merge = Merge(base: base.items, ours: ours.items, theirs: theirs.items)
        document = ItemDocument(
            merge.items, format: ours.format, shape: ours.shape == base.shape ? theirs.shape : ours.shape)
        conflicts = merge.conflicts
        displaced = merge.displaced
    }
}
