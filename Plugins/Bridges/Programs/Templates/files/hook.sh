#!/bin/sh
# Refuses items without a location. Needs jq.
# Trust it with:  loot plugins trust ./loot-plugin-@NAME@     Test it with:  loot plugins test ./loot-plugin-@NAME@
[ "$LOOT_PLUGIN" = 1 ] || { sed -n 2,3p "$0"; exit; }

hello='{"protocol":1,"name":"@NAME@","version":"0.1","offers":[{"kind":"hook","name":"@NAME@","summary":"Refuses new items without a location.","features":["before"]}]}'

# Answers the request $line with the given $method.
handle() {
    case $method in
    before)
        name=$(printf %s "$line" | jq -r '[.params.transaction.changes[].insert // empty | select((.location // "") == "") | .name] | first // ""')
        if [ -n "$name" ]; then refuse declined "$name has no location." 'Set its location.'; else answer '{}'; fi
        ;;
    *) unknown ;;
    esac
}

@PROTOCOL@
