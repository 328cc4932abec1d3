# fish completion for shelf

# Whether the words so far name exactly the command "$argv[1]".
function __shelf_at
    set -l words (commandline -opc)
    set -l path 'shelf'
    set -l is_value no
    set -e words[1]
    for word in $words
        if test $is_value = yes
            set is_value no
            continue
        end
        switch "$path $word"
            case 'shelf -c' 'shelf --config' 'shelf --set' 'shelf add -n' 'shelf add --pages' 'shelf add --author' 'shelf add --genre' 'shelf add -c' 'shelf add --config' 'shelf add --set' 'shelf list -f' 'shelf list --format' 'shelf list --sort' 'shelf list -c' 'shelf list --config' 'shelf list --set' 'shelf move -c' 'shelf move --config' 'shelf move --set' 'shelf export -c' 'shelf export --config' 'shelf export --set' 'shelf config -c' 'shelf config --config' 'shelf config --set' 'shelf config show -c' 'shelf config show --config' 'shelf config show --set' 'shelf config check -c' 'shelf config check --config' 'shelf config check --set' 'shelf help -c' 'shelf help --config' 'shelf help --set'
                set is_value yes
            case 'shelf add' 'shelf list' 'shelf move' 'shelf export' 'shelf config' 'shelf config show' 'shelf config check' 'shelf help'
                set path "$path $word"
        end
    end
    test "$path" = "$argv[1]"
end

# What the program knows of a kind.
function __shelf_ask
    'shelf' __complete $argv[1] (commandline -ct) 2>/dev/null
end

