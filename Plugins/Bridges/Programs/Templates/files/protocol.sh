# Answers the current request with a result, or with an error: code, message, advice.
answer() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$1"; }
refuse() {
    jq -nc --argjson id "$id" --arg code "$1" --arg message "$2" --arg advice "$3" '{jsonrpc: "2.0", $id,
        error: {code: -32000, $message, data: {$code, $advice}}}'
}
unknown() { printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"There is no such method."}}\n' "$id"; }

# A single jq process splits all requests into id, method, revision of a commit, and the whole line.
jq --unbuffered -nr 'label $all | inputs | objects
    | "\(.id // 0) \(.method) \((.params.commit.revision)? // 0) \(tojson)",
    if .method == "close" then break $all else empty end' |
while read -r id method revision line; do
    [ "$id" != 0 ] || continue # A notification, such as $/cancel.
    case $method in
    hello) answer "$hello" ;;
    close)
        answer '{}'
        exit
        ;;
    *) handle ;;
    esac
done
