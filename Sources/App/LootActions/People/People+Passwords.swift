package import LootCore
import TextSearch

extension People {
    /// Sets or removes the password of the person with the given name, and ends all their sessions except for
    /// `session`.
    ///
    /// - Returns: The changed person.
    /// - Throws: `LootError` with code `usage` if no person has the name.
    package mutating func setPassword(
        of name: String, to hash: PasswordHash?, keeping session: Session? = nil
    ) throws(LootError) -> Person {
        let index = try self.index(of: name, failing: "Can't set the password of \(TextRules.quoted(name)).")
        let digest = people[index].digest
        people[index].password = hash
        sessions.removeAll { $0.token == digest && $0.digest != session?.digest }
        return people[index]
    }

    /// Whether anyone has a password.
    package var havePasswords: Bool { people.contains { $0.password != nil } }

    /// Returns the person with the given name and password, or `nil` if one of them is wrong.
    ///
    /// This takes up to 100 ms. It takes just as long for a person who has no password or doesn't exist, so that the
    /// time doesn't reveal who has a password.
    ///
    /// - Throws: `LootError` if the library that computes hashes is missing.
    package func person(named name: String, password: String) throws(LootError) -> Person? {
        let person = people.first { $0.name == name } ?? people.first { Folding.same($0.name, name) }
        if let person, let hash = person.password { return try hash.matches(password) ? person : nil }
        if let other = people.lazy.compactMap(\.password).first { _ = try other.matches(password) }
        return nil
    }
}