complete -c 'shelf' -f
complete -c 'shelf' -n '__shelf_at \'shelf\'' -a 'add' -d 'Put a book on the shelf'
complete -c 'shelf' -n '__shelf_at \'shelf\'' -a 'list' -d 'Show the books'
complete -c 'shelf' -n '__shelf_at \'shelf\'' -a 'move' -d 'Move books to another shelf'
complete -c 'shelf' -n '__shelf_at \'shelf\'' -a 'export' -d 'Write to a directory'
complete -c 'shelf' -n '__shelf_at \'shelf\'' -a 'config' -d 'Look at the configuration'
complete -c 'shelf' -n '__shelf_at \'shelf\'' -a 'help' -d 'Show help for a command'
complete -c 'shelf' -n '__shelf_at \'shelf\'' -s 'c' -l 'config' -r -F -d 'Read this configuration'
complete -c 'shelf' -n '__shelf_at \'shelf\'' -l 'set' -r -f -d 'Change one setting'
complete -c 'shelf' -n '__shelf_at \'shelf\'' -l 'version' -d 'Show the version'
complete -c 'shelf' -n '__shelf_at \'shelf\'' -s 'h' -l 'help' -d 'Show help'
complete -c 'shelf' -n '__shelf_at \'shelf add\'' -s 'n' -l 'pages' -r -f -d 'How many pages it has'
complete -c 'shelf' -n '__shelf_at \'shelf add\'' -s 'l' -l 'lent' -d 'It\'s lent'
complete -c 'shelf' -n '__shelf_at \'shelf add\'' -l 'no-lent' -d 'It\'s lent'
complete -c 'shelf' -n '__shelf_at \'shelf add\'' -s 'y' -l 'yes' -d 'Ask nothing'
complete -c 'shelf' -n '__shelf_at \'shelf add\'' -l 'random' -d 'Make books up'
complete -c 'shelf' -n '__shelf_at \'shelf add\'' -l 'author' -r -f -d 'The author [any text: free]'
complete -c 'shelf' -n '__shelf_at \'shelf add\'' -l 'genre' -r -f -d 'The genre [any text: free]'
complete -c 'shelf' -n '__shelf_at \'shelf add\'' -s 'c' -l 'config' -r -F -d 'Read this configuration'
complete -c 'shelf' -n '__shelf_at \'shelf add\'' -l 'set' -r -f -d 'Change one setting'
complete -c 'shelf' -n '__shelf_at \'shelf add\'' -s 'h' -l 'help' -d 'Show help'
complete -c 'shelf' -n '__shelf_at \'shelf list\'' -s 'f' -l 'format' -r -f -a '\'table\' \'json\' \'csv\'' -d 'How to write them'
complete -c 'shelf' -n '__shelf_at \'shelf list\'' -l 'sort' -r -f -a '\'title\' \'pages\'' -d 'In which order'
complete -c 'shelf' -n '__shelf_at \'shelf list\'' -s 'c' -l 'config' -r -F -d 'Read this configuration'
complete -c 'shelf' -n '__shelf_at \'shelf list\'' -l 'set' -r -f -d 'Change one setting'
complete -c 'shelf' -n '__shelf_at \'shelf list\'' -s 'h' -l 'help' -d 'Show help'
complete -c 'shelf' -n '__shelf_at \'shelf move\'' -s 'c' -l 'config' -r -F -d 'Read this configuration'
complete -c 'shelf' -n '__shelf_at \'shelf move\'' -l 'set' -r -f -d 'Change one setting'
complete -c 'shelf' -n '__shelf_at \'shelf move\'' -s 'h' -l 'help' -d 'Show help'
complete -c 'shelf' -n '__shelf_at \'shelf move\'' -f -a '(__shelf_ask \'books\')' -d 'BOOK'
complete -c 'shelf' -n '__shelf_at \'shelf move\'' -f -a '\'upper\' \'lower\'' -d 'SHELF'
complete -c 'shelf' -n '__shelf_at \'shelf export\'' -s 'c' -l 'config' -r -F -d 'Read this configuration'
complete -c 'shelf' -n '__shelf_at \'shelf export\'' -l 'set' -r -f -d 'Change one setting'
complete -c 'shelf' -n '__shelf_at \'shelf export\'' -s 'h' -l 'help' -d 'Show help'
complete -c 'shelf' -n '__shelf_at \'shelf export\'' -f -a '(__fish_complete_directories)' -d 'DIRECTORY'
complete -c 'shelf' -n '__shelf_at \'shelf config\'' -a 'show' -d 'Show every setting'
complete -c 'shelf' -n '__shelf_at \'shelf config\'' -a 'check' -d 'Check a file'
complete -c 'shelf' -n '__shelf_at \'shelf config\'' -s 'c' -l 'config' -r -F -d 'Read this configuration'
complete -c 'shelf' -n '__shelf_at \'shelf config\'' -l 'set' -r -f -d 'Change one setting'
complete -c 'shelf' -n '__shelf_at \'shelf config\'' -s 'h' -l 'help' -d 'Show help'
complete -c 'shelf' -n '__shelf_at \'shelf config show\'' -s 'c' -l 'config' -r -F -d 'Read this configuration'
complete -c 'shelf' -n '__shelf_at \'shelf config show\'' -l 'set' -r -f -d 'Change one setting'
complete -c 'shelf' -n '__shelf_at \'shelf config show\'' -s 'h' -l 'help' -d 'Show help'
complete -c 'shelf' -n '__shelf_at \'shelf config check\'' -s 'c' -l 'config' -r -F -d 'Read this configuration'
complete -c 'shelf' -n '__shelf_at \'shelf config check\'' -l 'set' -r -f -d 'Change one setting'
complete -c 'shelf' -n '__shelf_at \'shelf config check\'' -s 'h' -l 'help' -d 'Show help'
complete -c 'shelf' -n '__shelf_at \'shelf config check\'' -F -d 'FILE'
complete -c 'shelf' -n '__shelf_at \'shelf help\'' -s 'c' -l 'config' -r -F -d 'Read this configuration'
complete -c 'shelf' -n '__shelf_at \'shelf help\'' -l 'set' -r -f -d 'Change one setting'
complete -c 'shelf' -n '__shelf_at \'shelf help\'' -s 'h' -l 'help' -d 'Show help'
complete -c 'shelf' -n '__shelf_at \'shelf help\'' -f -a '\'add\' \'list\' \'move\' \'export\' \'config\'' -d 'COMMAND'
