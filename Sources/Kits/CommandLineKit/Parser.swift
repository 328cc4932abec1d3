/// A parser that reads words in order and descends into subcommands as they are named.
struct Parser {
    private let root: Scope
    /// The names of commands in other programs, with the corresponding commands of this program.
    let synonyms: [String: String]
    private(set) var scope: Scope
    /// The index of the next word.
    private(set) var position = 0
    private var words: [String] = []
    private(set) var given: [ParsedOption] = []
    private(set) var positional: [String] = []
    private(set) var asksForHelp = false
    /// The index of the first word that is an argument, or is in an argument's place.
    private(set) var firstArgument: Int?
    /// Whether `--` was read, after which every word is an argument.
    private(set) var optionsHaveEnded = false
    /// The option whose value is missing after the last word.
    private(set) var waiting: OptionDeclaration?

    init(scope: Scope, synonyms: [String: String] = [:]) {
        root = scope
        self.synonyms = synonyms
        self.scope = scope
    }

    mutating func parse(_ words: [String]) throws(CommandLineError) -> Program.Request {
        self.words = words
        while let word = nextWord() { try take(word) }
        if asksForHelp { return .help(scope.path) }
        if scope.path == ["help"] { return try help() }
        if scope.command.page != nil { return .help(scope.path) }
        if scope.command.needsSubcommand { throw missingCommand() }
        return .run(Invocation(scope: scope, given: given, arguments: try argumentsByName()))
    }

    /// Parses an unfinished command line and skips invalid words.
    mutating func read(unfinished words: [String]) -> Invocation {
        self.words = words
        while let word = nextWord() { try? take(word) }
        // Assign only the arguments before a repeated one. The assignment of later words may still change.
        let single = scope.arguments.prefix { !$0.isRepeated }
        let arguments = zip(single, positional).map { ($0.name, [$1]) }
        return Invocation(
            scope: scope, given: given, arguments: Dictionary(arguments, uniquingKeysWith: { $1 }))
    }

    private mutating func take(_ word: String) throws(CommandLineError) {
        if optionsHaveEnded || word == "-" || !word.hasPrefix("-") || isNegativeNumber(word) {
            try parseArgument(word)
        } else if word == "--" {
            optionsHaveEnded = true
        } else if word.hasPrefix("--") {
            try parseLongOption(word)
        } else {
            try parseShortOptions(word)
        }
    }

    private mutating func nextWord() -> String? {
        guard position < words.count else { return nil }
        defer { position += 1 }
        return words[position]
    }

    /// Returns whether a word such as `-5` is a number. It isn't if the command has an option with that digit.
    private func isNegativeNumber(_ word: String) -> Bool {
        guard let digit = word.dropFirst().first, word.first == "-", digit.isASCII, digit.isNumber else {
            return false
        }
        return !scope.options.contains { $0.short == digit }
    }

    // MARK: Arguments

    private mutating func parseArgument(_ word: String) throws(CommandLineError) {
        firstArgument = firstArgument ?? position - 1
        if positional.isEmpty, !scope.command.subcommands.isEmpty {
            if let inner = scope.entering(word) {
                scope = inner
                return
            }
            if scope.arguments.isEmpty { throw unknownCommand(word) }
        }
        let acceptsMore =
            scope.arguments.contains(where: \.isRepeated)
            || positional.count < scope.arguments.count
        if !acceptsMore { throw unexpectedArgument(word) }
        positional.append(word)
    }

    /// Assigns the words to the arguments in order. Reserves words for required arguments before assigning any to
    /// optional ones.
    private func argumentsByName() throws(CommandLineError) -> [String: [String]] {
        var result: [String: [String]] = [:]
        let required = scope.arguments.filter { !$0.isOptional }
        if positional.count < required.count { throw missingArgument(required[positional.count]) }
        var left = positional[...]
        for (index, argument) in scope.arguments.enumerated() {
            let later = scope.arguments[(index + 1)...].count { !$0.isOptional }
            let free = max(left.count - later, 0)
            let count = argument.isRepeated ? free : min(free, 1)
            let values = Array(left.prefix(count))
            left = left.dropFirst(count)
            for value in values { try check(value, argument.values, for: argument.name) }
            if !values.isEmpty { result[argument.name] = values }
        }
        return result
    }

