// Keeps items in a JSON file.
//
// Build it with:  go build -o loot-plugin-@NAME@ loot-plugin-@NAME@.go
// Trust it with:  loot plugins trust ./loot-plugin-@NAME@     Test it with:  loot plugins test ./loot-plugin-@NAME@
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

@PROTOCOL@

type state struct {
	Revision uint64            `json:"revision"`
	Items    []json.RawMessage `json:"items"`
}

var path string

func read() (state, error) {
	now := state{Items: []json.RawMessage{}}
	bytes, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return now, nil
	} else if err != nil {
		return now, refusal{"input-output", err.Error(), ""}
	}
	if err = json.Unmarshal(bytes, &now); err != nil {
		return now, refusal{"damaged", path + ": " + err.Error(), "Repair the file."}
	}
	return now, nil
}

// Writes a new file and renames it, so that a power cut leaves the old list or the new one. The content is synced before
// the file gets its name, and the name before this returns.
func write(now state) error {
	bytes, err := json.Marshal(now)
	if err == nil {
		err = keep(bytes)
	}
	if errors.Is(err, syscall.ENOSPC) {
		return refusal{"no-space", err.Error(), ""}
	} else if err != nil {
		return refusal{"input-output", err.Error(), ""}
	}
	return nil
}

func keep(bytes []byte) error {
	file, err := os.Create(path + ".new")
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err = file.Write(bytes); err != nil {
		return err
	}
	if err = file.Sync(); err != nil {
		return err
	}
	if err = os.Rename(path+".new", path); err != nil {
		return err
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Sync()
}

func id(item json.RawMessage) string {
	var named struct{ ID string }
	json.Unmarshal(item, &named)
	return named.ID
}

func commit(params json.RawMessage) (any, error) {
	// Only one program writes at a time.
	lock, err := os.OpenFile(path+".lock", os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, refusal{"cannot-create", err.Error(), ""}
	}
	defer lock.Close()
	if err = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return nil, refusal{"input-output", err.Error(), ""}
	}
	var request struct {
		From   uint64
		Commit struct {
			Revision uint64
			Changes  []struct {
				Insert       json.RawMessage
				Remove, Move string
				At, To       int
			}
		}
		Put []json.RawMessage
	}
	if err = json.Unmarshal(params, &request); err != nil {
		return nil, refusal{"malformed", err.Error(), ""}
	}
	now, err := read()
	if err != nil {
		return nil, err
	}
	if now.Revision != request.From {
		return nil, refusal{"conflict", "Another program changed the list.", ""}
	}
	insert := func(at int, item json.RawMessage) {
		now.Items = append(now.Items, nil)
		copy(now.Items[at+1:], now.Items[at:])
		now.Items[at] = item
	}
	take := func(wanted string) json.RawMessage {
		for place, item := range now.Items {
			if id(item) == wanted {
				now.Items = append(now.Items[:place], now.Items[place+1:]...)
				return item
			}
		}
		return nil
	}
	for _, change := range request.Commit.Changes {
		if change.Insert != nil {
			insert(change.At, change.Insert)
		} else if change.Remove != "" {
			take(change.Remove)
		} else if item := take(change.Move); item != nil {
			insert(change.To, item)
		}
	}
	put := map[string]json.RawMessage{} // The new and changed items, complete.
	for _, item := range request.Put {
		put[id(item)] = item
	}
	for place, item := range now.Items {
		if whole, is := put[id(item)]; is {
			now.Items[place] = whole
		}
	}
	now.Revision = request.Commit.Revision
	return object{"revision": now.Revision}, write(now)
}

func call(method string, params json.RawMessage) (any, error) {
	switch method {
	case "hello":
		return object{"protocol": 1, "name": "@NAME@", "version": "0.1", "offers": []object{{
			"kind": "store", "name": "@NAME@", "summary": "Items in a JSON file.",
			"options":   []object{{"name": "path", "kind": "path", "required": true, "summary": "The file."}},
			"shortForm": []string{"path"}}}}, nil
	case "open":
		var request struct{ Settings struct{ Path string } }
		json.Unmarshal(params, &request)
		path = request.Settings.Path
		now, err := read()
		return object{"revision": now.Revision}, err
	case "load":
		// A message has at most 16 MiB, so items are sent 5,000 at a time.
		var request struct{ From int }
		json.Unmarshal(params, &request)
		now, err := read()
		answer := object{"revision": now.Revision}
		if end := request.From + 5000; end < len(now.Items) {
			answer["items"], answer["next"] = now.Items[request.From:end], end
		} else {
			answer["items"] = now.Items[request.From:]
		}
		return answer, err
	case "revision":
		now, err := read()
		return object{"revision": now.Revision}, err
	case "commit":
		return commit(params)
	case "close":
		return object{}, nil
	}
	return nil, fmt.Errorf("There is no such method.")
}
