# bash completion for shelf

# Sets what the command "$1" takes.
_shelf_enter() {
    case $1 in
    shelf)
        commands=' add list move export config help '
        options=' -c --config --set --version -h --help '
        valued=' -c --config --set '
        ;;
    'shelf add')
        commands='  '
        options=' -n --pages -l --lent --no-lent -y --yes --random --author --genre -c --config --set -h --help '
        valued=' -n --pages --author --genre -c --config --set '
        ;;
    'shelf list')
        commands='  '
        options=' -f --format --sort -c --config --set -h --help '
        valued=' -f --format --sort -c --config --set '
        ;;
    'shelf move')
        commands='  '
        options=' -c --config --set -h --help '
        valued=' -c --config --set '
        ;;
    'shelf export')
        commands='  '
        options=' -c --config --set -h --help '
        valued=' -c --config --set '
        ;;
    'shelf config')
        commands=' show check '
        options=' -c --config --set -h --help '
        valued=' -c --config --set '
        ;;
    'shelf config show')
        commands='  '
        options=' -c --config --set -h --help '
        valued=' -c --config --set '
        ;;
    'shelf config check')
        commands='  '
        options=' -c --config --set -h --help '
        valued=' -c --config --set '
        ;;
    'shelf help')
        commands='  '
        options=' -c --config --set -h --help '
        valued=' -c --config --set '
        ;;
    esac
}

# Offers those of the given words that begin with what has been typed.
_shelf_offer() {
    local word quoted
    for word in "$@"; do
        if [[ $word == "$current"* ]]; then
            printf -v quoted %q "$word"
            COMPREPLY+=("$quoted")
        fi
    done
}

# Offers what the program knows of a kind.
_shelf_ask() {
    local word
    while IFS= read -r word; do
        _shelf_offer "$word"
    done < <("${COMP_WORDS[0]}" __complete "$1" "$current" 2>/dev/null)
}

_shelf_files() {
    local IFS=$'\n'
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen "$1" -- "$current"))
}

# Offers values for the option "$2" of the command "$1", or for its argument number "$2".
_shelf_values() {
    case "$1 $2" in
    'shelf -c' | 'shelf --config') _shelf_files -f ;;
    'shelf add -c' | 'shelf add --config') _shelf_files -f ;;
    'shelf list -f' | 'shelf list --format') _shelf_offer table json csv ;;
    'shelf list --sort') _shelf_offer title pages ;;
    'shelf list -c' | 'shelf list --config') _shelf_files -f ;;
    'shelf move -c' | 'shelf move --config') _shelf_files -f ;;
    'shelf move '[0-9]*) _shelf_ask books ;;
    'shelf move 1') _shelf_offer upper lower ;;
    'shelf export -c' | 'shelf export --config') _shelf_files -f ;;
    'shelf export 1') _shelf_files -d ;;
    'shelf config -c' | 'shelf config --config') _shelf_files -f ;;
    'shelf config show -c' | 'shelf config show --config') _shelf_files -f ;;
    'shelf config check -c' | 'shelf config check --config') _shelf_files -f ;;
    'shelf config check 0') _shelf_files -f ;;
    'shelf help -c' | 'shelf help --config') _shelf_files -f ;;
    'shelf help '[0-9]*) _shelf_offer add list move export config ;;
    *) ;;
    esac
}

_shelf() {
    local current=${COMP_WORDS[COMP_CWORD]} word option='' ended='' place=0 i=1
    local path=shelf commands='' options='' valued=''
    COMPREPLY=()
    _shelf_enter "$path"
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
            _shelf_enter "$path"
        else
            ((place++))
        fi
        ((i++))
    done
    # The option whose value is being typed is the one that reached past the current word.
    if [[ -n $option ]] && ((i > COMP_CWORD)); then
        _shelf_values "$path" "$option"
    elif [[ $current == -* && -z $ended ]]; then
        _shelf_offer $options
    else
        [[ $place == 0 ]] && _shelf_offer $commands
        _shelf_values "$path" "$place"
    fi
}

complete -F _shelf shelf
