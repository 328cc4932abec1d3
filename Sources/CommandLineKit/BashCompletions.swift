/// Completions for bash, from version 3.2 on, without help from the bash-completion package.
struct BashCompletions {
    var program: String
    var scopes: [Scope]

    private var function: String { functionName(program) }

    var script: String {
        """
        # bash completion for \(program)

        # Sets what the command "$1" takes.
        \(function)_enter() {
            case $1 in
        \(scopes.map(declaration).joined(separator: "\n"))
            esac
        }

        # Offers those of the given words that begin with what has been typed.
        \(function)_offer() {
            local word quoted
            for word in "$@"; do
                if [[ $word == "$current"* ]]; then
                    printf -v quoted %q "$word"
                    COMPREPLY+=("$quoted")
                fi
            done
        }

        # Offers what the program knows of a kind.
        \(function)_ask() {
            local word
            while IFS= read -r word; do
                \(function)_offer "$word"
            done < <("${COMP_WORDS[0]}" __complete "$1" "$current" 2>/dev/null)
        }

        \(function)_files() {
            local IFS=$'\\n'
            compopt -o filenames 2>/dev/null
            COMPREPLY=($(compgen "$1" -- "$current"))
        }

        # Offers values for the option "$2" of the command "$1", or for its argument number "$2".
        \(function)_values() {
            case "$1 $2" in
        \(scopes.flatMap(values).joined(separator: "\n"))
            *) ;;
            esac
        }

        \(function)() {
            local current=${COMP_WORDS[COMP_CWORD]} word option='' ended='' place=0 i=1
            local path=\(shellQuoted(program)) commands='' options='' valued=''
            COMPREPLY=()
            \(function)_enter "$path"
            # bash makes a word of the "=" in --option=value.
            [[ $current == = ]] && current=''
            while ((i < COMP_CWORD)); do
                word=${COMP_WORDS[i]}
                option=''
                if [[ -n $ended ]]; then
                    ((place++))
                elif [[ $word == -- ]]; then
                    ended=1
                elif [[ $valued == *" $word "* ]]; then
                    option=$word
                    [[ ${COMP_WORDS[i + 1]} == = ]] && ((i < COMP_CWORD - 1)) && ((i++))
                    ((i++))
                elif [[ $word == -?* ]]; then
                    :
                elif [[ $place == 0 && $commands == *" $word "* ]]; then
                    path="$path $word"
                    \(function)_enter "$path"
                else
                    ((place++))
                fi
                ((i++))
            done
            # The option whose value is being typed is the one that reached past the current word.
            if [[ -n $option ]] && ((i > COMP_CWORD)); then
                \(function)_values "$path" "$option"
            elif [[ $current == -* && -z $ended ]]; then
                \(function)_offer $options
            else
                [[ $place == 0 ]] && \(function)_offer $commands
                \(function)_values "$path" "$place"
            fi
        }

        complete -F \(function) \(shellQuoted(program))

        """
    }

    private func declaration(of scope: Scope) -> String {
        let options = scope.visibleOptions
        return """
                \(shellQuoted(scope.name)))
                    commands=\(spaced(scope.visibleSubcommands.map(\.name)))
                    options=\(spaced(options.flatMap(\.offeredSpellings)))
                    valued=\(spaced(options.filter(\.needsValue).flatMap(\.spellings)))
                    ;;
            """
    }

    /// Words with a space on both sides of each, so that a word can be found in them.
    private func spaced(_ words: [String]) -> String { "' \(words.joined(separator: " ")) '" }

    private func values(of scope: Scope) -> [String] {
        var arms: [String] = []
        for option in scope.visibleOptions {
            guard option.needsValue, let offer = offer(option.values) else { continue }
            let patterns = option.spellings.map { shellQuoted("\(scope.name) \($0)") }
            arms.append("    \(patterns.joined(separator: " | "))) \(offer) ;;")
        }
        let hasRepeated = scope.arguments.contains(where: \.isRepeated)
        for (index, argument) in scope.arguments.enumerated() {
            // An argument without an offer still keeps its place before one that is repeated.
            guard let offer = offer(argument.values) ?? (hasRepeated ? ":" : nil) else { continue }
            let isOpen = argument.isRepeated
            let pattern =
                isOpen ? shellQuoted(scope.name + " ") + "[0-9]*" : shellQuoted("\(scope.name) \(index)")
            arms.append("    \(pattern)) \(offer) ;;")
        }
        return arms
    }

    private func offer(_ values: Values) -> String? {
        switch values {
        case .any: nil
        case .oneOf(let words), .suggested(let words):
            "\(function)_offer \(words.map(shellQuoted).joined(separator: " "))"
        case .file: "\(function)_files -f"
        case .directory: "\(function)_files -d"
        case .asked(let kind): "\(function)_ask \(shellQuoted(kind))"
        }
    }
}
