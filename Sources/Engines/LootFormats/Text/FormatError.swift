public import LootCore

/// The reason why a string or a file can't be read, with its position.
public struct FormatError: Error, Hashable, Sendable {
    /// The error code: ``/LootCore/LootError/Code/malformed`` if the file violates its format, `invalid-value` if a
    /// value isn't allowed, `newer-format` if a later version wrote the file.
    public var code: LootError.Code
    /// The reason as a complete sentence, such as `A comma is missing here.`
    public var reason: Message
    /// Advice on how to fix the error, or an empty message.
    public var advice: Message
    /// The advice as an action that front ends can offer, if there is one.
    package var remedy: LootError.Remedy?
    /// The field of an invalid value, if there is one.
    package var field: FieldKey?
    /// The label of the table's column, if the error is in a cell.
    package internal(set) var column: String?
    /// The other errors in the same row of a table.
    package internal(set) var others: [FormatError] = []
    /// The position of the error.
    public var position: SourcePosition
    /// The reason for a reader who knows the field.
    package fileprivate(set) var explanation: Message

    /// Creates an error at a position.
    package init(
        _ code: LootError.Code, _ reason: Message, advice: Message = "", remedy: LootError.Remedy? = nil,
        field: FieldKey? = nil, at position: SourcePosition
    ) {
        self.code = code
        self.reason = reason
        explanation = reason
        self.advice = advice
        self.remedy = remedy
        self.field = field
        self.position = position
    }

    /// Returns the error for reading the file or input with the given name. Its place is `NAME:LINE:COLUMN`, which
    /// editors can open.
    package func reading(_ name: String) -> LootError {
        let (line, column) = (position.line + 1, position.column + 1)
        return error(
            during: "Can't read \(name) at line \(line), column \(column) (byte \(position.byte)).", in: name)
    }

    /// Returns the error as the reason why an operation failed. Its place is `NAME:LINE:COLUMN`.
    package func error(during operation: Message, in name: String) -> LootError {
        LootError(
            code, operation, reason: reason, advice: advice, remedy: remedy, field: field,
            place: place(in: name))
    }

    /// The error and the other errors in the same row.
    package var all: [FormatError] { [self] + others }

    /// Replaces the positions of the error and of the other errors in the same row.
    package mutating func move(_ place: (SourcePosition) -> SourcePosition) {
        position = place(position)
        for index in others.indices { others[index].position = place(others[index].position) }
    }

    /// Returns the place in the form `NAME:LINE:COLUMN`, which editors can open.
    package func place(in name: String) -> String { "\(name):\(position.line + 1):\(position.column + 1)" }
}

extension FormatError: CustomStringConvertible {
    /// A description such as `line 3, column 7 (byte 42): A comma is missing here.`
    public var description: String { "\(position): \(reason.text(in: .english))" }
}

/// The error that parsers throw: a ``FormatError`` whose line may not be known yet.
struct Fault: Error {
    private var failure: FormatError
    /// Whether the line is known, as in errors that the receiver of the entries throws.
    let isPlaced: Bool

    var byte: Int { failure.position.byte }

    var reason: Message { failure.reason }

    init(_ reason: Message, advice: Message = "", remedy: LootError.Remedy? = nil, at byte: Int) {
        self.init(.malformed, reason, advice: advice, remedy: remedy, at: byte)
    }

    init(
        _ code: LootError.Code, _ reason: Message, advice: Message = "", remedy: LootError.Remedy? = nil,
        field: FieldKey? = nil, at byte: Int
    ) {
        let position = SourcePosition(line: 0, column: 0, byte: byte)
        failure = FormatError(code, reason, advice: advice, remedy: remedy, field: field, at: position)
        isPlaced = false
    }

    /// Creates the error for an invalid value at a position.
    init(_ error: LootError, at byte: Int) {
        let reason: Message = error.reason.isEmpty ? error.failure : "\(error.failure) \(error.reason)"
        self.init(
            error.code, reason, advice: error.advice, remedy: error.remedy, field: error.field, at: byte)
        failure.explanation = error.explanation
    }

    /// Creates an error whose position is known.
    init(_ error: FormatError) {
        failure = error
        isPlaced = true
    }

    /// Returns the error in a column of a table.
    func inColumn(_ label: String) -> Fault {
        var copy = self
        if !isPlaced { copy.failure.column = label }
        return copy
    }

    /// Returns the first error of a row, with the other ones, or `nil` if there is none.
    static func joined(_ faults: [Fault]) -> Fault? {
        let faults = faults.sorted { $0.byte < $1.byte }
        guard var first = faults.first else { return nil }
        first.failure.others = faults.dropFirst().map(\.failure)
        return first
    }

    /// Returns the error and the other errors of the row, with the positions of their bytes in ascending order.
    func error(placedBy position: (_ byte: Int) -> SourcePosition) -> FormatError {
        var error = failure
        error.move { position($0.byte) }
        return error
    }

    func error(at position: SourcePosition) -> FormatError {
        var error = failure
        error.position = position
        return error
    }

    /// The error in a binary file, which has no lines.
    var errorInBinary: FormatError {
        isPlaced ? failure : error(at: SourcePosition(line: 0, column: byte, byte: byte))
    }

    /// Returns the error with its position, which is counted from the start.
    func error(in bytes: Span<UInt8>) -> FormatError {
        isPlaced ? failure : error(at: SourcePosition(ofByte: byte, in: bytes))
    }
}
