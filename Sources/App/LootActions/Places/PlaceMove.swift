package import LootCore

/// The change of a place's path. Its contents and the item that is the place move along.
package struct PlaceMove: Hashable, Sendable {
    /// The current path.
    package let source: PlacePath
    /// The new path.
    package let target: PlacePath

    /// Creates a move without validation.
    init(source: PlacePath, target: PlacePath) {
        self.source = source
        self.target = target
    }

    /// Creates a move of a place to another path.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` if the path has an empty part or is inside the
    ///   place.
    package init(_ place: PlacePath, to path: String) throws(LootError) {
        let target = PlacePath(path)
        try Field.with(key: "location")?.checkEntry(.text(path))
        if place.parts.isEmpty || target.parts.isEmpty {
            throw LootError(
                .invalidValue, "Can't move the place “\(TextRules.visible(place.description))”.",
                reason: "Its path is empty.", advice: "Use the form House / Attic.", field: "location")
        }
        if place.parts.count < target.parts.count, place.contains(target) {
            throw PlaceMove.refusal(moving: place, into: path)
        }
        self.init(source: place, target: target)
    }

    /// Returns the renaming of a place.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` if the name is invalid.
    package static func rename(_ place: PlacePath, to name: String) throws(LootError) -> PlaceMove {
        let parts = PlacePath(name).parts
        guard parts.count == 1, !name.utf8.contains(UInt8(ascii: "/")) else {
            throw LootError(
                .invalidValue, "Can't rename the place “\(TextRules.visible(place.description))”.",
                reason: parts.isEmpty
                    ? "The new name is empty." : "The name “\(TextRules.visible(name))” contains a slash.",
                advice: parts.isEmpty ? "Enter a name." : "To put it into another place, move it.",
                field: "location")
        }
        return PlaceMove(source: place, target: PlacePath(parts: (place.parent?.parts ?? []) + parts))
    }

    /// Returns the move of a place into another one, or to the top level if `other` is empty.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` if the place would be inside itself.
    package static func move(_ place: PlacePath, into other: PlacePath) throws(LootError) -> PlaceMove {
        if place.contains(other) {
            throw refusal(moving: place, into: other.description)
        }
        return PlaceMove(source: place, target: PlacePath(parts: other.parts + [place.name]))
    }

    /// Returns an error for moving a place into a place inside it.
    static func refusal(moving place: PlacePath, into inner: String) -> LootError {
        LootError(
            .invalidValue, "Can't move the place “\(TextRules.visible(place.description))”.",
            reason: "“\(TextRules.visible(inner))” is inside it.",
            advice: "Choose a place outside of it.", field: "location")
    }

    /// Returns an error for renaming a non-empty box so that it would no longer be a place.
    func refusal(toBecome name: String) -> LootError {
        let hasSlash = name.contains("/")
        return LootError(
            .invalidValue, "Can't rename the place “\(TextRules.visible(source.description))”.",
            reason: hasSlash
                ? "The name “\(TextRules.visible(name))” contains a slash, but the place contains items."
                : "Without a name, it wouldn't be a place, but it contains items.",
            advice: hasSlash
                ? "Choose a name without a slash, or move the items first."
                : "Enter a name, or move the items first.",
            field: "name")
    }

    /// A filter that matches at least all affected items.
    var filter: Filter {
        .any([
            .compare("location", .inside, .text(source.description)),
            .compare("name", .equal, .text(source.name)),
        ])
    }

    /// Returns the new path of a place, or `nil` if it isn't affected.
    func path(of place: PlacePath) -> PlacePath? {
        guard source.contains(place) else { return nil }
        return PlacePath(parts: target.parts + place.parts.dropFirst(source.parts.count))
    }

    /// Returns the changes to an item, or `nil` if it isn't affected.
    func patch(for item: Item) -> Patch? {
        var moved = item
        if let path = item.place.flatMap(path) {
            moved.location = path.description
        } else if let own = item.ownPlace, own.parts.count == source.parts.count, source.contains(own) {
            moved.name = target.name
            moved.location = target.parent?.description
        }
        let patch = Patch(from: item, to: moved)
        return patch.isEmpty ? nil : patch
    }
}

extension ItemPresentation {
    /// Returns the message about a place that was joined with an existing one of the same path.
    package static func joined(_ place: PlacePath, _ items: Int) -> String {
        let path = TextRules.visible(path: place.description)
        return String(
            localized:
                "The place “\(path)” already existed. It now contains \(items, one: "item", other: "items")."
        )
    }

    /// Returns the message about the contents of moved boxes: `3 items in it went along.`
    package static func carried(_ items: Int, in boxes: Int, isTrial: Bool = false) -> String {
        if isTrial {
            return boxes == 1
                ? String(localized: "\(items, one: "item", other: "items") in it would also be moved.")
                : String(localized: "\(items, one: "item", other: "items") in them would also be moved.")
        }
        return boxes == 1
            ? String(localized: "\(items, one: "item in it was", other: "items in it were") also moved.")
            : String(localized: "\(items, one: "item in them was", other: "items in them were") also moved.")
    }

    /// Returns the message about the contents of a removed box: `3 items stay in “House / Box”, a place without its
    /// item`.
    package static func left(_ items: Int, in place: PlacePath) -> String {
        let path = TextRules.visible(path: place.description)
        return String(
            localized:
                "\(items, one: "item stays", other: "items stay") in “\(path)”, which is no longer an item")
    }
}
