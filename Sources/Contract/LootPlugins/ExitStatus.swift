public import LootCore

/// The exit status of a process, as defined by `sysexits.h`.
public struct ExitStatus: RawRepresentable, Hashable, Sendable {
    /// The exit code of the process.
    public let rawValue: Int32

    /// Creates a status with an exit code.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// The program succeeded.
    public static let success = Self(rawValue: 0)
    /// The person canceled the operation.
    package static let declined = Self(rawValue: 1)
    /// The command line is invalid.
    package static let usage = Self(rawValue: 64)
    /// The input data is invalid.
    package static let badData = Self(rawValue: 65)
    /// An item or an input file doesn't exist.
    package static let noInput = Self(rawValue: 66)
    /// The store is unavailable.
    package static let unavailable = Self(rawValue: 69)
    /// A file can't be created or written.
    package static let cannotCreate = Self(rawValue: 73)
    /// Reading or writing failed.
    package static let inputOutput = Self(rawValue: 74)
    /// A temporary failure. A later attempt may succeed.
    package static let tryAgain = Self(rawValue: 75)
    /// The configuration is invalid.
    package static let configuration = Self(rawValue: 78)
}

extension LootError {
    /// The exit status of a process that fails with this error.
    public var exitStatus: ExitStatus {
        switch code {
        case .declined: .declined
        case .usage, .unknownField, .unknownSectioning, .unknownView: .usage
        case .invalidValue, .malformed, .ambiguousItem, .otherCurrency, .duplicateItem, .positionOutOfRange,
            .damaged:
            .badData
        case .noSuchItem, .noSuchProduct, .noSuchFile, .nothingToUndo: .noInput
        case .readOnly, .cannotCreate: .cannotCreate
        case .noSpace, .inputOutput: .inputOutput
        case .conflict, .locked, .cancelled: .tryAgain
        case .configuration: .configuration
        default: .unavailable
        }
    }
}
