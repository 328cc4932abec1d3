// Reads a name on each line.
//
// Build it with:  go build -o loot-plugin-@NAME@ loot-plugin-@NAME@.go
// Trust it with:  loot plugins trust ./loot-plugin-@NAME@     Test it with:  loot plugins test ./loot-plugin-@NAME@ --sample FILE
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

// A refusal is an error that the person sees: its code, what failed, and what to do about it.
type refusal struct{ code, message, advice string }

func (r refusal) Error() string { return r.message }

func main() {
	if os.Getenv("LOOT_PLUGIN") != "1" {
		fmt.Println("Reads a name on each line. A plugin of LootLogger.")
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

var data []byte

func call(method string, params json.RawMessage) (any, error) {
	switch method {
	case "hello":
		return object{"protocol": 1, "name": "@NAME@", "version": "0.1", "offers": []object{{
			"kind": "importer", "name": "@NAME@", "summary": "A name on each line.",
			"fileExtensions": []string{"@NAME@"}}}}, nil
	case "import":
		var request struct {
			Data []byte // Base64 is read by itself
			More bool
		}
		json.Unmarshal(params, &request)
		data = append(data, request.Data...)
		if request.More {
			return object{}, nil
		}
		entries := []object{}
		for number, line := range strings.Split(strings.ToValidUTF8(string(data), "?"), "\n") {
			if strings.TrimSpace(line) != "" {
				entries = append(entries, object{"item": object{"name": line}, "line": number + 1})
			}
		}
		data = nil
		return object{"entries": entries}, nil
	case "close":
		return object{}, nil
	}
	return nil, fmt.Errorf("There is no such method.")
}
