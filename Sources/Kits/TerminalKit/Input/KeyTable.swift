/// Maps bytes and numbers in terminal protocols to keys.
enum KeyTable {
    /// Returns the key for a byte below 128 other than escape.
    static func ascii(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x00: Key(" ", .control)
        case 0x09: Key(.tab)
        case 0x0A, 0x0D: Key(.enter)
        case 0x08, 0x7F: Key(.backspace)
        case 0x01..<0x1B: Key(.character(Character(Unicode.Scalar(byte + 0x60))), .control)
        case 0x1C..<0x20: Key(.character(Character(Unicode.Scalar(byte + 0x40))), .control)
        case 0x20..<0x7F: Key(.character(Character(Unicode.Scalar(byte))))
        default: nil
        }
    }

    /// Returns the key for the letter that ends `ESC [` or follows `ESC O`.
    static func final(_ byte: UInt8) -> Key.Code? {
        switch byte {
        case 0x41: .up
        case 0x42: .down
        case 0x43: .right
        case 0x44: .left
        case 0x46: .end
        case 0x48: .home
        case 0x4D: .enter
        case 0x50...0x53: .function(Int(byte) - 0x4F)
        default: nil
        }
    }

    /// Returns the key for the number before a tilde.
    static func tilde(_ number: Int) -> Key.Code? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23...26: .function(number - 12)
        case 28, 29: .function(number - 13)
        case 31...34: .function(number - 14)
        default: nil
        }
    }

    /// Returns the key for a number in kitty's protocol.
    static func kitty(_ number: Int) -> Key.Code? {
        switch number {
        case 9: .tab
        case 13, 57414: .enter
        case 27: .escape
        case 127, 8: .backspace
        case 57376...57398: .function(number - 57363)
        case 57399...57408: .character(Character(Unicode.Scalar(UInt8(number - 57399 + 0x30))))
        case 57409: .character(".")
        case 57410: .character("/")
        case 57411: .character("*")
        case 57412: .character("-")
        case 57413: .character("+")
        case 57415: .character("=")
        case 57417: .left
        case 57418: .right
        case 57419: .up
        case 57420: .down
        case 57421: .pageUp
        case 57422: .pageDown
        case 57423: .home
        case 57424: .end
        case 57425: .insert
        case 57426: .delete
        default: nil
        }
    }
}
