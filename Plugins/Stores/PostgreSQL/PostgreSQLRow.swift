#if PostgreSQL
    import CPostgreSQL
    public import LootSQL

    /// A row of an answer.
    public struct PostgreSQLRow: SQLRow {
        let result: OpaquePointer
        let row: Int32

        /// See ``/LootSQL/SQLRow/isNull(_:)``.
        public func isNull(_ column: Int) -> Bool { PQgetisnull(result, row, Int32(column)) == 1 }

        /// See ``/LootSQL/SQLRow/integer(_:)``.
        public func integer(_ column: Int) -> Int64? {
            guard let digits = raw(column), digits.count < 19 else {
                return text(column).flatMap { Int64($0) }
            }
            let isNegative = digits.first == UInt8(ascii: "-")
            var number: Int64 = 0
            for digit in digits.dropFirst(isNegative ? 1 : 0) {
                guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
                number = number * 10 + Int64(digit - UInt8(ascii: "0"))  // fewer digits than fit
            }
            return isNegative ? -number : number
        }

        /// See ``/LootSQL/SQLRow/flag(_:)``.
        public func flag(_ column: Int) -> Bool? { raw(column).map { $0.first == UInt8(ascii: "t") } }

        /// See ``/LootSQL/SQLRow/text(_:)``.
        public func text(_ column: Int) -> String? {
            guard let bytes = raw(column) else { return nil }
            return String(decoding: bytes, as: UTF8.self)
        }

        /// See ``/LootSQL/SQLRow/bytes(_:)``.
        public func bytes(_ column: Int) -> [UInt8]? {
            guard let text = raw(column), let start = text.baseAddress else { return nil }
            var count = 0
            // libpq makes a copy, which is given back to it when it was copied once more.
            guard let copy = PQunescapeBytea(start, &count) else { return nil }
            defer { PQfreemem(copy) }
            return Array(UnsafeMutableBufferPointer(start: copy, count: count))
        }

        /// The bytes of a value, which belong to the result.
        private func raw(_ column: Int) -> UnsafeBufferPointer<UInt8>? {
            if isNull(column) { return nil }
            guard let start = PQgetvalue(result, row, Int32(column)) else { return nil }
            let count = Int(PQgetlength(result, row, Int32(column)))
            return UnsafeRawBufferPointer(start: start, count: count).bindMemory(to: UInt8.self)
        }
    }
#endif
