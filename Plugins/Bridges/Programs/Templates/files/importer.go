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

@PROTOCOL@

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
