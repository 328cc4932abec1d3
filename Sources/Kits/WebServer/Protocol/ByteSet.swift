/// A set of ASCII characters, stored as two bit masks so that a membership test is a shift and a mask.
struct ByteSet {
    let low: UInt64
    let high: UInt64

    func contains(_ byte: UInt8) -> Bool {
        if byte < 64 { return (low >> UInt64(byte)) & 1 == 1 }
        if byte < 128 { return (high >> UInt64(byte - 64)) & 1 == 1 }
        return false
    }

    /// The characters of an RFC 9110 token: letters, digits and ``!#$%&'*+-.^_`|~``.
    static var token: ByteSet { ByteSet(low: 0x03ff_6cfa_0000_0000, high: 0x57ff_ffff_c7ff_fffe) }

    /// The characters of an RFC 3986 path: letters, digits and `-._~!$&'()*+,;=:@/%`.
    static var path: ByteSet { ByteSet(low: 0x2fff_fff2_0000_0000, high: 0x47ff_fffe_87ff_ffff) }

    /// The characters of an RFC 3986 query, and ``[]\^`{|}``, which browsers don't encode.
    static var query: ByteSet { ByteSet(low: 0xafff_fff2_0000_0000, high: 0x7fff_ffff_ffff_ffff) }

    /// The characters of an RFC 3986 registered name: letters, digits and `-._~!$&'()*+,;=%`.
    static var host: ByteSet { ByteSet(low: 0x2bff_7ff2_0000_0000, high: 0x47ff_fffe_87ff_fffe) }
}

extension UInt8 {
    static var tab: UInt8 { 0x09 }
    static var lineFeed: UInt8 { 0x0A }
    static var carriageReturn: UInt8 { 0x0D }
    static var space: UInt8 { 0x20 }

    var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// The value of a hexadecimal digit, or `nil` for another character.
    var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }

    /// The byte in lower case if it is an ASCII capital letter, or the byte itself.
    var lowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

    /// Whether a header field's value can contain this byte: a tab, a space, visible ASCII, or any byte above 0x7F.
    var isFieldByte: Bool { self >= 0x20 && self != 0x7F || self == .tab }
}
