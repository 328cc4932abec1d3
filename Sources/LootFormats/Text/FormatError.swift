public import LootCore

/// Why a text or a file can't be read, and where in it.
public struct FormatError: Error, Hashable, Sendable {
    /// What a caller matches: ``LootCore/LootError/Code/malformed`` when the file breaks its format's rules,
    /// `invalid-value` when a value is not allowed where it stands, `newer-format` for a later version's file.
    public var code: LootError.Code
    /// What is wrong there: `a comma is missing`.
    public var why: String
    /// What a person can do about it, as a sentence without its full stop; may be empty.
    public var next: String
    /// The field concerned, if one is.
    public var field: FieldKey?
    /// Where it is.
    public var position: SourcePosition

    /// An error at a place.
    public init(
        _ code: LootError.Code = .malformed, _ why: String, next: String = "", field: FieldKey? = nil,
        at position: SourcePosition
    ) {
        self.code = code
        self.why = why
        self.next = next
        self.field = field
        self.position = position
    }

    /// The error as a failure to read the file or input with this name. Its place is `NAME:LINE:COLUMN`, which
    /// editors can jump to.
    public func reading(_ name: String) -> LootError {
        LootError(
            code, "can't read \(name)", because: description, next: next, field: field,
            place: "\(name):\(position.line + 1):\(position.column + 1)")
    }
}

extension FormatError: CustomStringConvertible {
    /// `line 3, column 7 (byte 42): a comma is missing`.
    public var description: String { "\(position): \(why)" }
}

/// What the parsers throw: a ``FormatError`` whose line nobody has counted yet.
struct Fault: Error {
    var code = LootError.Code.malformed
    var why: String
    var next = ""
    var field: FieldKey?
    var byte: Int

    init(_ why: String, at byte: Int) {
        self.why = why
        self.byte = byte
    }

    init(_ code: LootError.Code, _ why: String, next: String = "", field: FieldKey? = nil, at byte: Int) {
        self.code = code
        self.why = why
        self.next = next
        self.field = field
        self.byte = byte
    }

    /// The fault that a refused value is, at the place where it stands.
    init(_ error: LootError, at byte: Int) {
        self.init(error.code, "\(error.what): \(error.why)", next: error.next, field: error.field, at: byte)
    }

    func error(in bytes: Span<UInt8>) -> FormatError {
        FormatError(code, why, next: next, field: field, at: SourcePosition(ofByte: byte, in: bytes))
    }
}
