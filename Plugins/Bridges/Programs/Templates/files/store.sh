#!/bin/sh
# Keeps items in a JSON file. Needs jq.
# Trust it with:  loot plugins trust ./loot-plugin-@NAME@     Test it with:  loot plugins test ./loot-plugin-@NAME@
[ "$LOOT_PLUGIN" = 1 ] || { sed -n 2,3p "$0"; exit; }

hello='{"protocol":1,"name":"@NAME@","version":"0.1","offers":[{"kind":"store","name":"@NAME@",
"summary":"Items in a JSON file.","shortForm":["path"],
"options":[{"name":"path","kind":"path","required":true,"summary":"The file."}]}]}'
hello=$(printf %s "$hello" | jq -c .)

# Computes the state after a commit. "put" holds the new and changed items, complete. Prints nothing if the list has changed.
apply='.[0] as $state | .[1].params as $p | select($state.revision == $p.from)
    | reduce $p.commit.changes[] as $c ($state.items;
        if $c.insert then .[:$c.at] + [$c.insert] + .[$c.at:]
        elif $c.remove then map(select(.id != $c.remove))
        elif $c.move then (map(select(.id == $c.move))) as $m | map(select(.id != $c.move)) | .[:$c.to] + $m + .[$c.to:]
        else . end)
    | ($p.put | map({key: .id, value: .}) | from_entries) as $put
    | {revision: $p.commit.revision, items: map($put[.id] // .)}'
# A file that exists but can't be read isn't an empty list.
state() { if [ -e "$path" ]; then cat "$path"; else echo '{"revision":0,"items":[]}'; fi; }

# A message has at most 16 MiB, so items are sent 5,000 at a time.
part='(.[1].params.from // 0) as $from | .[0] | {revision, items: .items[$from:$from + 5000]}
    + if (.items | length) > $from + 5000 then {next: ($from + 5000)} else {} end'

# Writes a new file and renames it, so that a full disk or a crash leaves the old list. "sync" makes the file, and then its
# name, survive a power cut.
commit() {
    if ! { state && printf '%s\n' "$line"; } | jq -sc "$apply" >"$path.new"; then
        refuse input-output "Can't write $path.new." 'Free some disk space.'
    elif [ ! -s "$path.new" ]; then
        refuse conflict 'Another program changed the list.' 'Try again.'
    elif sync "$path.new" && mv "$path.new" "$path" && sync "${path%/*}/"; then
        answer "{\"revision\":$revision}"
    else
        refuse input-output "Can't replace $path." 'Free some disk space.'
    fi
}
command -v flock >/dev/null || flock() { :; }

# Answers the request $line with the given $method.
handle() {
    case $method in
    open)
        path=$(printf %s "$line" | jq -r .params.settings.path)
        answer "$(state | jq -c '{revision}')"
        ;;
    revision)
        answer "$(state | jq -c '{revision}')"
        ;;
    load)
        answer "$({ state && printf '%s\n' "$line"; } | jq -sc "$part")"
        ;;
    commit)
        # Only one program writes at a time.
        { flock 9 && commit; } 9>"$path.lock" || refuse cannot-create "Can't write $path.lock." ''
        ;;
    *) unknown ;;
    esac
}

@PROTOCOL@
