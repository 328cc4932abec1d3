extension PositionEraser {
    /// Erases the position in HEIC and AVIF files. They consist of nested boxes, one of which lists the items and
    /// another one their locations. Items with several extents aren't changed.
    mutating func heif() {
        guard let meta = boxes(in: 0..<bytes.count).first(where: { holds("meta", at: $0.lowerBound - 4) }),
            meta.count > 4
        else { return }
        var types: [Int: Range<Int>] = [:]
        var places: [Int: Range<Int>] = [:]
        for box in boxes(in: meta.lowerBound + 4..<meta.upperBound) {
            if holds("iinf", at: box.lowerBound - 4) { types = itemTypes(in: box) }
            if holds("iloc", at: box.lowerBound - 4) { places = itemPlaces(in: box) }
        }
        for (item, type) in types {
            guard let place = places[item] else { continue }
            if holds("Exif", at: type.lowerBound) {
                // The first four bytes are the offset of the block after them.
                guard let skipped = number(4, at: place.lowerBound), skipped + 4 < place.count else {
                    continue
                }
                exif(in: place.lowerBound + 4 + skipped..<place.upperBound)
            } else if holds("mime", at: type.lowerBound) {
                xmp(in: place)
            }
        }
    }

    /// Returns the contents of consecutive boxes.
    private func boxes(in range: Range<Int>) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var position = range.lowerBound
        while position + 8 <= range.upperBound, let size = number(4, at: position) {
            let rest = range.upperBound - position
            // Size 0 means the rest of the range. Size 1 means that a 64-bit size follows, which occurs only in
            // videos before this box.
            let length = size == 0 ? rest : size
            guard length >= 8, length <= rest else { break }
            found.append(position + 8..<position + length)
            position += length
        }
        return found
    }

    /// Returns the range of each item's four-letter type, by item ID.
    private func itemTypes(in box: Range<Int>) -> [Int: Range<Int>] {
        guard let version = number(1, at: box.lowerBound) else { return [:] }
        let start = box.lowerBound + 4 + (version == 0 ? 2 : 4)
        guard start <= box.upperBound else { return [:] }
        var types: [Int: Range<Int>] = [:]
        for entry in boxes(in: start..<box.upperBound) where holds("infe", at: entry.lowerBound - 4) {
            guard let version = number(1, at: entry.lowerBound), version >= 2 else { continue }
            let width = version == 2 ? 2 : 4
            let type = entry.lowerBound + 4 + width + 2
            guard let item = number(width, at: entry.lowerBound + 4), type + 4 <= entry.upperBound else {
                continue
            }
            types[item] = type..<type + 4
        }
        return types
    }

    /// Returns the range of each item in the file, by item ID.
    private func itemPlaces(in box: Range<Int>) -> [Int: Range<Int>] {
        guard let version = number(1, at: box.lowerBound), version <= 2,
            let sizes = number(2, at: box.lowerBound + 4)
        else { return [:] }
        var position = box.lowerBound + 6
        func take(_ width: Int) -> Int? {
            guard width <= 8, position + width <= box.upperBound else { return nil }
            defer { position += width }
            let value = number(width, at: position) ?? 0
            // Clamp numbers that exceed the file, so that sums can't overflow.
            return value >= 0 && value <= bytes.count ? value : bytes.count + 1
        }
        let width = version < 2 ? 2 : 4
        guard let count = take(width) else { return [:] }
        var places: [Int: Range<Int>] = [:]
        for _ in 0..<count {
            guard let item = take(width), let method = version > 0 ? take(2) : 0, take(2) != nil,
                let base = take(sizes >> 4 & 15), let extents = take(2)
            else { break }
            for _ in 0..<extents {
                guard version == 0 || take(sizes & 15) != nil, let offset = take(sizes >> 12),
                    let length = take(sizes >> 8 & 15)
                else { return places }
                let start = base + offset
                if extents == 1, method & 15 == 0, length > 0, start + length <= bytes.count {
                    places[item] = start..<start + length
                }
            }
        }
        return places
    }
}
