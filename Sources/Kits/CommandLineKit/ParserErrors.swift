import Basics

/// What the parser says when words make no sense.
extension Parser {
    /// A word that is no command. What was meant is said as it is written: behind `prefix`, or else behind the commands that
    /// stand before the word.
    func unknownCommand(
        _ word: String, or others: [String] = [], behind prefix: String? = nil
    ) -> CommandLineError {
        let names = scope.command.subcommands.filter { !$0.isHidden }.map(\.name) + others
        let near = nearest(to: word, in: names)
        let known = scope.path.isEmpty ? synonyms[word.lowercased()] : nil
        return error(
            .unknownCommand, word, "unknown command '\(word)'", "'\(scope.name)' has no command of that name",
            didYouMean(
                known.map { ["\(scope.program) \($0)"] } ?? near.map { "\(prefix ?? scope.name) \($0)" })
                ?? "See '\(helpLine(of: scope))'.",
            known.map { [$0] } ?? near)
    }

    func missingCommand() -> CommandLineError {
        let names = scope.command.subcommands.filter { !$0.isHidden }.map(\.name)
        return error(
            .missingCommand, nil, "no command after '\(scope.name)'", "it does nothing by itself",
            names.count == 1
                ? "Write '\(scope.name) \(names[0])'." : "Name one of \(names.joined(separator: ", ")).",
            names)
    }

    func unknownOption(_ spelled: String) -> CommandLineError {
        let known = scope.options.filter { !$0.isHidden }.flatMap(\.offeredSpellings)
        let near =
            spelled.hasPrefix("--") ? nearest(to: spelled, in: known.filter { $0.hasPrefix("--") }) : []
        // Typed before the command it belongs to: say so, for no other spelling would help.
        let owner = scope.visibleScopes.dropFirst().first { inner in
            inner.command.options.contains { !$0.isHidden && $0.spellings.contains(spelled) }
        }
        let place = owner.map { "It is an option of '\($0.name)': write it after the command." }
        return error(
            .unknownOption, spelled, "unknown option '\(spelled)'", "'\(scope.name)' has no such option",
            place ?? didYouMean(near) ?? "See '\(helpLine(of: scope))'.", near)
    }

    func missingValue(of spelled: String, _ placeholder: String) -> CommandLineError {
        let line = spelled.hasPrefix("--") ? "\(spelled)=\(placeholder)" : "\(spelled) \(placeholder)"
        return error(
            .missingValue, spelled, "option '\(spelled)' has no value", "it needs one",
            "Write '\(line)'"
                + (spelled.hasPrefix("--") ? ", also for a value that begins with a dash." : "."))
    }

    func unexpectedValue(_ value: String, of spelled: String) -> CommandLineError {
        error(
            .unexpectedValue, value, "value '\(value)' for '\(spelled)'", "it is a flag and takes none",
            "Write '\(spelled)' alone.")
    }

    func invalidValue(
        _ value: String, _ allowed: [String], or sample: String? = nil, for name: String
    ) -> CommandLineError {
        let near = nearest(to: value, in: allowed)
        return error(
            .invalidValue, value, "value '\(value)' for '\(name)'",
            "it must be one of \(allowed.joined(separator: ", "))"
                + (sample.map { ", or a text such as '\($0)'" } ?? ""),
            didYouMean(near) ?? "Choose one of them.", near)
    }

    func noNumber(_ value: String, _ range: ClosedRange<Int>, for name: String) -> CommandLineError {
        let end = range.upperBound == .max ? "up" : "to \(range.upperBound)"
        return error(
            .invalidValue, value, "value '\(value)' for '\(name)'",
            "it takes a whole number from \(range.lowerBound) \(end)", "Write one in digits.")
    }

    func unexpectedArgument(_ word: String) -> CommandLineError {
        let taken = scope.arguments.map(\.name)
        return error(
            .unexpectedArgument, word, "argument '\(word)' is one too many",
            "'\(scope.name)' takes \(taken.isEmpty ? "none" : taken.joined(separator: " "))",
            taken.isEmpty ? "Leave it out." : "If it belongs to the one before, put quotes around both.")
    }

    func missingArgument(_ argument: ArgumentDeclaration) -> CommandLineError {
        error(
            .missingArgument, nil, "no \(argument.name) given", "'\(scope.name)' needs it",
            "Write '\(scope.usage)'.")
    }

    private func error(
        _ kind: CommandLineError.Kind, _ token: String?, _ problem: String, _ reason: String,
        _ advice: String,
        _ suggestions: [String] = []
    ) -> CommandLineError {
        CommandLineError(
            kind, program: scope.program, token: token, problem: problem, reason: reason, advice: advice,
            suggestions: suggestions, usage: scope.usage)
    }

    private func didYouMean(_ names: [String]) -> String? {
        names.isEmpty ? nil : "Did you mean \(names.map { "'\($0)'" }.joined(separator: " or "))?"
    }

    private func helpLine(of scope: Scope) -> String {
        scope.path.isEmpty ? "\(scope.program) --help" : "\(scope.name) --help"
    }
}
