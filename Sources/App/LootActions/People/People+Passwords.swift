package import LootCore
import TextSearch

extension People {
    /// Sets or removes a person's password and ends their sessions, except for one that is given.
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

    /// Returns the person with a name and password, or `nil` if they are wrong. Takes up to 100 ms, also for a person
    /// who has no password or doesn't exist, so that the time doesn't reveal who has one.
    package func person(named name: String, password: String) throws(LootError) -> Person? {
        let person = people.first { $0.name == name } ?? people.first { Folding.same($0.name, name) }
        if let person, let hash = person.password { return try hash.matches(password) ? person : nil }
        if let other = people.lazy.compactMap(\.password).first { _ = try other.matches(password) }
        return nil
    }
}
