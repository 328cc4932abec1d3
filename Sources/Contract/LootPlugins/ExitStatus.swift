public import LootCore

/// How a program tells its caller what became of it, by the numbers of `sysexits.h`.
public struct ExitStatus: RawRepresentable, Hashable, Sendable {
    /// The number that the process ends with.
    public let rawValue: Int32

    /// The status with this number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Done.
    public static let success = Self(rawValue: 0)
    /// Not done, because the answer to a question was no.
    package static let declined = Self(rawValue: 1)
    /// The command line was wrong.
    package static let usage = Self(rawValue: 64)
    /// The data was wrong.
    package static let badData = Self(rawValue: 65)
    /// No such item or input.
    package static let noInput = Self(rawValue: 66)
    /// The store is unavailable.
    package static let unavailable = Self(rawValue: 69)
    /// Something can't be created or written.
    package static let cannotCreate = Self(rawValue: 73)
    /// Reading or writing failed.
    package static let inputOutput = Self(rawValue: 74)
    /// Try again later.
    package static let tryAgain = Self(rawValue: 75)
    /// The configuration is wrong.
    package static let configuration = Self(rawValue: 78)
}

extension LootError {
    /// The status of a process that this error ends.
    public var exitStatus: ExitStatus {
        switch code {
        case .declined: .declined
        case .usage, .unknownField, .unknownSectioning, .unknownView: .usage
        case .invalidValue, .malformed, .ambiguousItem, .duplicateItem, .positionOutOfRange, .damaged:
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
