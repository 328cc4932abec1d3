/// The beginnings of plugins in Go. `@NAME@` stands for the plugin's name.
enum GoBeginning {
    /// What every one begins with.
    private static let head = ###"""
        // @SUMMARY@
        //
        // Build it with:  go build -o loot-plugin-@NAME@ loot-plugin-@NAME@.go
        // Trust it with:  loot plugins trust ./loot-plugin-@NAME@     Test it with:  loot plugins test ./loot-plugin-@NAME@
        package main

        import (
        @IMPORTS@
        )

        // A refusal is an answer that is an error: a code, why, and what to do next.
        type refusal struct{ code, because, next string }

        func (r refusal) Error() string { return r.because }

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
        			continue // a notification, such as $/cancel
        		}
        		answer := map[string]any{"jsonrpc": "2.0", "id": message.ID}
        		result, err := call(message.Method, message.Params)
        		if refused, is := err.(refusal); is {
        			answer["error"] = map[string]any{"code": -32000, "message": refused.because, "data": map[string]any{
        				"code": refused.code, "because": refused.because, "next": refused.next}}
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

        """###

    /// A beginning of a kind, and what it is for; nil for a kind that has none.
    static func text(of kind: String) -> (summary: String, text: String)? {
        guard let part = kinds[kind] else { return nil }
        let imports = (["bufio", "encoding/json", "fmt", "os"] + part.imports).sorted()
        let list = imports.map { "\t\"\($0)\"" }.joined(separator: "\n")
        return (part.summary, head.replacing("@IMPORTS@", with: list) + part.body)
    }

    /// What is of a kind: what it does, what it imports besides, and its methods.
    private static let kinds: [String: (summary: String, imports: [String], body: String)] = [
        "store": (
            "Keeps items in a JSON file.", ["errors", "path/filepath", "syscall"],
            ###"""

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
            		return now, refusal{"damaged", path + ": " + err.Error(), "Mend the file"}
            	}
            	return now, nil
            }

            // Writes a new file, which takes the place of the old one, so that a power cut leaves one of the two: what is in it
            // is on the disk before it has the name, and the name before this returns.
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
            	// One writer at a time, whichever program it is.
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
            		return nil, refusal{"conflict", "another program was first", ""}
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
            	put := map[string]json.RawMessage{} // new and changed ones, whole
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
            			"kind": "store", "name": "@NAME@", "summary": "Items in a JSON file of one's own.",
            			"options":   []object{{"name": "path", "kind": "path", "required": true, "summary": "The file."}},
            			"shortForm": []string{"path"}}}}, nil
            	case "open":
            		var request struct{ Settings struct{ Path string } }
            		json.Unmarshal(params, &request)
            		path = request.Settings.Path
            		now, err := read()
            		return object{"revision": now.Revision}, err
            	case "load":
            		// A message has 16 MiB at most: 5,000 items at a time fit.
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
            	return nil, fmt.Errorf("no such method")
            }

            """###
        ),
        "sectioning": (
            "Parts items by the number of words in their names.", ["strings"],
            ###"""

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
            	return nil, fmt.Errorf("no such method")
            }

            """###
        ),
        "importer": (
            "Reads a name on each line.", ["strings"],
            ###"""

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
            	return nil, fmt.Errorf("no such method")
            }

            """###
        ),
        "exporter": (
            "Writes a line for each item.", [],
            ###"""

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
            	return nil, fmt.Errorf("no such method")
            }

            """###
        ),
        "hook": (
            "Refuses items without a location.", [],
            ###"""

            func call(method string, params json.RawMessage) (any, error) {
            	switch method {
            	case "hello":
            		return object{"protocol": 1, "name": "@NAME@", "version": "0.1", "offers": []object{{
            			"kind": "hook", "name": "@NAME@", "summary": "New items have a location.",
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
            				return nil, refusal{"declined", change.Insert.Name + " has no location", "Say where it is"}
            			}
            		}
            		return object{}, nil
            	case "close":
            		return object{}, nil
            	}
            	return nil, fmt.Errorf("no such method")
            }

            """###
        ),
    ]
}
