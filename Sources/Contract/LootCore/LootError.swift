// Errors contain messages, so a module that reports errors can write them without another import.
@_exported public import Localization

/// An error, with a code for the caller and sentences for people.
///
/// ```swift
/// do { try await store.remove(id) } catch where error.code == .noSuchItem { … }
///
/// throw LootError(
///     .invalidValue, "Can't add the item.", reason: "Its name is empty.", advice: "Enter a name.")
/// ```
///
/// ``failure``, ``reason`` and ``advice`` are complete sentences: what failed, why, and what to do. They correspond to
/// the three texts of `LocalizedError`. ``text`` is all of them in the person's language; the description is English.
public struct LootError: Error, Hashable, Sendable {
    /// The kind of failure. The set is open: a plugin may add its own.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name in machine-readable output.
        public let rawValue: String

        /// Creates a code with a name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }

    /// The code, for callers that handle the error.
    public var code: Code

    /// The operation that failed, as a complete sentence: `Can't add the item.`
    public var failure: Message

    /// The reason for the failure as a complete sentence, or an empty message.
    public var reason: Message

    /// Advice on how to fix the error, or an empty message: `Enter a name.`
    public var advice: Message

    /// The action that can fix the error, for which a front end may have a command or a button.
    public var remedy: Remedy?

    /// A complete sentence about work that was completed before the failure, or an empty message.
    package private(set) var afterword: Message = ""

    /// The item that the error is about, or `nil`.
    public var item: Item.ID?

    /// The field that the error is about, or `nil`.
    public var field: FieldKey?

    /// The index of the invalid change in the transaction, or `nil` if the error isn't about a single change.
    package var change: Int?

    /// The file, address or configuration key path that the error is about, or `nil`.
    public var place: String?

    /// The part of the text that couldn't be parsed, or `nil`.
    package var excerpt: Excerpt?

    /// The message of another program or library, if there is one.
    public var underlying: String?

    /// The values that a person can choose from, if the input allows several.
    package var candidates: [String] = []

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - failure: The operation that failed: `Can't add the item.`
    ///   - reason: The reason: `Its name is empty.` Omit it if the failure is sufficient: `No item has this number.`
    ///   - advice: Advice on how to fix the error: `Enter a name.`
    ///   - remedy: The action that can fix the error, for which a front end may have a command or a button.
    ///   - item: The item that the error is about.
    ///   - field: The field that the error is about.
    ///   - place: The file, address or configuration key path that the error is about.
    ///   - underlying: The message of another program or library.
    public init(
        _ code: Code, _ failure: Message, reason: Message = "", advice: Message = "", remedy: Remedy? = nil,
        item: Item.ID? = nil, field: FieldKey? = nil, place: String? = nil, underlying: String? = nil
    ) {
        self.code = code
        self.failure = failure
        self.reason = reason
        self.advice = advice
        self.remedy = remedy
        self.item = item
        self.field = field
        self.place = place
        self.underlying = underlying
    }

    /// The reason, or the failure if there is no separate reason. Front ends show it next to what failed, such as the
    /// field of a form.
    public var explanation: Message { reason.isEmpty ? failure : reason }

    /// Returns the error as the reason why another operation failed: `Can't undo change 80.`
    public func during(_ operation: Message) -> LootError {
        var copy = self
        (copy.failure, copy.reason) = (operation, explanation)
        return copy
    }

    /// Returns the error with the index of the change that caused it.
    package func inChange(_ index: Int) -> LootError {
        var copy = self
        copy.change = index
        return copy
    }

    /// Returns the error with a complete sentence about work that was completed before the failure.
    package func followed(by sentence: Message) -> LootError {
        var copy = self
        copy.afterword = sentence
        return copy
    }
}

extension LootError {
    /// The failure, the reason and the advice in the language of the current task.
    public var text: String { text(in: .current) }

    /// Returns the failure, the reason and the advice in a language.
    public func text(in language: Language) -> String { text(in: language) { _ in nil } }

