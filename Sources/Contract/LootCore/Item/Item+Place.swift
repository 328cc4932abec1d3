extension Item {
    /// Where it is kept; nil where that is not said.
    package var place: PlacePath? {
        guard hasDetails, let location else { return nil }
        let place = PlacePath(location)
        return place.parts.isEmpty ? nil : place
    }

    /// The place that the item itself is to what is kept in it: a box `Box 3` in `House / Attic` is
    /// `House / Attic / Box 3`. Nil for one whose name can be no part of a place: none, or one with a stroke in it.
    package var ownPlace: PlacePath? {
        guard PlacePath(name).parts == [name] else { return nil }
        return PlacePath(parts: (place?.parts ?? []) + [name])
    }
}
