/// Completions for fish: a condition that knows which command is being typed, and a line per offer.
struct FishCompletions {
    var program: String
    var scopes: [Scope]

    private var function: String { "_" + functionName(program) }

    var script: String {
        """
        # fish completion for \(program)

        # Whether the words so far name exactly the command "$argv[1]".
        function \(function)_at
            set -l words (commandline -opc)
            set -l path \(quoted(program))
            set -l is_value no
            set -e words[1]
            for word in $words
                if test $is_value = yes
                    set is_value no
                    continue
                end
                switch "$path $word"
                    case \(list(valued))
                        set is_value yes
                    case \(list(scopes.dropFirst().map(\.name)))
                        set path "$path $word"
                end
            end
            test "$path" = "$argv[1]"
        end

        # What the program knows of a kind.
        function \(function)_ask
            \(quoted(program)) __complete $argv[1] (commandline -ct) 2>/dev/null
        end

        complete -c \(quoted(program)) -f
        \(scopes.flatMap(lines).joined(separator: "\n"))

        """
    }

    /// Every spelling of an option with a value, after each command that takes it.
    private var valued: [String] {
        scopes.flatMap { scope in
            scope.visibleOptions.filter(\.needsValue).flatMap { $0.spellings.map { "\(scope.name) \($0)" } }
        }
    }

    /// Patterns for `case`, which needs at least one; the empty word never occurs.
    private func list(_ words: [String]) -> String {
        words.isEmpty ? "''" : words.map(quoted).joined(separator: " ")
    }

    private func lines(of scope: Scope) -> [String] {
        let head = "complete -c \(quoted(program)) -n \(quoted("\(function)_at \(quoted(scope.name))"))"
        var lines = scope.visibleSubcommands.map { "\(head) -a \(quoted($0.name)) -d \(quoted($0.summary))" }
        for option in scope.visibleOptions {
            let names =
                (option.short.map { " -s \(quoted(String($0)))" } ?? "")
                + " -l \(quoted(option.name))"
            let value = option.needsValue ? " -r" + offer(option.values) : ""
            lines.append("\(head)\(names)\(value) -d \(quoted(option.summary))")
            if option.isNegatable {
                lines.append("\(head) -l \(quoted("no-" + option.name)) -d \(quoted(option.summary))")
            }
        }
        for argument in scope.arguments where argument.values != .any {
            lines.append("\(head)\(offer(argument.values)) -d \(quoted(argument.name))")
        }
        return lines
    }

    private func offer(_ values: Values) -> String {
        switch values {
        case .any: " -f"
        case .oneOf(let words), .suggested(let words):
            " -f -a \(quoted(words.map(quoted).joined(separator: " ")))"
        case .file: " -F"
        case .directory: " -f -a '(__fish_complete_directories)'"
        case .asked(let kind): " -f -a \(quoted("(\(function)_ask \(quoted(kind)))"))"
        }
    }

    /// A word as fish reads it literally.
    private func quoted(_ word: String) -> String {
        var result = "'"
        for character in word {
            if character == "'" || character == "\\" { result.append("\\") }
            result.append(character)
        }
        return result + "'"
    }
}
