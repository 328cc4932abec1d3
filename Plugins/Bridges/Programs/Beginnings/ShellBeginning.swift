/// The beginnings of plugins in Shell. `@NAME@` stands for the plugin's name.
enum ShellBeginning {
    /// What every one begins with.
    static let head = ###"""
        #!/bin/sh
        # @SUMMARY@ Needs jq.
        # Trust it with:  loot plugins trust ./loot-plugin-@NAME@     Test it with:  loot plugins test ./loot-plugin-@NAME@
        [ "$LOOT_PLUGIN" = 1 ] || { sed -n 2,3p "$0"; exit; }

        # Answers the request at hand with a result, or with an error: code, why, what next.
        answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$1"; }
        refuse() {
            jq -nc --argjson id "$id" --arg code "$1" --arg why "$2" --arg next "$3" '{jsonrpc: "2.0", $id,
                error: {code: -32000, message: $why, data: {$code, because: $why, $next}}}'
        }

        """###

    /// What every one ends with.
    static let tail = ###"""

        # One jq takes all lines apart: the id, the method, the revision of a commit, and the line.
        jq --unbuffered -nr 'label $all | inputs | objects
            | "\(.id // 0) \(.method) \((.params.commit.revision)? // 0) \(tojson)",
            if .method == "close" then break $all else empty end' |
        while read -r id method revision line; do
            [ "$id" != 0 ] || continue # a notification, such as $/cancel
            case $method in
        @CASES@    close)
                answer '{}'
                exit
                ;;
            *) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no such method"}}\n' "$id" ;;
            esac
        done

        """###

    /// What is of a kind: what it does, its functions, and its methods.
    static let kinds: [String: (summary: String, body: String, cases: String)] = [
        "store": (
            "Keeps items in a JSON file.",
            ###"""

            hello='{"protocol":1,"name":"@NAME@","version":"0.1","offers":[{"kind":"store","name":"@NAME@",
            "summary":"Items in a JSON file of your own.","shortForm":["path"],
            "options":[{"name":"path","kind":"path","required":true,"summary":"The file."}]}]}'
            hello=$(printf %s "$hello" | jq -c .)

            # The new state after a commit: "put" has the new and changed items as a whole. Nothing, if another program was first.
            apply='.[0] as $state | .[1].params as $p | select($state.revision == $p.from)
                | reduce $p.commit.changes[] as $c ($state.items;
                    if $c.insert then .[:$c.at] + [$c.insert] + .[$c.at:]
                    elif $c.remove then map(select(.id != $c.remove))
                    elif $c.move then (map(select(.id == $c.move))) as $m | map(select(.id != $c.move)) | .[:$c.to] + $m + .[$c.to:]
                    else . end)
                | ($p.put | map({key: .id, value: .}) | from_entries) as $put
                | {revision: $p.commit.revision, items: map($put[.id] // .)}'
            # A list that is there and can't be read is no empty one.
            state() { if [ -e "$path" ]; then cat "$path"; else echo '{"revision":0,"items":[]}'; fi; }

            # A message has 16 MiB at most: 5,000 items at a time fit.
            part='(.[1].params.from // 0) as $from | .[0] | {revision, items: .items[$from:$from + 5000]}
                + if (.items | length) > $from + 5000 then {next: ($from + 5000)} else {} end'

            # What is written in part, as on a full disk, never takes the place of what is there; "sync" has the file, and then its
            # name, outlive a power cut.
            commit() {
                if ! { state && printf '%s\n' "$line"; } | jq -sc "$apply" >"$path.new"; then
                    refuse input-output "$path.new can't be written" 'See whether there is room on the disk'
                elif [ ! -s "$path.new" ]; then
                    refuse conflict 'another program was first' 'Try again'
                elif sync "$path.new" && mv "$path.new" "$path" && sync "${path%/*}/"; then
                    answer "{\"revision\":$revision}"
                else
                    refuse input-output "$path can't be replaced" 'See whether there is room on the disk'
                fi
            }
            command -v flock >/dev/null || flock() { :; }

            """###,
            ###"""
                hello)
                    answer "$hello"
                    ;;
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
                    # One writer at a time, whichever program it is.
                    { flock 9 && commit; } 9>"$path.lock" || refuse cannot-create "$path.lock can't be written" ''
                    ;;

            """###
        ),
        "sectioning": (
            "Parts items by the first word of their names.",
            ###"""

            hello='{"protocol":1,"name":"@NAME@","version":"0.1","offers":[{"kind":"sectioning","name":"@NAME@","summary":"By the first word of the name.","fields":["name"]}]}'

            """###,
            ###"""
                hello)
                    answer "$hello"
                    ;;
                keys)
                    answer "$(printf %s "$line" | jq -c '{keys: [.params.items[] | (.name // "") | split(" ") | map(select(. != "")) | first]}')"
                    ;;

            """###
        ),
        "importer": (
            "Reads a name on each line.",
            ###"""

            hello='{"protocol":1,"name":"@NAME@","version":"0.1","offers":[{"kind":"importer","name":"@NAME@","summary":"A name on each line.","fileExtensions":["@NAME@"]}]}'
            data=

            """###,
            ###"""
                hello)
                    answer "$hello"
                    ;;
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

            """###
        ),
        "exporter": (
            "Writes a line for each item.",
            ###"""

            hello='{"protocol":1,"name":"@NAME@","version":"0.1","offers":[{"kind":"exporter","name":"@NAME@","summary":"A line for each item.","fileExtensions":["@NAME@"]}]}'

            """###,
            ###"""
                hello)
                    answer "$hello"
                    ;;
                export)
                    answer "$(printf %s "$line" | jq -c '{text: (.params.items | map(.name + "\n") | add // "")}')"
                    ;;

            """###
        ),
        "hook": (
            "Refuses items without a location.",
            ###"""

            hello='{"protocol":1,"name":"@NAME@","version":"0.1","offers":[{"kind":"hook","name":"@NAME@","summary":"New items have a location.","features":["before"]}]}'

            """###,
            ###"""
                hello)
                    answer "$hello"
                    ;;
                before)
                    name=$(printf %s "$line" | jq -r '[.params.transaction.changes[].insert // empty | select((.location // "") == "") | .name] | first // ""')
                    if [ -n "$name" ]; then refuse declined "$name has no location" 'Say where it is'; else answer '{}'; fi
                    ;;

            """###
        ),
    ]
}
