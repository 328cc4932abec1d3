import Testing

@testable import WebServer

@Suite struct `A form with files` {
    private func form(_ body: String, type: String = "multipart/form-data; boundary=xyz") throws
        -> MultipartForm
    {
        let request = try #require(Request(.post, "/", headers: [.contentType: type]))
        return try MultipartForm(Array(body.utf8), of: request)
    }

    @Test func `a form is parsed into fields and files`() throws {
        let form = try form(
            """
            --xyz\r\nContent-Disposition: form-data; name="back"\r\n\r\n/?a=b\r\n\
            --xyz\r\ncontent-disposition:form-data; filename="a \\"b\\"; c.png"; name=photo\r\n\
            Content-Type: image/png\r\n\r\n\r\n--xy\r\n-\0z\r\n--xyz--\r\n
            """)
        #expect(form.parts.map(\.name) == ["back", "photo"])
        #expect(form.text("back") == "/?a=b" && form["back"]?.fileName == nil)
        #expect(form["photo"]?.fileName == "a \"b\"; c.png")
        #expect(form.text("photo") == "\r\n--xy\r\n-\0z")
        #expect(form["nothing"] == nil)
    }

    @Test(arguments: [
        "multipart/form-data; boundary=\"x y:z\"", "Multipart/Form-Data;charset=utf-8; boundary=\"x y:z\"",
    ])
    func `a boundary can be quoted, and a preamble is ignored`(type: String) throws {
        let form = try form(
            "preamble\r\n--x y:z\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\r\n--x y:z--",
            type: type)
        #expect(form.text("a")?.isEmpty == true)
    }

    @Test(arguments: [
        "", "--xyz", "--xyz\r\n", "--xyz\r\n\r\n", "--xyz\r\nContent-Disposition: form-data; name=a\r\n\r\nx",
        "--xyz\r\nContent-Disposition: form-data\r\n\r\nx\r\n--xyz--", "--xyz\r\n\r\nx\r\n--xyz--",
        "--xyz\r\nno colon\r\n\r\nx\r\n--xyz--", "--abc\r\n\r\n--abc--", "xyz--",
        "--xyz\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--xyzz",
    ])
    func `a malformed form gets 400`(body: String) {
        let error = #expect(throws: HTTPError.self) { try form(body) }
        #expect(error?.status == .badRequest)
    }

    @Test func `the number of parts, the headers and the boundary are limited`() {
        let part = "\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n--xyz"
        for count in [MultipartForm.greatestCount, MultipartForm.greatestCount + 1] {
            let body = "--xyz" + String(repeating: part, count: count) + "--"
            #expect((try? form(body))?.parts.count == (count <= MultipartForm.greatestCount ? count : nil))
        }
        let headers = String(repeating: "a: b\r\n", count: 11)
        #expect(throws: HTTPError.self) { try form("--xyz\r\n\(headers)\r\nx\r\n--xyz--") }
        let long = String(repeating: "b", count: 5000)
        #expect(throws: HTTPError.self) { try form("--xyz\r\na: \(long)\r\n\r\nx\r\n--xyz--") }
        #expect(throws: HTTPError.self) {
            try form("--\(long)--", type: "multipart/form-data; boundary=\(long)")
        }
    }

    @Test(arguments: ["application/x-www-form-urlencoded", "text/plain; boundary=xyz"])
    func `only multipart forms are accepted`(type: String) {
        let error = #expect(throws: HTTPError.self) { try form("--xyz--", type: type) }
        #expect(error?.status == .unsupportedMediaType)
    }

    @Test func `a changed byte never causes a trap`() throws {
        let body =
            "--xyz\r\nContent-Disposition: form-data; name=\"a\"; filename=\"b\"\r\n\r\nx\r\n--xyz--\r\n"
        let request = try #require(
            Request(.post, "/", headers: [.contentType: "multipart/form-data; boundary=xyz"]))
        for index in body.utf8.indices {
            for byte in [0, 0x0A, 0x0D, 0x22, 0x2D, 0x5C, 0xFF] as [UInt8] {
                var bytes = Array(body.utf8)
                bytes[body.utf8.distance(from: body.utf8.startIndex, to: index)] = byte
                _ = try? MultipartForm(bytes, of: request)
            }
        }
    }
}
