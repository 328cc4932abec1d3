import Foundation
import LootCore
import LootPlugins
import Synchronization
import Testing

@testable import ProgramBridge

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The interpreters that the test programs need.
enum Tool {
    static let python = path("python3")
    static let jq = path("jq")
    static let git = path("git")
    static let go = path("go")
    static let flock = path("flock")

    private static func path(_ name: String) -> String? {
        [
            "/usr/bin/\(name)", "/usr/local/bin/\(name)", "/usr/local/\(name)/bin/\(name)",
            "/opt/homebrew/bin/\(name)",
        ].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    }
}

/// A folder with a separate configuration, programs and data.
final class Place: Sendable {
    let folder: String
    /// The lines that programs wrote to standard error.
    let log = Mutex<[String]>([])

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "bridge-\(ItemID())").path()
        for name in ["", "/config/loot/plugins", "/data", "/bin"] {
            try FileManager.default.createDirectory(
                atPath: folder + name, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
            let module = PluginTemplateFile.text(of: PluginTemplateFile.pythonModule) ?? ""
            try Data(module.utf8).write(to: URL(fileURLWithPath: "\(folder)\(name)/lootlogger.py"))
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    var environment: [String: String] {
        ["XDG_CONFIG_HOME": "\(folder)/config", "PATH": "\(folder)/bin:/usr/bin:/bin", "HOME": folder]
    }

    func bridge(_ limits: Limits = Limits()) -> ProgramBridge {
        ProgramBridge(ProgramSearch(environment, home: folder), context(limits))
    }

    func context(_ limits: Limits = Limits()) -> BridgeContext {
        BridgeContext(environment, limits: limits) { [weak self] line in
            self?.log.withLock { $0.append(line) }
        }
    }

    /// Writes a program.
    @discardableResult
    func program(_ name: String, _ text: String, in part: String = "bin") throws -> String {
        let path = "\(folder)/\(part)/loot-plugin-\(name)"
        let text = text.replacing("#!/usr/bin/env python3", with: "#!\(Tool.python ?? "/usr/bin/python3")")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    /// Writes a program and trusts it.
    func trusted(_ path: String, _ limits: Limits = Limits()) async throws -> TrustedProgram {
        let bridge = bridge(limits)
        let name = try await bridge.trust(path).name
        return try #require(try TrustFile(bridge.search).programs().first { $0.name == name })
    }

    /// Short limits for tests.
    static var short: Limits {
        var limits = Limits()
        (limits.hello, limits.open, limits.commit) = (.seconds(4), .seconds(4), .seconds(2))
        (limits.answer, limits.hook, limits.close) = (.seconds(2), .seconds(2), .milliseconds(500))
        return limits
    }
}

/// Returns the text of a file in the repository.
func repository(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
}

/// A Python store that misbehaves in one of its methods, controlled by a file next to it.
struct Misfit: Sendable {
    let path: String
    let place: Place

    init(_ place: Place) throws {
        self.place = place
        path = try place.program("misfit", Misfit.text)
    }

    /// Sets how the program misbehaves, and in which method. With `nil`, it behaves normally.
    func misbehave(_ mode: String?, at method: String = "commit") throws {
        try Data((mode.map { "\(method) \($0)" } ?? "").utf8).write(to: URL(fileURLWithPath: path + ".mode"))
    }

    /// The processes that ran the program, and the processes that it started.
    var processes: [Int32] {
        ((try? String(contentsOfFile: path + ".pids", encoding: .utf8)) ?? "").split(separator: "\n")
            .compactMap {
                Int32($0)
            }
    }

    /// Waits until all its processes have ended.
    func isGone(within limit: Duration = .seconds(10)) async throws -> Bool {
        let end = ContinuousClock.now + limit
        while ContinuousClock.now < end {
            if processes.allSatisfy({ kill($0, 0) != 0 }) { return true }
            try await Task.sleep(for: .milliseconds(20))
        }
        return processes.allSatisfy { kill($0, 0) != 0 }
    }

    static let text = """
        #!/usr/bin/env python3
        import json, os, signal, subprocess, sys, time

        place = os.path.realpath(sys.argv[0])
        HELLO = {"protocol": 1, "name": "misfit", "version": "1", "offers": [
            {"kind": "store", "name": "misfit", "features": ["history"]}, {"kind": "hook", "name": "picky"},
            {"kind": "sectioning", "name": "ruled", "features": ["rule"]}, {"kind": "importer", "name": "reader"}, {"kind": "exporter", "name": "writer"},
            {"kind": "sectioning", "name": "odd", "fields": ["name"]}]}


        def note(pid):
            with open(place + ".pids", "a") as file:
                file.write(f"{pid}\\n")


        note(os.getpid())


        def read(name, default):
            try:
                with open(place + name) as file:
                    return file.read()
            except FileNotFoundError:
                return default


        def state():
            return json.loads(read(".data", '{"revision": 0, "items": [], "commits": []}'))


        def commit(params):
            now = state()
            if now["revision"] != params["from"]:
                return None
            items = now["items"]
            for change in params["commit"]["changes"]:
                if "insert" in change:
                    items.insert(change["at"], change["insert"])
                elif "remove" in change:
                    items[:] = [item for item in items if item["id"] != change["remove"]]
                elif "move" in change:
                    moved = next(item for item in items if item["id"] == change["move"])
                    items.remove(moved)
                    items.insert(change["to"], moved)
            put = {item["id"]: item for item in params["put"]}
            now = {"revision": params["commit"]["revision"], "items": [put.get(i["id"], i) for i in items],
                   "commits": now["commits"] + [params["commit"]]}
            with open(place + ".data~", "w") as file:
                json.dump(now, file)
            os.replace(place + ".data~", place + ".data")
            return {"revision": now["revision"]}


        def out(value):
            sys.stdout.write((value if isinstance(value, str) else json.dumps(value)) + "\\n")
            sys.stdout.flush()


        held = None
        for line in sys.stdin:
            message = json.loads(line)
            if "id" not in message:
                continue
            number, method, params = message["id"], message["method"], message.get("params", {})
            where, _, mode = read(".mode", "").partition(" ")
            mode = mode if where == method else ""
            good = {"jsonrpc": "2.0", "id": number, "result": {}}
            if mode == "dies":
                os._exit(3)
            if mode == "raises":
                raise RuntimeError("it is broken")
            if method == "hello":
                good["result"] = HELLO
            elif method in ("open", "revision"):
                good["result"] = {"revision": state()["revision"]}
            elif method == "load":
                good["result"] = {"revision": state()["revision"], "items": state()["items"]}
            elif method == "history":
                good["result"] = {"commits": state()["commits"]}
            elif method == "rule":
                good["result"] = {"rule": "initial:name"}
            elif method == "import":
                good["result"] = {"entries": [{"item": {"name": "Read"}, "line": 1}]}
            elif method == "export":
                good["result"] = {"text": "written"}
            elif method == "keys":
                good["result"] = {"keys": [len(item.get("name", "")) % 2 for item in params["items"]],
                                  "sections": [{"key": 0, "title": "\\u001b[31mred"}]}
            elif method == "commit" and mode == "overtaken":
                # Another writer makes a commit of the same revision, and this process ends.
                os.remove(place + ".mode")
                theirs = {"id": "00000000-0000-4000-8000-00000000000f", "name": "Theirs"}
                before = state()
                with open(place + ".data", "w") as file:
                    json.dump({"revision": params["commit"]["revision"], "items": before["items"] + [theirs],
                               "commits": before["commits"]}, file)
                os._exit(3)
            elif method == "commit":
                good["result"] = commit(params)
                if good["result"] is None:
                    good = {"jsonrpc": "2.0", "id": number, "error": {
                        "code": -32000, "message": "other", "data": {"code": "conflict"}}}
            if mode == "dies-after":
                os._exit(3)
            if mode == "garbage":
                out("hello, world")
            elif mode == "half":
                sys.stdout.write('{"jsonrpc":"2.0","id":%d' % number)
                sys.stdout.flush()
                time.sleep(600)
            elif mode == "endless":
                while True:
                    sys.stdout.write("x" * 65536)
            elif mode == "wrong-id":
                out({**good, "id": number + 1000})
            elif mode == "text-id":
                out({**good, "id": "first"})
            elif mode == "neither":
                out({"jsonrpc": "2.0", "id": number})
            elif mode == "never":
                time.sleep(600)
            elif mode == "no-utf8":
                sys.stdout.buffer.write(b'{"jsonrpc":"2.0","id":%d,"result":"\\xff"}\\n' % number)
                sys.stdout.flush()
            elif mode == "deep":
                out('{"jsonrpc":"2.0","id":%d,"result":%s}' % (number, "[" * 100000 + "]" * 100000))
            elif mode == "twice":
                out(good)
                out(good)
            elif mode == "lies":
                out({**good, "result": {"revision": 77}})
            elif mode == "twin":
                item = {"id": "00000000-0000-4000-8000-000000000001", "name": "Twin"}
                out({**good, "result": {"revision": 0, "items": [item, item]}})
            elif mode == "escape":
                item = {"id": "00000000-0000-4000-8000-000000000001", "name": "\\u001b[31mred"}
                out({**good, "result": {"revision": 0, "items": [item]}})
            elif mode == "nameless":
                out({**good, "result": {"revision": 0, "items": [{"name": "No id"}]}})
            elif mode == "on-and-on":
                out({**good, "result": {"revision": 0, "items": [], "next": 1}})
            elif mode == "no-revision":
                out({**good, "result": {}})
            elif mode == "says-no":
                out({"jsonrpc": "2.0", "id": number, "error": {"code": -32000, "message": "\\u001b[2JCan't write.", "data": {
                    "code": "read-only", "reason": "\\u001b[2JIt is full.", "advice": "\\u001b[2JMake room."}}})
            elif mode == "few":
                out({**good, "result": {"keys": []}})
            elif mode == "goes-on":
                out({**good, "result": {"entries": [], "next": True}})
            elif mode == "deaf":
                out(good)
                time.sleep(600)
            elif mode == "asks":
                out({"jsonrpc": "2.0", "id": 1, "method": "password", "params": {}})
                sys.stdin.readline()
                out(good)
            elif mode == "chatty":
                for _ in range(20000):
                    sys.stderr.write("x" * 100 + "\\n")
                out(good)
            elif mode == "stubborn":
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                out(good)
                time.sleep(600)
            elif mode == "forks":
                note(subprocess.Popen(["sleep", "600"]).pid)
                note(subprocess.Popen(["sleep", "600"], start_new_session=True).pid)
                out(good)
            elif mode == "swaps" and held is None:
                held = good
            elif held is not None:
                out(good)
                out(held)
                held = None
            else:
                out(good)
            if method == "close" and mode == "":
                break
        """
}
