#!/bin/sh
# Reads a name on each line. Needs jq.
# Trust it with:  loot plugins trust ./loot-plugin-@NAME@     Test it with:  loot plugins test ./loot-plugin-@NAME@ --sample FILE
[ "$LOOT_PLUGIN" = 1 ] || { sed -n 2,3p "$0"; exit; }

hello='{"protocol":1,"name":"@NAME@","version":"0.1","offers":[{"kind":"importer","name":"@NAME@","summary":"A name on each line.","fileExtensions":["@NAME@"]}]}'
data=

# Answers the request $line with the given $method.
handle() {
    case $method in
    import)
        data=$data$(printf %s "$line" | jq -r '.params.data // ""')
        if [ "$(printf %s "$line" | jq .params.more)" = true ]; then
            answer '{}'
        else
            answer "$(printf %s "$data" | base64 -d | jq -Rsc '{entries: [split("\n") | to_entries[]
                | select(.value != "") | {item: {name: .value}, line: (.key + 1)}]}')"
            data=
        fi
        ;;
    *) unknown ;;
    esac
}

@PROTOCOL@
