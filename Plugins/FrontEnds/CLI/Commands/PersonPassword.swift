import CommandLineKit
import LootActions
import LootCore

/// The command `loot people password`.
enum PersonPassword {
    private static let name = Argument.required("NAME", "The name of the person")
    private static let removes = Option.flag("remove", "Remove the password instead")

    static let declaration = Command(
        "password", summary: "Set a person's password and end their sessions", arguments: [name],
        options: [removes],
        examples: [
            .init("loot people password Ada", "Enter a password for Ada, or read it from a pipe")
        ])

    static func run(_ context: CommandContext, _ file: PeopleFile) throws(LootError) {
        let name = context[name]
        // Report an unknown name before asking for a password.
        var people = try file.read()
        _ = try people.setPassword(of: name, to: nil)
        let hash = context[removes] ? nil : try PasswordHash(of: read(context.console))
        let person = try file.change { (people) throws(LootError) in
            try people.setPassword(of: name, to: hash)
        }
        context.line(
            hash == nil
                ? String(localized: "Removed the password of \(person.name).")
                : String(localized: "Set the password of \(person.name)."))
    }

    private static func read(_ console: any Console) throws(LootError) -> String {
        func failure(_ reason: Message) -> LootError {
            LootError(.usage, "Can't set the password.", reason: reason)
        }
        guard console.canAsk else {
            guard let password = console.readSecret() else { throw failure("Standard input is empty.") }
            return password
        }
        func answer(_ question: String) throws(LootError) -> String {
            console.writeError(question + " ")
            let answer = console.readSecret()
            // The line break that the person entered isn't shown, either.
            console.writeError("\n")
            guard let answer else { throw LootError(.declined, "Canceled.", reason: "Nothing was changed.") }
            return answer
        }
        let password = try answer(String(localized: "New password:"))
        guard try answer(String(localized: "The same password again:")) == password else {
            throw failure("The two passwords aren't the same.")
        }
        return password
    }
}
