#!/bin/sh
# Lowers the value of items by a percentage. Needs jq.
# Trust it with:  loot plugins trust ./loot-plugin-@NAME@     Test it with:  loot plugins test ./loot-plugin-@NAME@
[ "$LOOT_PLUGIN" = 1 ] || { sed -n 2,3p "$0"; exit; }

hello='{"protocol":1,"name":"@NAME@","version":"0.1","offers":[{"kind":"action","name":"@NAME@","title":"Lower the value","summary":"Lower the value of items.","parameters":[{"name":"percent","kind":"integer","required":true,"summary":"How much of the value is taken off."}]}]}'

# Answers the request $line with the given $method.
handle() {
    case $method in
    plan)
        percent=$(printf %s "$line" | jq -c .params.arguments.percent)
        if [ "$percent" -gt 0 ] 2>/dev/null && [ "$percent" -le 100 ]; then
            answer "$(printf %s "$line" | jq -c --argjson percent "$percent" '{changes: [.params.items[]
                | select(.valueInDollars | type == "number")
                | {update: .id, set: {valueInDollars: ((.valueInDollars * (100 - $percent) | round) / 100)}}]}')"
        else
            refuse invalid-value "$percent isn't a percentage." 'Enter a number from 1 to 100.'
        fi
        ;;
    *) unknown ;;
    esac
}

@PROTOCOL@
