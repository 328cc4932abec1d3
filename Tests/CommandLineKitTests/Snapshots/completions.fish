# fish completion for shelf

function _shelf_complete
    set -l words (commandline -opc)
    set -l typed (commandline -ct)
    # The typed text still has its quotes and backslashes, which aren't part of the word.
    set -l word (string replace -ra '[\\\\\'"]' '' -- "$typed")
    for line in ('shelf' __complete $words[2..-1] "$word" 2>/dev/null)
        switch $line
            case \tfiles
                __fish_complete_path "$typed"
            case \tdirectories
                __fish_complete_directories "$typed"
            case '*'
                printf '%s\n' $line
        end
    end
end

complete -c 'shelf' -f -a '(_shelf_complete)'
