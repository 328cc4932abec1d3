/// What went wrong, as a value: a caller matches ``code``, a person reads the sentence.
///
/// ```swift
/// do { try await store.remove(id) } catch where error.code == .noSuchItem { … }
/// ```
///
/// The description reads `what failed: why. What to do next.` Of a text that could not be read, `excerpt` tells the place.
public struct LootError: Error, Hashable, Sendable {
    /// The kind of failure. The set is open: a plugin may add its own.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's stable name, as machine-readable output prints it.
        public let rawValue: String

        /// The code with this name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// What a caller matches.
    public var code: Code

    /// What failed, in a few words: `can't add the item`.
    public var what: String

    /// Why it failed: `the name is empty`.
    public var why: String

    /// What a person can do about it, as a sentence that needs no full stop; empty when there is nothing to do.
    public var next: String

    /// The same for a front end, if there is a way to do it.
    public var remedy: Remedy?

    /// What else was done, as a sentence behind all others; empty where nothing was.
    private(set) var afterword = ""

    /// The item concerned, if one is.
    public var item: Item.ID?

    /// The field concerned, if one is.
    public var field: FieldKey?

    /// The change of a transaction that can't be made, by its place in the list; nil where none is to blame.
    package var change: Int?

    /// The file, address or configuration key path concerned, if one is.
    public var place: String?

    /// The place in a text that could not be read, if one is to blame.
    package var excerpt: Excerpt?

    /// What another program or library said about it, if anything.
    public var underlying: String?

    /// An error of a kind, with its sentence.
    public init(
        _ code: Code, _ what: String, because why: String, next: String = "", remedy: Remedy? = nil,
        item: Item.ID? = nil, field: FieldKey? = nil, place: String? = nil, underlying: String? = nil
    ) {
        self.code = code
        self.what = what
        self.why = why
        self.next = next
        self.remedy = remedy
        self.item = item
        self.field = field
        self.place = place
        self.underlying = underlying
    }

    /// The same error, told as a failure of something larger: `can't undo`.
    package func whileTrying(_ what: String) -> LootError {
        var copy = self
        copy.what = what
        return copy
    }

    /// The same error, as that of one of several changes.
    package func inChange(_ index: Int) -> LootError {
        var copy = self
        copy.change = index
        return copy
    }

    /// The same error, with a sentence behind what to do next that says what was done all the same.
    package func followed(by sentence: String) -> LootError {
        var copy = self
        copy.afterword = sentence
        return copy
    }
}

extension LootError: CustomStringConvertible {
    /// `what failed: why. What to do next.`
    public var description: String { description { _ in nil } }
}

extension LootError.Code {
    /// A value that no item may hold: an empty name, a negative value, a control character.
    public static let invalidValue = Self(rawValue: "invalid-value")
    /// Input that can't be read: a filter, a date, a file in the wrong shape.
    public static let malformed = Self(rawValue: "malformed")
    /// A name that no field has.
    public static let unknownField = Self(rawValue: "unknown-field")
    /// A name that no sectioning has.
    public static let unknownSectioning = Self(rawValue: "unknown-sectioning")
    /// A name that no view has.
    package static let unknownView = Self(rawValue: "unknown-view")
    /// The command line can't be understood.
    public static let usage = Self(rawValue: "usage")
    /// No item has this id or position.
    public static let noSuchItem = Self(rawValue: "no-such-item")
    /// No catalog knows a product with this barcode.
    public static let noSuchProduct = Self(rawValue: "no-such-product")
    /// A catalog of products can't be asked, or its answer can't be read.
    public static let catalogFailed = Self(rawValue: "catalog-failed")
    /// More than one item has this id prefix.
    package static let ambiguousItem = Self(rawValue: "ambiguous-item")
    /// An item with this id is there already.
    public static let duplicateItem = Self(rawValue: "duplicate-item")
    /// A position outside the list.
    public static let positionOutOfRange = Self(rawValue: "position-out-of-range")
    /// The store has moved on since the revision the writer had read.
    public static let conflict = Self(rawValue: "conflict")
    /// There is nothing to undo or redo.
    public static let nothingToUndo = Self(rawValue: "nothing-to-undo")
    /// The store takes no changes.
    public static let readOnly = Self(rawValue: "read-only")
    /// The store was closed.
    public static let closed = Self(rawValue: "closed")
    /// The store can't be reached.
    public static let unavailable = Self(rawValue: "unavailable")
    /// Another process holds the store's lock.
    public static let locked = Self(rawValue: "locked")
    /// The stored data is not what was written.
    public static let damaged = Self(rawValue: "damaged")
    /// The stored data was written by a newer version.
    public static let newerFormat = Self(rawValue: "newer-format")
    /// A file that should be read is not there.
    public static let noSuchFile = Self(rawValue: "no-such-file")
    /// A file or folder can't be made.
    public static let cannotCreate = Self(rawValue: "cannot-create")
    /// The medium is full.
    public static let noSpace = Self(rawValue: "no-space")
    /// The database that keeps the store has no room left.
    public static let storeFull = Self(rawValue: "store-full")
    /// The medium failed.
    public static let inputOutput = Self(rawValue: "input-output")
    /// The configuration is wrong.
    public static let configuration = Self(rawValue: "configuration")
    /// This store or front end can't do that.
    public static let unsupported = Self(rawValue: "unsupported")
    /// A person was asked, and the answer was no; nothing was changed.
    package static let declined = Self(rawValue: "declined")
    /// The task was canceled before it was done; nothing was changed.
    public static let cancelled = Self(rawValue: "cancelled")
}
