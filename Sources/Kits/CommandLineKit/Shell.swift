/// A shell that is supported by completion scripts.
@nonexhaustive
public enum Shell: String, Sendable, Hashable, CaseIterable {
    /// GNU Bash.
    case bash
    /// The Z shell.
    case zsh
    /// The fish shell.
    case fish
}

extension Program {
    /// Returns a script that makes a shell use this program for completions.
    public func completionScript(for shell: Shell) -> String {
        let name = root.name
        let letters = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        let function = "_\(String(letters))_complete"
        let quoted =
            "'" + name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
            + "'"
        return switch shell {
        case .bash: bash(function, quoted)
        case .zsh: zsh(function, quoted)
        case .fish: fish(function, name)
        }
    }

    /// Supports Bash 3.2 and later, without the bash-completion package.
    private func bash(_ function: String, _ program: String) -> String {
        """
        # bash completion for \(root.name)

        \(function)() {
            local rest=${COMP_LINE:0:COMP_POINT} piece candidate i last=0
            local -a words=()
            # bash also splits words at ":" and "=". Join the parts of a word in the line.
            for ((i = 0; i <= COMP_CWORD; i++)); do
                piece=${COMP_WORDS[i]}
                if [[ $i == 0 || $rest == [[:space:]]* ]]; then
                    last=${#words[@]}
                    words[last]=''
                    rest=${rest#"${rest%%[![:space:]]*}"}
                fi
                [[ ${#piece} -gt ${#rest} ]] && piece=$rest
                rest=${rest#"$piece"}
                words[last]+=$piece
            done
            # Bash replaces only the part of the word after the last of these characters.
            local typed=${words[last]} head='' quote=''
            [[ $typed == *[:=]* && $COMP_WORDBREAKS == *:* ]] && head=${typed%"${typed##*[:=]}"}
            [[ $typed == [\\'\\"]* ]] && quote=${typed:0:1}
            for ((i = 0; i <= last; i++)); do
                words[i]=${words[i]//[\\'\\"\\\\]/}
            done
            COMPREPLY=()
            while IFS= read -r candidate; do
                case $candidate in
                $'\\tfiles' | $'\\tdirectories')
                    local IFS=$'\\n' kind=-f
                    [[ $candidate == *directories ]] && kind=-d
                    compopt -o filenames 2>/dev/null
                    COMPREPLY+=($(compgen $kind -- "${words[last]#"$head"}"))
                    continue
                    ;;
                esac
                candidate=${candidate%%$'\\t'*}
                [[ $candidate == *[:=/,] ]] && compopt -o nospace 2>/dev/null
                candidate=${candidate#"$head"}
                if [[ -z $quote ]]; then
                    printf -v candidate %q "$candidate"
                    # A comma says nothing to the shell, and is more easily read as it is.
                    candidate=${candidate//\\\\,/,}
                fi
                COMPREPLY+=("$candidate")
            done < <("${COMP_WORDS[0]}" \(Completion.command) "${words[@]:1}" 2>/dev/null)
        }

        complete -F \(function) \(program)

        """
    }

    private func zsh(_ function: String, _ program: String) -> String {
        """
        #compdef \(root.name)
        # zsh completion for \(root.name)

        \(function)() {
            local line
            local -a values shown open
            while IFS= read -r line; do
                case $line in
                $'\\tfiles') compset -P '--*='; _files; continue ;;
                $'\\tdirectories') compset -P '--*='; _files -/; continue ;;
                esac
                if [[ ${line%%$'\\t'*} == *[:=/,] ]]; then
                    open+=("${line%%$'\\t'*}")
                else
                    values+=("${line%%$'\\t'*}")
                    shown+=("${${line/$'\\t'/  -- }%  -- }")
                fi
            done < <(\(program) \(Completion.command) "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
            # The program has chosen already; an ID may be offered for a name.
            (( ${#values} )) && compadd -U -l -d shown -a values
            (( ${#open} )) && compadd -U -S '' -a open
        }

        if [[ $funcstack[1] == \(function) ]]; then
            \(function) "$@"
        else
            compdef \(function) \(program)
        fi

        """
    }

    private func fish(_ function: String, _ name: String) -> String {
        let program = "'" + name.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
        return """
            # fish completion for \(name)

            function \(function)
                set -l words (commandline -opc)
                set -l typed (commandline -ct)
                # The typed text still has its quotes and backslashes, which aren't part of the word.
                set -l word (string replace -ra '[\\\\\\\\\\'"]' '' -- "$typed")
                for line in (\(program) \(Completion.command) $words[2..-1] "$word" 2>/dev/null)
                    switch $line
                        case \\tfiles
                            __fish_complete_path "$typed"
                        case \\tdirectories
                            __fish_complete_directories "$typed"
                        case '*'
                            printf '%s\\n' $line
                    end
                end
            end

            complete -c \(program) -f -a '(\(function))'

            """
    }
}
