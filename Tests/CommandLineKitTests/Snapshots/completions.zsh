#compdef shelf
# zsh completion for shelf

_shelf_complete() {
    local line
    local -a values shown open
    while IFS= read -r line; do
        case $line in
        $'\tfiles') compset -P '--*='; _files; continue ;;
        $'\tdirectories') compset -P '--*='; _files -/; continue ;;
        esac
        if [[ ${line%%$'\t'*} == *[:=/,] ]]; then
            open+=("${line%%$'\t'*}")
        else
            values+=("${line%%$'\t'*}")
            shown+=("${${line/$'\t'/  -- }%  -- }")
        fi
    done < <('shelf' __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
    # The program has chosen already; an ID may be offered for a name.
    (( ${#values} )) && compadd -U -l -d shown -a values
    (( ${#open} )) && compadd -U -S '' -a open
}

if [[ $funcstack[1] == _shelf_complete ]]; then
    _shelf_complete "$@"
else
    compdef _shelf_complete 'shelf'
fi
