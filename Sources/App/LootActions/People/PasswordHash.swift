import CCrypt
package import LootCore
import LootPlugins

/// The hash of a password in the format of crypt(5), with its method and salt. The system's library computes it.
package struct PasswordHash: Hashable, Sendable {
    /// The hash as text, such as `$y$j9T$…`.
    package let text: String

    private static let library = SystemLibrary("libcrypt", atLeast: "4.0", package: "libcrypt1") {
        ccrypt_open($0, $1)
    }
    private static let fewestCharacters = 10
    /// The maximum length of a password that the library accepts.
    private static let mostBytes = 511

    /// Creates a hash from stored text.
    package init(text: String) { self.text = text }

    /// Hashes a new password. Takes up to 100 ms, so don't call it on an event loop.
    ///
    /// - Throws: `LootError` if the password is too short, is too long or contains control characters, or if the
    ///   library is missing or can't compute the hash.
    package init(of password: String) throws(LootError) {
        func refusal(_ reason: Message, advice: Message) -> LootError {
            LootError(.usage, "Can't set the password.", reason: reason, advice: advice)
        }
        if password.count < PasswordHash.fewestCharacters {
            throw refusal(
                "It has fewer than \(PasswordHash.fewestCharacters) characters.",
                advice: "Choose a longer password, for example four words.")
        }
        guard password.utf8.count <= PasswordHash.mostBytes,
            TextRules.firstRefused(in: password, allowingLines: false) == nil
        else {
            throw refusal(
                "It is too long or contains control characters.", advice: "Choose another password.")
        }
        do throws(LootError) { try PasswordHash.library.open() } catch {
            throw error.during("Can't set the password.")
        }
        guard let text = PasswordHash.hash(password, nil) else {
            throw LootError(
                .unavailable, "Can't set the password.",
                reason: "The library libcrypt can't compute the hash.",
                advice: "Check whether the system has enough memory.")
        }
        self.text = text
    }

    /// Returns whether this is the hash of the given password. Takes up to 100 ms, so don't call it on an event loop.
    ///
    /// - Throws: `LootError` if the library is missing.
    package func matches(_ password: String) throws(LootError) -> Bool {
        do throws(LootError) { try PasswordHash.library.open() } catch {
            throw error.during("Can't check the password.")
        }
        // A null byte would end the password early.
        guard password.utf8.count <= PasswordHash.mostBytes, !password.utf8.contains(0),
            let other = PasswordHash.hash(password, text), other.utf8.count == text.utf8.count
        else { return false }
        // Compare all bytes, so that the time doesn't depend on the position of the first difference.
        return zip(other.utf8, text.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func hash(_ password: String, _ setting: String?) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(CCRYPT_HASH_SIZE)) { hash in
            hash.initialize(repeating: 0)
            guard let start = hash.baseAddress, ccrypt_hash(password, setting, start, hash.count) == 1 else {
                return nil
            }
            return String(cString: start)
        }
    }
}
