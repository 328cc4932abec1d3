extension Item {
    /// The place of the item, or `nil` if it has none.
    package var place: PlacePath? {
        guard hasDetails, let location else { return nil }
        let place = PlacePath(location)
        return place.parts.isEmpty ? nil : place
    }

    /// The place that the item is for its contents: a box `Box 3` in `House / Attic` is the place `House / Attic /
    /// Box 3`. `nil` if the name can't be part of a path because it is empty or contains a slash.
    package var ownPlace: PlacePath? {
        guard PlacePath(name).parts == [name] else { return nil }
        return PlacePath(parts: (place?.parts ?? []) + [name])
    }
}
