#!/bin/sh
# Groups items by the first word of their names. Needs jq.
# Trust it with:  loot plugins trust ./loot-plugin-@NAME@     Test it with:  loot plugins test ./loot-plugin-@NAME@
[ "$LOOT_PLUGIN" = 1 ] || { sed -n 2,3p "$0"; exit; }

hello='{"protocol":1,"name":"@NAME@","version":"0.1","offers":[{"kind":"sectioning","name":"@NAME@","summary":"By the first word of the name.","fields":["name"]}]}'

# Answers the request $line with the given $method.
handle() {
    case $method in
    keys)
        answer "$(printf %s "$line" | jq -c '{keys: [.params.items[] | (.name // "") | split(" ") | map(select(. != "")) | first]}')"
        ;;
    *) unknown ;;
    esac
}

@PROTOCOL@
