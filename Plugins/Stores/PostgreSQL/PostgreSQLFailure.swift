import CPostgreSQL
import LootCore
import LootSQL

/// An error that a PostgreSQL server reported.
struct PostgreSQLFailure {
    /// The SQLSTATE code.
    let state: String
    let message: String
    let place: String

    /// The error for the user.
    var error: LootError {
        let (code, reason, advice) = explanation
        return LootError(
            code, code == .storeFull || code == .locked ? "Can't save the change." : "Can't use the store.",
            reason: reason, advice: advice, place: place, underlying: "\(state) \(message)")
    }

    private var explanation: (LootError.Code, Message, Message) {
        switch state {
        case "40001", "40P01", "42P07", "23505":
            (.transactionMet, "Another session wrote at the same time.", "")
        case "40003":
            // The server doesn't know whether it has executed the statement, as if the response had been lost.
            (
                .unavailable, "The connection to \(place) was lost.",
                "Try again when the server is running."
            )
        case "55P03": (.locked, "Other programs are writing to \(place).", "Try again when they are done.")
        case "53100":
            (.storeFull, "The server of \(place) has no space left.", "Free some space and try again.")
        case "53300":
            (
                .unavailable, "\(place) doesn't accept more connections.",
                "Try again, or raise its max_connections."
            )
        case "25006":
            (
                .unavailable, "\(place) doesn't accept changes at the moment.",
                "Try again when it is the primary."
            )
        case "42P01", "42703":
            (
                .configuration, "A table or column of \(place) is missing (\(message)).",
                "Restore the database, or use another one."
            )
        case "3F000":
            (
                .configuration, "The schema in the address of \(place) doesn't exist.",
                "Create it with CREATE SCHEMA."
            )
        case "42501":
            (
                .configuration, "The user doesn't have this permission in \(place) (\(message)).",
                "Grant the permission, or use another user."
            )
        case _ where state.hasPrefix("08") || state.hasPrefix("57P") || state == "25P03":
            (.unavailable, "\(place) closed the connection.", "Try again when the server is running.")
        case _ where state.hasPrefix("28"):
            (
                .configuration, "\(place) rejects the user or the password.",
                "Check the user name and the password."
            )
        case _ where state.hasPrefix("54"): (.invalidValue, "The change is too large for the server.", "")
        default: (.inputOutput, "\(place) reports an error (\(message)).", "")
        }
    }

    /// Returns the error for a connection that was lost.
    static func lost(_ place: String, message: String) -> LootError {
        LootError(
            .unavailable, "Can't use the store.", reason: "The connection to \(place) was lost.",
            advice: "Try again when the server is running.", place: place, underlying: message)
    }

    /// Returns the error for a connection that should be idle, but is in a transaction.
    static func inTransaction(_ place: String) -> LootError {
        LootError(
            .unavailable, "Can't use the store.",
            reason: "A connection to \(place) is still in a transaction.", advice: "Try again.", place: place)
    }

    /// Returns the error for a server that doesn't respond.
    static func silent(_ place: String, after limit: Duration) -> LootError {
        LootError(
            .unavailable, "Can't use the store.",
            reason: """
                \(place) hasn't responded for \
                \(Int(limit.components.seconds), one: "second", other: "seconds").
                """,
            advice: "Check the server and the network.", place: place)
    }

    /// Returns the error for a connection that can't be established. libpq reports the reason only as text.
    static func connecting(to place: String, message: String, needsPassword: Bool) -> LootError {
        func containsWords(_ words: String...) -> Bool { words.contains { message.contains($0) } }
        if containsWords("too many", "connection slots") {
            return LootError(
                .unavailable, "Can't open the store.", reason: "\(place) doesn't accept more connections.",
                advice: "Try again, or raise its max_connections.", place: place, underlying: message)
        }
        if needsPassword
            || containsWords("authentication failed", "no password supplied", "role \"", "pg_hba.conf")
        {
            return LootError(
                .configuration, "Can't open the store.",
                reason: "\(place) rejects the user or the password.",
                advice: """
                    Check the user in the address, and the password in PGPASSFILE or store.passwordFile.
                    """,
                place: place, underlying: message)
        }
        if containsWords("database \"") && containsWords("does not exist") {
            return LootError(
                .configuration, "Can't open the store.", reason: "The database \(place) doesn't exist.",
                advice: "Create it with createdb.", place: place, underlying: message)
        }
        if containsWords("session is read-only", "server is in hot standby mode") {
            return LootError(
                .unavailable, "Can't open the store.",
                reason: "No server of \(place) accepts changes at the moment.",
                advice: "Promote a replica, or try again when there is a primary.", place: place,
                underlying: message)
        }
        if containsWords("the database system is") {
            return LootError(
                .unavailable, "Can't open the store.", reason: "\(place) is starting or stopping.",
                advice: "Try again in a moment.", place: place, underlying: message)
        }
        return LootError(
            .unavailable, "Can't open the store.", reason: "No server responds at \(place).",
            advice: "Check the address, and that the server is running.", place: place, underlying: message)
    }
}

extension PostgreSQLFailure {
    /// Reads the error in a result.
    init(in result: OpaquePointer, place: String) {
        func field(_ letter: Character) -> String {
            // Field codes are ASCII letters, such as `PG_DIAG_SQLSTATE`.
            let code = Int32(letter.asciiValue ?? 0)
            return PQresultErrorField(result, code).map { String(cString: $0) } ?? ""
        }
        self.init(state: field("C"), message: field("M"), place: place)
    }
}
