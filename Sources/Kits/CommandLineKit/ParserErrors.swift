import Basics

extension Parser {
    /// Returns the error for a word that isn't a command. Suggestions follow `prefix` or else the path of the current
    /// command.
    func unknownCommand(
        _ word: String, or others: [String] = [], behind prefix: String? = nil
    ) -> CommandLineError {
        let names = scope.command.subcommands.filter { !$0.isHidden }.map(\.name) + others
        let near = nearest(to: word, in: names)
        let known = scope.path.isEmpty ? synonyms[word.lowercased()] : nil
        let lines = known.map { ["\(scope.program) \($0)"] } ?? near.map { "\(prefix ?? scope.name) \($0)" }
        return error(
            .unknownCommand, word, "“\(word)” isn't a command of “\(scope.name)”.",
            didYouMean(lines) ?? seeHelp,
            known.map { [$0] } ?? near)
    }

    func missingCommand() -> CommandLineError {
        let names = scope.command.subcommands.filter { !$0.isHidden }.map(\.name)
        return error(
            .missingCommand, nil, "“\(scope.name)” needs a command.",
            names.count == 1
                ? "Use “\(scope.name) \(names[0])”." : "Add one of these: \(list: names, .or).",
            names)
    }

    func unknownOption(_ spelled: String) -> CommandLineError {
        let known = scope.options.filter { !$0.isHidden }.flatMap(\.offeredSpellings)
        let near =
            spelled.hasPrefix("--") ? nearest(to: spelled, in: known.filter { $0.hasPrefix("--") }) : []
        // If the option belongs to a command after it, another spelling wouldn't help.
        let owner = scope.visibleScopes.dropFirst().first { inner in
            inner.command.options.contains { !$0.isHidden && $0.spellings.contains(spelled) }
        }
        let place = owner.map { "It is an option of “\($0.name)”. Put it after the command." as Message }
        return error(
            .unknownOption, spelled, "“\(spelled)” isn't an option of “\(scope.name)”.",
            place ?? didYouMean(near) ?? seeHelp, near)
    }

    func missingValue(of spelled: String, _ placeholder: String) -> CommandLineError {
        let isLong = spelled.hasPrefix("--")
        return error(
            .missingValue, spelled, "The option “\(spelled)” needs a value.",
            isLong
                ? "Use “\(spelled)=\(placeholder)”. This also works for a value that begins with a dash."
                : "Use “\(spelled) \(placeholder)”.")
    }

    func unexpectedValue(_ value: String, of spelled: String) -> CommandLineError {
        error(
            .unexpectedValue, value,
            "The option “\(spelled)” doesn't take a value, but was given “\(value)”.",
            "Use “\(spelled)” without a value.")
    }

    func invalidValue(
        _ value: String, _ allowed: [String], or sample: String? = nil, for name: String
    ) -> CommandLineError {
        let near = nearest(to: value, in: allowed)
        let advice: Message =
            if let sample { "Use one of \(list: allowed, .or), or text such as “\(sample)”." } else {
                "Use one of these: \(list: allowed, .or)."
            }
        return error(
            .invalidValue, value, "“\(value)” isn't a valid value for “\(name)”.",
            didYouMean(near).map { "\($0) \(advice)" } ?? advice, near)
    }

    func noNumber(_ value: String, _ range: ClosedRange<Int>, for name: String) -> CommandLineError {
        error(
            .invalidValue, value, "“\(value)” isn't a valid value for “\(name)”.",
            range.upperBound == .max
                ? "Use a whole number of \(range.lowerBound) or more."
                : "Use a whole number from \(range.lowerBound) to \(range.upperBound).")
    }

    func unexpectedArgument(_ word: String) -> CommandLineError {
        let taken = scope.arguments.map(\.name)
        return taken.isEmpty
            ? error(
                .unexpectedArgument, word, "“\(scope.name)” doesn't take arguments, but was given “\(word)”.",
                "Leave it out.")
            : error(
                .unexpectedArgument, word,
                "“\(scope.name)” takes only \(list: taken), and “\(word)” is one argument too many.",
                "If it belongs to the previous argument, quote them together.")
    }

    func missingArgument(_ argument: ArgumentDeclaration) -> CommandLineError {
        error(.missingArgument, nil, "“\(scope.name)” needs \(argument.name).", "Use “\(scope.usage)”.")
    }

    private func error(
        _ kind: CommandLineError.Kind, _ token: String?, _ message: Message, _ advice: Message,
        _ suggestions: [String] = []
    ) -> CommandLineError {
        CommandLineError(
            kind: kind, program: scope.program, token: token, message: message, advice: advice,
            suggestions: suggestions, usage: scope.usage)
    }

    private func didYouMean(_ names: [String]) -> Message? {
        names.isEmpty ? nil : "Did you mean \(list: names.map { "“\($0)”" as Message }, .or)?"
    }

    private var seeHelp: Message {
        "Run “\(scope.path.isEmpty ? scope.program : scope.name) --help” for help."
    }
}
