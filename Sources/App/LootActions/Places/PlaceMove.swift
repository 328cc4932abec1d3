package import LootCore

/// A place that gets another path: what lies in it goes along, and so does the item that is the place.
package struct PlaceMove: Hashable, Sendable {
    /// The path that it has.
    package let source: PlacePath
    /// The path that it gets.
    package let target: PlacePath

    /// What is known already: nothing is checked.
    init(source: PlacePath, target: PlacePath) {
        self.source = source
        self.target = target
    }

    /// A place at another path.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` for a path that has an empty part, or lies in the place.
    package init(_ place: PlacePath, to path: String) throws(LootError) {
        let target = PlacePath(path)
        try Field.with(key: "location")?.checkEntry(.text(path))
        if place.parts.isEmpty || target.parts.isEmpty {
            throw PlaceMove.refusal(
                of: place, "move", "its path is empty", next: "Write it as in House / Attic")
        }
        if place.parts.count < target.parts.count, place.contains(target) {
            throw PlaceMove.refusal(
                of: place, "move", "“\(TextRules.visible(path))” lies in it",
                next: "Choose a place outside of it")
        }
        self.init(source: place, target: target)
    }

    /// A place under another name, where it is.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` for a name that is none.
    package static func rename(_ place: PlacePath, to name: String) throws(LootError) -> PlaceMove {
        let parts = PlacePath(name).parts
        guard parts.count == 1, !name.utf8.contains(UInt8(ascii: "/")) else {
            throw refusal(
                of: place, "rename",
                parts.isEmpty
                    ? "the new name is empty" : "the name “\(TextRules.visible(name))” has a slash in it",
                next: parts.isEmpty ? "Give a name" : "Move it to put it into another place")
        }
        return PlaceMove(source: place, target: PlacePath(parts: (place.parent?.parts ?? []) + parts))
    }

    /// A place within another one, or outermost where that has no parts.
    ///
    /// - Throws: ``/LootCore/LootError`` with code `invalid-value` where it would lie in itself.
    package static func move(_ place: PlacePath, into other: PlacePath) throws(LootError) -> PlaceMove {
        if place.contains(other) {
            throw refusal(
                of: place, "move", "“\(TextRules.visible(other.description))” lies in it",
                next: "Choose a place outside of it")
        }
        return PlaceMove(source: place, target: PlacePath(parts: other.parts + [place.name]))
    }

    static func refusal(
        of place: PlacePath, _ verb: String, _ why: String, next: String
    ) -> LootError {
        LootError(
            .invalidValue, "can't \(verb) the place “\(TextRules.visible(place.description))”", because: why,
            next: next, field: "location")
    }

    /// Why the item that is the place can't get a name that makes it none, as long as something is in it.
    func refusal(toBecome name: String) -> LootError {
        let hasSlash = name.contains("/")
        var error = PlaceMove.refusal(
            of: source, "rename",
            hasSlash
                ? "the name “\(TextRules.visible(name))” has a slash in it, and something is in the place"
                : "without a name it is no place, and something is in it",
            next: (hasSlash ? "Choose a name without a slash" : "Give it a name")
                + ", or move what is in it first")
        error.field = "name"
        return error
    }

    /// Whether the items that it concerns are among those that a filter with this finds.
    var filter: Filter {
        .any([
            .compare("location", .inside, .text(source.description)),
            .compare("name", .equal, .text(source.name)),
        ])
    }

    /// What it changes in an item; nil where that has nothing to do with the place.
    func patch(for item: Item) -> Patch? {
        var moved = item
        if let place = item.place, source.contains(place) {
            let rest = place.parts.dropFirst(source.parts.count)
            moved.location = PlacePath(parts: target.parts + rest).description
        } else if let own = item.ownPlace, own.parts.count == source.parts.count, source.contains(own) {
            moved.name = target.name
            moved.location = target.parent?.description
        }
        let patch = Patch(from: item, to: moved)
        return patch.isEmpty ? nil : patch
    }
}
