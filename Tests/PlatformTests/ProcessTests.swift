import Testing

@testable import Platform

@Suite struct ProcessTests {
    @Test func `the exit of a program is reported, and so is a missing program`() throws {
        #expect(try Programs.run("/bin/sh", ["sh", "-c", "exit 0"]) == 0)
        #expect(try Programs.run("sh", ["sh", "-c", "exit 3"], searchesPath: true) != 0)
        #expect(throws: SystemFailure.notFound) {
            try Programs.run("no-such-program", ["no-such-program"], searchesPath: true)
        }
    }

    @Test func `the environment and the arguments match the process`() {
        var names: Set<String> = []
        ThisProcess.eachEnvironmentLine { line in
            names.insert(String(decoding: line.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self))
        }
        #expect(names.contains("PATH"))
        #expect(ThisProcess.arguments.map { String(decoding: $0, as: UTF8.self) } == CommandLine.arguments)
        #expect(ThisProcess.number > 0 && Machine.processorCount > 0)
        #expect(Machine.secondsSince1970 > 1_600_000_000)
    }

    @Test func `each thread has a different number`() async throws {
        let (numbers, number) = AsyncStream.makeStream(of: UInt.self)
        let here = Threads.current
        try Threads.start { number.yield(Threads.current) }
        for await other in numbers {
            #expect(other != here)
            break
        }
    }

    @Test func `a file that isn't a terminal has no size`() throws {
        let null = try Files.open("/dev/null", .read)
        defer { Files.close(null) }
        #expect(!Terminals.isTerminal(null) && Terminals.size(of: null) == nil)
        #expect(throws: TerminalRescue.Failure.self) {
            try TerminalRescue.arm(input: null, output: null, enter: [], leave: [])
        }
    }

    @Test(arguments: [false, true])
    func `both implementations of accept return a nonblocking socket`(isPortable: Bool) throws {
        let (listener, address) = try Sockets.listen(on: Sockets.Address(host: "127.0.0.1", port: 0))
        defer { Files.close(listener) }
        let client = try Sockets.connect(to: address, patience: 600)
        defer { Files.close(client) }
        Poller.waitForBytes(on: listener, milliseconds: -1)
        guard case .socket(let socket, let peer) = Sockets.accept(on: listener, isPortable: isPortable) else {
            Issue.record("no connection was accepted")
            return
        }
        defer { Files.close(socket) }
        #expect(peer.host == "127.0.0.1" && peer.port != address.port)
        var bytes = [UInt8](repeating: 0, count: 4)
        let received = bytes.withUnsafeMutableBytes { Sockets.receive(socket, into: $0) }
        guard case .wouldBlock = received else {
            Issue.record("\(received)")
            return
        }
        guard case .wouldBlock = Sockets.accept(on: listener, isPortable: isPortable) else {
            Issue.record("another connection was accepted")
            return
        }
    }
}