    private func help() throws(CommandLineError) -> Program.Request {
        var target = root
        for name in positional {
            guard let inner = target.entering(name) else {
                let topics = target.path.isEmpty ? scope.command.subcommands.map(\.name) : []
                throw Parser(scope: target).unknownCommand(
                    name, or: topics, behind: ([scope.name] + target.path).joined(separator: " "))
            }
            target = inner
        }
        return given.contains { $0.name == Program.manual.declaration.name }
            ? .manual(target.path) : .help(target.path)
    }

    // MARK: Options

    private mutating func parseLongOption(_ word: String) throws(CommandLineError) {
        let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        let attached = parts.count > 1 ? String(parts[1]) : nil
        if let option = scope.option(named: name) {
            try take(option, spelled: "--" + name, attached: attached)
        } else if let option = scope.options.first(where: { $0.negations.contains("--" + name) }) {
            if let attached { throw unexpectedValue(attached, of: "--" + name) }
            try add(option, "--" + name, value: nil, isOn: false)
        } else {
            throw unknownOption("--" + name)
        }
    }

    private mutating func parseShortOptions(_ word: String) throws(CommandLineError) {
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            guard let option = scope.options.first(where: { $0.short == letter }) else {
                throw unknownOption("-\(letter)")
            }
            var attached: String?
            if option.placeholder != nil || letters.first == "=" {
                attached =
                    letters.isEmpty ? nil : String(letters.first == "=" ? letters.dropFirst() : letters)
                letters = ""
            }
            try take(option, spelled: "-\(letter)", attached: attached)
        }
    }

    private mutating func take(
        _ option: OptionDeclaration, spelled: String, attached: String?
    ) throws(CommandLineError) {
        switch option.kind {
        case .flag:
            if let attached { throw unexpectedValue(attached, of: spelled) }
            if option.name == "help" { asksForHelp = true }
            try add(option, spelled, value: nil)
        case .optionalValue:
            let next = position < words.count && !words[position].hasPrefix("-")
            try add(option, spelled, value: attached ?? (next ? nextWord() : nil))
        case .value(let placeholder):
            if let attached { return try add(option, spelled, value: attached) }
            if position == words.count { waiting = option }
            guard position < words.count, !looksLikeOption(words[position]), let value = nextWord() else {
                throw missingValue(of: spelled, placeholder)
            }
            try add(option, spelled, value: value)
        }
    }

    /// Returns whether a word in the place of a value looks like the next option.
    private func looksLikeOption(_ word: String) -> Bool {
        if word.hasPrefix("--") { return true }
        guard word.hasPrefix("-"), let letter = word.dropFirst().first else { return false }
        return !isNegativeNumber(word) && scope.options.contains { $0.short == letter }
    }

    private mutating func add(
        _ option: OptionDeclaration, _ spelled: String, value: String?, isOn: Bool = true
    ) throws(CommandLineError) {
        if let value { try check(value, option.values, for: spelled) }
        given.append(.init(name: option.name, value: value, isOn: isOn))
    }

    private func check(_ value: String, _ values: Values, for name: String) throws(CommandLineError) {
        switch values {
        case .oneOf(let allowed) where !allowed.contains(value):
            throw invalidValue(value, allowed, for: name)
        case .oneOfOr(let allowed, let sample, let sign)
        where !allowed.contains(value) && !value.contains(sign):
            throw invalidValue(value, allowed, or: sample, for: name)
        case .number(let range) where !(Int(value).map(range.contains) ?? false):
            throw noNumber(value, range, for: name)
        default: break
        }
    }
}
