#if os(Linux)
    import CLibrary
    import Foundation
    import LootCore
    import LootPlugins
    import Testing

    @Suite struct `Libraries that are loaded on demand` {
        /// Loads a library by its C symbols while the test runs.
        private func opening(
            _ name: String, _ functions: [String], isRecent: @escaping @convention(c) () -> Int32 = { 1 }
        ) -> SystemLibrary {
            SystemLibrary("libexample", atLeast: "2", package: "libexample2") { reason, size in
                name.withCString { name in
                    let places = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)
                    defer { places.deallocate() }
                    let texts = functions.map { strdup($0) }
                    defer { for text in texts { free(text) } }
                    let table = texts.map { clibrary_function(name: $0, place: places) }
                    return [name, nil].withUnsafeBufferPointer { names in
                        (table + [clibrary_function()]).withUnsafeBufferPointer { table in
                            var library = clibrary(
                                names: names.baseAddress, functions: table.baseAddress, is_recent: isRecent,
                                is_open: 0)
                            let outcome = clibrary_open(&library, reason, size)
                            #expect((outcome == 0) == (library.is_open == 1))
                            return outcome
                        }
                    }
                }
            }
        }

        @Test func `an installed library is loaded`() throws {
            try opening("libc.so.6", ["strlen", "getenv"]).open()
        }

        @Test func `an error about a missing library names its package`() throws {
            let library = opening("libexample-of-nothing.so.2", ["strlen"])
            let error = try #require(throws: LootError.self) { try library.open() }
            #expect(error.exitStatus == .unavailable)
            #expect(error.underlying?.contains("libexample-of-nothing.so.2") == true)
            #expect(
                error.description
                    == "Can't open the store. The library libexample isn't installed. "
                    + "Install it with “apt install libexample2”.")
        }

        @Test func `a library that lacks a function is too old`() throws {
            let library = opening("libc.so.6", ["strlen", "function_of_the_next_century"])
            let error = try #require(throws: LootError.self) { try library.open() }
            #expect(error.code == .unavailable)
            #expect(error.reason.text == "The library libexample is older than version 2.")
            #expect(error.underlying?.contains("function_of_the_next_century") == true)
        }

        @Test func `a library with an old version number is too old`() throws {
            let library = opening("libc.so.6", ["strlen"], isRecent: { 0 })
            let error = try #require(throws: LootError.self) { try library.open() }
            #expect(error.reason.text == "The library libexample is older than version 2.")
        }
    }
#endif
