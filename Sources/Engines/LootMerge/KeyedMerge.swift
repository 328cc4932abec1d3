/// Merges short lists by key, such as tags and unknown fields. Keys are compared byte by byte.
struct KeyedMerge {
    /// The indexes of an element in the three lists.
    struct Places {
        let base: Int?
        let ours: Int?
        let theirs: Int?
    }

    /// The indexes of all elements in the order of their first occurrence.
    let elements: [Places]

    private let keys: [[UInt8]]
    private let base: [Int32]
    private let ours: [Int32]
    private let theirs: [Int32]

    init(base: [String], ours: [String], theirs: [String]) {
        var slots = Slots<[UInt8]>(capacity: 0)
        self.base = slots.add(base.map { Array($0.utf8) })
        self.ours = slots.add(ours.map { Array($0.utf8) })
        self.theirs = slots.add(theirs.map { Array($0.utf8) })
        keys = slots.ids
        let places = [self.base, self.ours, self.theirs].map { $0.places(of: slots.count) }
        func place(_ list: Int, _ slot: Int) -> Int? {
            places[list][slot] < 0 ? nil : Int(places[list][slot])
        }
        elements = keys.indices.map { Places(base: place(0, $0), ours: place(1, $0), theirs: place(2, $0)) }
    }

    /// Returns the indexes of the kept elements in merged order.
    func order(keeping kept: [Bool]) -> [Int] {
        let order = OrderMerge(base: base, ours: ours, theirs: theirs, kept: kept) {
            keys[Int($0)].lexicographicallyPrecedes(keys[Int($1)])
        }
        return order.slots.map { Int($0) }
    }

    /// Merges lists of strings as ordered sets: the result contains what either side added and omits what
    /// either side removed.
    static func texts(base: [String], ours: [String], theirs: [String]) -> [String] {
        let merge = KeyedMerge(base: base, ours: ours, theirs: theirs)
        let kept = merge.elements.map { places in
            places.base == nil || (places.ours != nil && places.theirs != nil)
        }
        return merge.order(keeping: kept).map { String(decoding: merge.keys[$0], as: UTF8.self) }
    }
}
