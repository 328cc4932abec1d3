# bash completion for shelf

_shelf_complete() {
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
    [[ $typed == [\'\"]* ]] && quote=${typed:0:1}
    for ((i = 0; i <= last; i++)); do
        words[i]=${words[i]//[\'\"\\]/}
    done
    COMPREPLY=()
    while IFS= read -r candidate; do
        case $candidate in
        $'\tfiles' | $'\tdirectories')
            local IFS=$'\n' kind=-f
            [[ $candidate == *directories ]] && kind=-d
            compopt -o filenames 2>/dev/null
            COMPREPLY+=($(compgen $kind -- "${words[last]#"$head"}"))
            continue
            ;;
        esac
        candidate=${candidate%%$'\t'*}
        [[ $candidate == *[:=/,] ]] && compopt -o nospace 2>/dev/null
        candidate=${candidate#"$head"}
        if [[ -z $quote ]]; then
            printf -v candidate %q "$candidate"
            # A comma says nothing to the shell, and is more easily read as it is.
            candidate=${candidate//\\,/,}
        fi
        COMPREPLY+=("$candidate")
    done < <("${COMP_WORDS[0]}" __complete "${words[@]:1}" 2>/dev/null)
}

complete -F _shelf_complete 'shelf'
