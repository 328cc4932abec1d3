// Refuses items without a location.
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
			"kind": "hook", "name": "@NAME@", "summary": "Refuses new items without a location.",
			"features": []string{"before"}}}}, nil
	case "before":
		var request struct {
			Transaction struct {
				Changes []struct {
					Insert *struct{ Name, Location string }
				}
			}
		}
		json.Unmarshal(params, &request)
		for _, change := range request.Transaction.Changes {
			if change.Insert != nil && change.Insert.Location == "" {
				return nil, refusal{"declined", change.Insert.Name + " has no location.", "Set its location."}
			}
		}
		return object{}, nil
	case "close":
		return object{}, nil
	}
	return nil, fmt.Errorf("There is no such method.")
}
