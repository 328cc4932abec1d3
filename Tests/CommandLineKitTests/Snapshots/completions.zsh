#compdef shelf
# zsh completion for shelf

# Offers what the program knows of a kind.
__shelf_ask() {
    local -a found
    found=("${(@f)$(shelf __complete "$1" "$PREFIX" 2>/dev/null)}")
    compadd -- "${(@)found:#}"
}

_shelf() {
    local curcontext=$curcontext state line
    local -a commands
    _arguments -C -s -S \
        '(-c --config)-c+[Read this configuration]:FILE:_files' \
        '(-c --config)--config=[Read this configuration]:FILE:_files' \
        '*--set=[Change one setting]:KEY=VALUE: ' \
        '(--version)--version[Show the version]' \
        '(-h --help)-h[Show help]' \
        '(-h --help)--help[Show help]' \
        '1: :->command' \
        '*:: :->rest'
    case $state in
    command)
        commands=(
            'add:Put a book on the shelf'
            'list:Show the books'
            'move:Move books to another shelf'
            'export:Write to a directory'
            'config:Look at the configuration'
            'help:Show help for a command'
        )
        _describe -t commands command commands
        ;;
    rest)
        case $line[1] in
        add) _shelf_add ;;
        list) _shelf_list ;;
        move) _shelf_move ;;
        export) _shelf_export ;;
        config) _shelf_config ;;
        help) _shelf_help ;;
        esac
        ;;
    esac
}

_shelf_add() {
    _arguments -s -S \
        '(-n --pages)-n+[How many pages it has]:N: ' \
        '(-n --pages)--pages=[How many pages it has]:N: ' \
        '(-l --lent --no-lent)-l[It'\''s lent]' \
        '(-l --lent --no-lent)--lent[It'\''s lent]' \
        '(-l --lent --no-lent)--no-lent[It'\''s lent]' \
        '(-y --yes)-y[Ask nothing]' \
        '(-y --yes)--yes[Ask nothing]' \
        '(--random)--random=[Make books up]::COUNT: ' \
        '(--author)--author=[The author \[any text: free\]]:AUTHOR: ' \
        '(--genre)--genre=[The genre \[any text: free\]]:GENRE: ' \
        '(-c --config)-c+[Read this configuration]:FILE:_files' \
        '(-c --config)--config=[Read this configuration]:FILE:_files' \
        '*--set=[Change one setting]:KEY=VALUE: ' \
        '(-h --help)-h[Show help]' \
        '(-h --help)--help[Show help]' \
        '1:TITLE: '
}

_shelf_list() {
    _arguments -s -S \
        '(-f --format)-f+[How to write them]:FORMAT:(table json csv)' \
        '(-f --format)--format=[How to write them]:FORMAT:(table json csv)' \
        '(--sort)--sort=[In which order]:FIELD:(title pages)' \
        '(-c --config)-c+[Read this configuration]:FILE:_files' \
        '(-c --config)--config=[Read this configuration]:FILE:_files' \
        '*--set=[Change one setting]:KEY=VALUE: ' \
        '(-h --help)-h[Show help]' \
        '(-h --help)--help[Show help]'
}

_shelf_move() {
    _arguments -s -S \
        '(-c --config)-c+[Read this configuration]:FILE:_files' \
        '(-c --config)--config=[Read this configuration]:FILE:_files' \
        '*--set=[Change one setting]:KEY=VALUE: ' \
        '(-h --help)-h[Show help]' \
        '(-h --help)--help[Show help]' \
        '*:BOOK: __shelf_ask books' \
        '2:SHELF:(upper lower)'
}

_shelf_export() {
    _arguments -s -S \
        '(-c --config)-c+[Read this configuration]:FILE:_files' \
        '(-c --config)--config=[Read this configuration]:FILE:_files' \
        '*--set=[Change one setting]:KEY=VALUE: ' \
        '(-h --help)-h[Show help]' \
        '(-h --help)--help[Show help]' \
        '1:NAME: ' \
        '2:DIRECTORY:_files -/'
}

_shelf_config() {
    local curcontext=$curcontext state line
    local -a commands
    _arguments -C -s -S \
        '(-c --config)-c+[Read this configuration]:FILE:_files' \
        '(-c --config)--config=[Read this configuration]:FILE:_files' \
        '*--set=[Change one setting]:KEY=VALUE: ' \
        '(-h --help)-h[Show help]' \
        '(-h --help)--help[Show help]' \
        '1: :->command' \
        '*:: :->rest'
    case $state in
    command)
        commands=(
            'show:Show every setting'
            'check:Check a file'
        )
        _describe -t commands command commands
        ;;
    rest)
        case $line[1] in
        show) _shelf_config_show ;;
        check) _shelf_config_check ;;
        esac
        ;;
    esac
}

_shelf_config_show() {
    _arguments -s -S \
        '(-c --config)-c+[Read this configuration]:FILE:_files' \
        '(-c --config)--config=[Read this configuration]:FILE:_files' \
        '*--set=[Change one setting]:KEY=VALUE: ' \
        '(-h --help)-h[Show help]' \
        '(-h --help)--help[Show help]'
}

_shelf_config_check() {
    _arguments -s -S \
        '(-c --config)-c+[Read this configuration]:FILE:_files' \
        '(-c --config)--config=[Read this configuration]:FILE:_files' \
        '*--set=[Change one setting]:KEY=VALUE: ' \
        '(-h --help)-h[Show help]' \
        '(-h --help)--help[Show help]' \
        '1:FILE:_files'
}

_shelf_help() {
    _arguments -s -S \
        '(-c --config)-c+[Read this configuration]:FILE:_files' \
        '(-c --config)--config=[Read this configuration]:FILE:_files' \
        '*--set=[Change one setting]:KEY=VALUE: ' \
        '(-h --help)-h[Show help]' \
        '(-h --help)--help[Show help]' \
        '*:COMMAND:(add list move export config)'
}

if [[ $funcstack[1] == _shelf ]]; then
    _shelf "$@"
else
    compdef _shelf shelf
fi
