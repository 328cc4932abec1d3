public import LootCore

/// Why a text or a file can't be read, and where in it.
public struct FormatError: Error, Hashable, Sendable {
    /// What a caller matches: ``/LootCore/LootError/Code/malformed`` when the file breaks its format's rules,
    /// `invalid-value` when a value is not allowed where it stands, `newer-format` for a later version's file.
    public var code: LootError.Code
    /// What is wrong there: `a comma is missing`.
    public var why: String
    /// What a person can do about it, as a sentence without its full stop; may be empty.
    public var next: String
    /// The same for a front end, if there is a way to do it.
    package var remedy: LootError.Remedy?
    /// The field concerned, if one is.
    package var field: FieldKey?
    /// Where it is.
    public var position: SourcePosition

    /// An error at a place.
    package init(
        _ code: LootError.Code, _ why: String, next: String = "", remedy: LootError.Remedy? = nil,
        field: FieldKey? = nil, at position: SourcePosition
    ) {
        self.code = code
        self.why = why
        self.next = next
        self.remedy = remedy
        self.field = field
        self.position = position
    }

    /// The error as a failure to read the file or input with this name. Its place is `NAME:LINE:COLUMN`, which
    /// editors can jump to.
    package func reading(_ name: String) -> LootError {
        LootError(
            code, "can't read \(name)", because: description, next: next, remedy: remedy, field: field,
            place: place(in: name))
    }

    /// `NAME:LINE:COLUMN`, which editors can jump to.
    package func place(in name: String) -> String { "\(name):\(position.line + 1):\(position.column + 1)" }
}

extension FormatError: CustomStringConvertible {
    /// `line 3, column 7 (byte 42): a comma is missing`.
    public var description: String { "\(position): \(why)" }
}

/// What the parsers throw: a ``FormatError`` whose line has not been counted yet.
struct Fault: Error {
    private var failure: FormatError
    /// Whether the line has been counted: true for what the receiver of the entries threw.
    let isPlaced: Bool

    /// The byte where it is.
    var byte: Int { failure.position.byte }

    /// What is wrong there.
    var why: String { failure.why }

    init(_ why: String, next: String = "", remedy: LootError.Remedy? = nil, at byte: Int) {
        self.init(.malformed, why, next: next, remedy: remedy, at: byte)
    }

    init(
        _ code: LootError.Code, _ why: String, next: String = "", remedy: LootError.Remedy? = nil,
        field: FieldKey? = nil, at byte: Int
    ) {
        let position = SourcePosition(line: 0, column: 0, byte: byte)
        failure = FormatError(code, why, next: next, remedy: remedy, field: field, at: position)
        isPlaced = false
    }

    /// The fault that a refused value is, at the place where it stands.
    init(_ error: LootError, at byte: Int) {
        self.init(
            error.code, error.clause, next: error.next, remedy: error.remedy,
            field: error.field,
            at: byte)
    }

    /// An error whose place is known.
    init(_ error: FormatError) {
        failure = error
        isPlaced = true
    }

    /// The error at a place that has been counted by now.
    func error(at position: SourcePosition) -> FormatError {
        var error = failure
        error.position = position
        return error
    }

    /// The error in a file that has no lines.
    var errorInBinary: FormatError {
        isPlaced ? failure : error(at: SourcePosition(line: 0, column: byte, byte: byte))
    }

    /// The error, its place counted from the start.
    func error(in bytes: Span<UInt8>) -> FormatError {
        isPlaced ? failure : error(at: SourcePosition(ofByte: byte, in: bytes))
    }
}
