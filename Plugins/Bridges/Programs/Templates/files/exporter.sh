#!/bin/sh
# Writes a line for each item. Needs jq.
# Trust it with:  loot plugins trust ./loot-plugin-@NAME@     Test it with:  loot plugins test ./loot-plugin-@NAME@
[ "$LOOT_PLUGIN" = 1 ] || { sed -n 2,3p "$0"; exit; }

hello='{"protocol":1,"name":"@NAME@","version":"0.1","offers":[{"kind":"exporter","name":"@NAME@","summary":"A line for each item.","fileExtensions":["@NAME@"]}]}'

# Answers the request $line with the given $method.
handle() {
    case $method in
    export)
        answer "$(printf %s "$line" | jq -c '{text: (.params.items | map(.name + "\n") | add // "")}')"
        ;;
    *) unknown ;;
    esac
}

@PROTOCOL@
