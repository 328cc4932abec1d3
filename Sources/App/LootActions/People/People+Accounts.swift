import LootCore
package import LootPlugins

extension People {
    /// Returns the person whose name is that of the given account at another service, such as a reverse proxy. If no
    /// person has this name, returns a guest with the given role.
    ///
    /// Managers of a single list can't take roles in other lists away by adding a person: such a person keeps at least
    /// the role of a guest.
    ///
    /// ASCII letters match regardless of case. Unlike in a search, all other characters must be the same: “Zoë” and
    /// “Zoe” may be two accounts. A guest whose name couldn't be added has no access.
    package func person(ofAccount account: String, otherwise role: Role) -> Person {
        let name = People.asciiLowercased(account)
        if var person = people.first(where: { People.asciiLowercased($0.name) == name }) {
            if person.addedIn != nil { person.role = max(person.role, role) }
            return person
        }
        return Person(guest: account, People.isName(account) ? role : .none)
    }

    private static func asciiLowercased(_ text: String) -> String {
        String(decoding: text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }

    /// Returns whether a person can have the given name: one line of 1 to 60 characters.
    static func isName(_ name: String) -> Bool {
        !name.isEmpty && name.count <= 60 && name.first != " " && name.last != " "
            && TextRules.firstRefused(in: name, allowingLines: false) == nil
    }
}

extension People.Person {
    /// Creates a person who isn't in the file and therefore has no token.
    package init(guest name: String, _ role: Role) {
        self.init(name: name, role: role, since: .first, digest: FileID(of: Array(name.utf8)))
    }
}
