// Lowers the value of items by a percentage.
//
// Build it with:  go build -o loot-plugin-@NAME@ loot-plugin-@NAME@.go
// Trust it with:  loot plugins trust ./loot-plugin-@NAME@     Test it with:  loot plugins test ./loot-plugin-@NAME@
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
)

@PROTOCOL@

func call(method string, params json.RawMessage) (any, error) {
	switch method {
	case "hello":
		return object{"protocol": 1, "name": "@NAME@", "version": "0.1", "offers": []object{{
			"kind": "action", "name": "@NAME@", "title": "Lower the value", "summary": "Lower the value of items.",
			"parameters": []object{{"name": "percent", "kind": "integer", "required": true,
				"summary": "How much of the value is taken off."}}}}}, nil
	case "plan":
		var request struct {
			Arguments struct{ Percent any }
			Items     []struct {
				ID             string
				ValueInDollars any
			}
		}
		json.Unmarshal(params, &request)
		percent, isNumber := request.Arguments.Percent.(float64)
		if !isNumber || percent < 1 || percent > 100 {
			return nil, refusal{"invalid-value", "That isn't a percentage.", "Enter a number from 1 to 100."}
		}
		changes := []object{}
		for _, item := range request.Items {
			if value, isNumber := item.ValueInDollars.(float64); isNumber {
				lower := math.Round(value*(100-percent)) / 100
				changes = append(changes, object{"update": item.ID, "set": object{"valueInDollars": lower}})
			}
		}
		return object{"changes": changes}, nil
	case "close":
		return object{}, nil
	}
	return nil, fmt.Errorf("There is no such method.")
}