    /// Returns the failure, the reason and the advice. `words` returns the command or button of the front end for a
    /// remedy, or `nil` if there is none.
    package func text(in language: Language = .current, offering words: (Remedy) -> String?) -> String {
        let advice = advice(in: language, offering: words)
        return language.joined([problem(in: language), advice])
    }

    /// Returns the failure and the reason.
    package func problem(in language: Language = .current) -> String {
        language.joined([failure, reason].map { $0.text(in: language) })
    }

    /// Returns the sentence about completed work and the advice, with the command or button for the remedy. Returns
    /// an empty string if there is neither.
    package func advice(in language: Language = .current, offering words: (Remedy) -> String?) -> String {
        var advice = advice.text(in: language)
        if !advice.isEmpty, let way = remedy.flatMap(words) {
            advice = language.sentence(advice, introducing: way)
        }
        return language.joined([afterword.text(in: language), advice])
    }
}

extension LootError: CustomStringConvertible {
    /// The failure, the reason and the advice in English.
    public var description: String { text(in: .english) }
}

extension LootError.Code {
    /// A value isn't valid, such as a control character in a name.
    public static let invalidValue = Self(rawValue: "invalid-value")
    /// Input can't be parsed, such as a filter, a date or a file.
    public static let malformed = Self(rawValue: "malformed")
    /// No field has this name.
    public static let unknownField = Self(rawValue: "unknown-field")
    /// No sectioning has this name.
    public static let unknownSectioning = Self(rawValue: "unknown-sectioning")
    /// No view has this name.
    package static let unknownView = Self(rawValue: "unknown-view")
    /// The command line is invalid.
    public static let usage = Self(rawValue: "usage")
    /// No item has this ID or position.
    public static let noSuchItem = Self(rawValue: "no-such-item")
    /// No catalog contains a product with this barcode.
    public static let noSuchProduct = Self(rawValue: "no-such-product")
    /// A product catalog can't be reached, or its response is invalid.
    public static let catalogFailed = Self(rawValue: "catalog-failed")
    /// More than one item matches this reference.
    package static let ambiguousItem = Self(rawValue: "ambiguous-item")
    /// Amounts may be in one of two currencies.
    package static let otherCurrency = Self(rawValue: "other-currency")
    /// An item with this ID already exists.
    public static let duplicateItem = Self(rawValue: "duplicate-item")
    /// A position is outside the list.
    public static let positionOutOfRange = Self(rawValue: "position-out-of-range")
    /// The store has changed since the writer read it, or a condition doesn't hold.
    public static let conflict = Self(rawValue: "conflict")
    /// There is nothing to undo or redo.
    public static let nothingToUndo = Self(rawValue: "nothing-to-undo")
    /// The store is read-only.
    public static let readOnly = Self(rawValue: "read-only")
    /// The store was closed.
    public static let closed = Self(rawValue: "closed")
    /// The store can't be reached.
    public static let unavailable = Self(rawValue: "unavailable")
    /// Another process holds the store's lock.
    public static let locked = Self(rawValue: "locked")
    /// The stored data has been damaged.
    public static let damaged = Self(rawValue: "damaged")
    /// The stored data was written by a newer version.
    public static let newerFormat = Self(rawValue: "newer-format")
    /// An input file doesn't exist.
    public static let noSuchFile = Self(rawValue: "no-such-file")
    /// A file or a folder can't be created.
    public static let cannotCreate = Self(rawValue: "cannot-create")
    /// There is no space left on the storage device.
    public static let noSpace = Self(rawValue: "no-space")
    /// The database of the store is full.
    public static let storeFull = Self(rawValue: "store-full")
    /// An input or output error occurred.
    public static let inputOutput = Self(rawValue: "input-output")
    /// The configuration is invalid.
    public static let configuration = Self(rawValue: "configuration")
    /// The store or the front end doesn't support the operation.
    public static let unsupported = Self(rawValue: "unsupported")
    /// The person canceled the operation; nothing was changed.
    public static let declined = Self(rawValue: "declined")
    /// The task was canceled; nothing was changed.
    public static let cancelled = Self(rawValue: "cancelled")
}
