// A refusal is an error that the person sees: its code, what failed, and what to do about it.
type refusal struct{ code, message, advice string }

func (r refusal) Error() string { return r.message }

func main() {
	if os.Getenv("LOOT_PLUGIN") != "1" {
		fmt.Println("@SUMMARY@ A plugin of LootLogger.")
		return
	}
	in, out := bufio.NewReaderSize(os.Stdin, 1<<20), bufio.NewWriter(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var message struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
			Params json.RawMessage `json:"params"`
		}
		if json.Unmarshal(line, &message) != nil || message.ID == nil {
			continue // A notification, such as $/cancel.
		}
		answer := map[string]any{"jsonrpc": "2.0", "id": message.ID}
		result, err := call(message.Method, message.Params)
		if refused, is := err.(refusal); is {
			answer["error"] = map[string]any{"code": -32000, "message": refused.message, "data": map[string]any{
				"code": refused.code, "advice": refused.advice}}
		} else if err != nil {
			answer["error"] = map[string]any{"code": -32601, "message": err.Error()}
		} else {
			answer["result"] = result
		}
		bytes, err := json.Marshal(answer)
		if err != nil {
			panic(err)
		}
		out.Write(append(bytes, '\n'))
		out.Flush()
		if message.Method == "close" {
			return
		}
	}
}

type object = map[string]any
