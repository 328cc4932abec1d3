// Groups items by the number of words in their names.
//
// Build it with:  go build -o loot-plugin-@NAME@ loot-plugin-@NAME@.go
// Trust it with:  loot plugins trust ./loot-plugin-@NAME@     Test it with:  loot plugins test ./loot-plugin-@NAME@
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"strings"
)

@PROTOCOL@

func call(method string, params json.RawMessage) (any, error) {
	switch method {
	case "hello":
		return object{"protocol": 1, "name": "@NAME@", "version": "0.1", "offers": []object{{
			"kind": "sectioning", "name": "@NAME@", "summary": "By the number of words in the name.",
			"fields": []string{"name"}}}}, nil
	case "keys":
		var request struct{ Items []struct{ Name string } }
		json.Unmarshal(params, &request)
		keys := []int{}
		for _, item := range request.Items {
			keys = append(keys, len(strings.Fields(item.Name)))
		}
		return object{"keys": keys}, nil
	case "close":
		return object{}, nil
	}
	return nil, fmt.Errorf("There is no such method.")
}
