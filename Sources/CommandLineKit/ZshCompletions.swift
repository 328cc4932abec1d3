/// Completions for zsh: a function per command, on top of `_arguments`.
struct ZshCompletions {
    var program: String
    var scopes: [Scope]

    private var function: String { functionName(program) }

    var script: String {
        """
        #compdef \(program)
        # zsh completion for \(program)

        # Offers what the program knows of a kind.
        _\(function)_ask() {
            local -a found
            found=("${(@f)$(\(shellQuoted(program)) __complete "$1" "$PREFIX" 2>/dev/null)}")
            compadd -- "${(@)found:#}"
        }

        \(scopes.map(definition).joined(separator: "\n\n"))

        if [[ $funcstack[1] == \(function) ]]; then
            \(function) "$@"
        else
            compdef \(function) \(shellQuoted(program))
        fi

        """
    }

    private func name(of scope: Scope) -> String { functionName(scope.name) }

    private func definition(of scope: Scope) -> String {
        var specs = scope.visibleOptions.flatMap(specs)
        let commands = scope.visibleSubcommands
        if commands.isEmpty {
            specs += scope.arguments.enumerated().map { index, argument in
                let place = argument.isRepeated ? "*" : "\(index + 1)"
                return quoted("\(place):\(escaped(argument.name)):\(action(argument.values))")
            }
        } else {
            specs += [quoted("1: :->command"), quoted("*:: :->rest")]
        }
        let list = specs.map { "        \($0)" }.joined(separator: " \\\n")
        if commands.isEmpty {
            return """
                \(name(of: scope))() {
                    _arguments -s -S \\
                \(list)
                }
                """
        }
        let described = commands.map { command in
            "            " + quoted("\(escaped(command.name)):\(command.summary)")
        }
        let calls = commands.map { command in
            "        \(shellQuoted(command.name))) \(functionName(scope.name + " " + command.name)) ;;"
        }
        return """
            \(name(of: scope))() {
                local curcontext=$curcontext state line
                local -a commands
                _arguments -C -s -S \\
            \(list)
                case $state in
                command)
                    commands=(
            \(described.joined(separator: "\n"))
                    )
                    _describe -t commands command commands
                    ;;
                rest)
                    case $line[1] in
            \(calls.joined(separator: "\n"))
                    esac
                    ;;
                esac
            }
            """
    }

    private func specs(of option: Option) -> [String] {
        // An option that may be given once excludes its other spellings; one that may be repeated excludes
        // nothing.
        let exclusion = option.isRepeatable ? "*" : "(\(option.offeredSpellings.joined(separator: " ")))"
        let summary = option.summary.replacing(["\\", "[", "]"])
        return option.offeredSpellings.map { spelling in
            let isLong = spelling.hasPrefix("--")
            let form: String
            switch option.kind {
            case .flag: form = "\(spelling)[\(summary)]"
            case .value(let placeholder):
                form =
                    "\(spelling)\(isLong ? "=" : "+")[\(summary)]:\(escaped(placeholder)):\(action(option.values))"
            case .optionalValue(let placeholder):
                form =
                    "\(spelling)\(isLong ? "=" : "+")[\(summary)]::\(escaped(placeholder)):\(action(option.values))"
            }
            return quoted(exclusion + form)
        }
    }

    private func action(_ values: Values) -> String {
        switch values {
        case .any: " "
        case .oneOf(let words), .suggested(let words):
            "(\(words.map { $0.replacing(["\\", ":", " ", "(", ")"]) }.joined(separator: " ")))"
        case .file: "_files"
        case .directory: "_files -/"
        case .asked(let kind): " _\(function)_ask \(shellQuoted(kind))"
        }
    }

    private func escaped(_ text: String) -> String { text.replacing(["\\", ":"]) }

    private func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}

extension String {
    /// A backslash before each of these characters.
    fileprivate func replacing(_ special: Set<Character>) -> String {
        reduce(into: "") { result, character in
            if special.contains(character) { result.append("\\") }
            result.append(character)
        }
    }
}
