// Writes a line for each item.
//
// Build it with:  go build -o loot-plugin-@NAME@ loot-plugin-@NAME@.go
// Trust it with:  loot plugins trust ./loot-plugin-@NAME@     Test it with:  loot plugins test ./loot-plugin-@NAME@
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

@PROTOCOL@

func call(method string, params json.RawMessage) (any, error) {
	switch method {
	case "hello":
		return object{"protocol": 1, "name": "@NAME@", "version": "0.1", "offers": []object{{
			"kind": "exporter", "name": "@NAME@", "summary": "A line for each item.",
			"fileExtensions": []string{"@NAME@"}}}}, nil
	case "export":
		var request struct {
			Items []struct{ Name, Location string }
		}
		json.Unmarshal(params, &request)
		text := ""
		for _, item := range request.Items {
			text += item.Name + "\t" + item.Location + "\n"
		}
		return object{"text": text}, nil
	case "close":
		return object{}, nil
	}
	return nil, fmt.Errorf("There is no such method.")
}
