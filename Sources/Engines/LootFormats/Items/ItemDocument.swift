package import LootCore
package import LootMerge

/// A complete file of items: the items and the format of the file.
package struct ItemDocument: Sendable {
    /// The format of the file.
    package var format: ItemFormat
    /// The shape of the file.
    package var shape: DocumentShape
    /// The items, in the order of the file.
    package var items: [Item]

    /// Creates a document with the given items.
    package init(_ items: [Item] = [], format: ItemFormat = .json, shape: DocumentShape = .standard) {
        self.items = items
        self.format = format
        self.shape = shape
    }

    /// Reads a file. Its content, or else its name, determines the format. Items without an ID get one derived from
    /// their creation date and serial number, so that versions of a file can be compared by item. In a file with
    /// conflict markers, both sides are read and merged.
    ///
    /// - Parameters:
    ///   - bytes: The content of the file.
    ///   - name: The name of the file, for messages.
    ///   - mayBeEmpty: Whether an empty file contains no items, as a missing common ancestor in git. Otherwise, it is
    ///     an error.
    /// - Throws: ``/LootCore/LootError`` with the position of the first error.
    package init(_ bytes: [UInt8], named name: String, mayBeEmpty: Bool = false) throws(LootError) {
        let told = ItemFormat.ofFile(named: name)
        if bytes.isEmpty, !mayBeEmpty {
            let path = TextRules.visible(path: name)
            throw LootError(
                .malformed, "Can't read \(path).", reason: "The file is empty.",
                advice: "Look for another copy of the file.", place: path)
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

    /// The encoded file.
    package var bytes: [UInt8] { format.encoder(shape: shape).encode(items) }

    private mutating func identify(_ indices: [Int]) {
        var seen: [Item: Int] = [:]
        for index in indices {
            let item = items[index]
            // Use fields that are rarely edited, and the name only if there is no serial number.
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

/// The result of merging files.
package struct MergedDocument: Sendable {
    /// The merged document, in our format and shape.
    package let document: ItemDocument
    /// The fields that both sides changed differently.
    package let conflicts: [MergeConflict]
    /// The items that both sides moved to different positions.
    package let displaced: [ItemID]

    /// Merges two versions of a file. The shape is theirs if only they changed it.
    package init(base: ItemDocument, ours: ItemDocument, theirs: ItemDocument) {
        let merge = Merge(base: base.items, ours: ours.items, theirs: theirs.items)
        let settings = ListSettings.merge(
            base: base.shape.settings, ours: ours.shape.settings, theirs: theirs.shape.settings)
        let isUnchanged = ours.shape.layout == base.shape.layout && ours.shape.isBinary == base.shape.isBinary
        var shape = isUnchanged ? theirs.shape : ours.shape
        shape.settings = settings.settings
        document = ItemDocument(merge.items, format: ours.format, shape: shape)
        conflicts = settings.conflicts + merge.conflicts
        displaced = merge.displaced
    }
}
