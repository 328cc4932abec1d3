import TextSearch

/// A font of 8 by 8 pixels for printers that print only pictures. It is the public domain font `font8x8` by Daniel
/// Hepper, with the characters of ASCII and Latin-1.
enum LabelFont {
    /// The width and height of a character in pixels.
    static let size = 8

    /// Returns the rows of a character, from the top. The most significant bit of each byte is the left pixel. Letters
    /// with other accents lose them, and other characters become a box.
    static func rows(of character: Character) -> [UInt8] {
        let pixels = character.unicodeScalars.first.flatMap(pixels) ?? base(of: character) ?? box
        return (0..<size).map { UInt8(truncatingIfNeeded: pixels >> (56 - 8 * $0)) }
    }

    private static let box: UInt64 = 0x7e42_4242_4242_7e00
    private static let ellipsis: UInt64 = 0x0000_0000_00db_db00

    private static func pixels(of scalar: Unicode.Scalar) -> UInt64? {
        switch scalar.value {
        case 0x20...0x7E: ascii[Int(scalar.value) - 0x20]
        case 0xA0...0xFF: latin[Int(scalar.value) - 0xA0]
        case 0x2018, 0x2019: pixels(of: "'")
        case 0x201C, 0x201D, 0x201E: pixels(of: "\"")
        case 0x2013, 0x2014: pixels(of: "-")
        case 0x2026: ellipsis
        default: nil
        }
    }

    /// Returns the letter without accents.
    private static func base(of character: Character) -> UInt64? {
        let folded = Folding.fold(String(character))
        let letter = character.isUppercase ? folded.uppercased() : folded
        return letter.unicodeScalars.first.flatMap(pixels)
    }

    /// The characters from U+0020 to U+007E.
    private static let ascii: [UInt64] = [
        0x0000000000000000, 0x183c3c1818001800, 0x6c6c000000000000, 0x6c6cfe6cfe6c6c00, 0x307cc0780cf83000,
        0x00c6cc183066c600, 0x386c3876dccc7600, 0x6060c00000000000, 0x1830606060301800, 0x6030181818306000,
        0x00663cff3c660000, 0x003030fc30300000, 0x0000000000303060, 0x000000fc00000000, 0x0000000000303000,
        0x060c183060c08000, 0x7cc6cedef6e67c00, 0x307030303030fc00, 0x78cc0c3860ccfc00, 0x78cc0c380ccc7800,
        0x1c3c6cccfe0c1e00, 0xfcc0f80c0ccc7800, 0x3860c0f8cccc7800, 0xfccc0c1830303000, 0x78cccc78cccc7800,
        0x78cccc7c0c187000, 0x0030300000303000, 0x0030300000303060, 0x183060c060301800, 0x0000fc0000fc0000,
        0x6030180c18306000, 0x78cc0c1830003000, 0x7cc6dededec07800, 0x3078ccccfccccc00, 0xfc66667c6666fc00,
        0x3c66c0c0c0663c00, 0xf86c6666666cf800, 0xfe6268786862fe00, 0xfe6268786860f000, 0x3c66c0c0ce663e00,
        0xccccccfccccccc00, 0x7830303030307800, 0x1e0c0c0ccccc7800, 0xe6666c786c66e600, 0xf06060606266fe00,
        0xc6eefefed6c6c600, 0xc6e6f6decec6c600, 0x386cc6c6c66c3800, 0xfc66667c6060f000, 0x78ccccccdc781c00,
        0xfc66667c6c66e600, 0x78cce0701ccc7800, 0xfcb4303030307800, 0xccccccccccccfc00, 0xcccccccccc783000,
        0xc6c6c6d6feeec600, 0xc6c66c38386cc600, 0xcccccc7830307800, 0xfec68c183266fe00, 0x7860606060607800,
        0xc06030180c060200, 0x7818181818187800, 0x10386cc600000000, 0x00000000000000ff, 0x3030180000000000,
        0x0000780c7ccc7600, 0xe060607c6666dc00, 0x000078ccc0cc7800, 0x1c0c0c7ccccc7600, 0x000078ccfcc07800,
        0x386c60f06060f000, 0x000076cccc7c0cf8, 0xe0606c766666e600, 0x3000703030307800, 0x0c000c0c0ccccc78,
        0xe060666c786ce600, 0x7030303030307800, 0x0000ccfefed6c600, 0x0000f8cccccccc00, 0x000078cccccc7800,
        0x0000dc66667c60f0, 0x000076cccc7c0c1e, 0x0000dc766660f000, 0x00007cc0780cf800, 0x10307c3030341800,
        0x0000cccccccc7600, 0x0000cccccc783000, 0x0000c6d6fefe6c00, 0x0000c66c386cc600, 0x0000cccccc7c0cf8,
        0x0000fc983064fc00, 0x1c3030e030301c00, 0x1818180018181800, 0xe030301c3030e000, 0x76dc000000000000,
    ]

    /// The characters from U+00A0 to U+00FF.
    private static let latin: [UInt64] = [
        0x0000000000000000, 0x1818001818181800, 0x18187ec0c07e1818, 0x386c64f060e6fc00, 0x0000c67c6c7cc600,
        0xcccc78fc30fc3030, 0x1818180018181800, 0x3e63386c6c38cc78, 0xcc00000000000000, 0x3c4299a1a199423c,
        0x3c6c6c3e00000000, 0x003366cc66330000, 0x000000fc0c0c0000, 0x0000000000000000, 0x3c42b9a5b9a5423c,
        0x7e00000000000000, 0x386c6c3800000000, 0x18187e1818007e00, 0x380c18303c000000, 0x380c180c38000000,
        0x1830000000000000, 0x00006666667c60c0, 0x7fdbdb7b1b1b1b00, 0x0000001818000000, 0x0000000000180c78,
        0x1030103800000000, 0x386c6c3800000000, 0x00cc663366cc0000, 0xc3c6ccbd376fcfc0, 0xc3c6ccde3366cc0f,
        0xc023c62ddb356701, 0x30003060c0cc7800, 0xe000386cc6fec600, 0x0e00386cc6fec600, 0x386c007cc6fec600,
        0x76dc007cc6fec600, 0xc6386cc6fec6c600, 0x30300078ccfccc00, 0x3e6cccfeccccce00, 0x78ccc0cc78180c78,
        0xe000fc607860fc00, 0x1c00fc607860fc00, 0x3048fc607860fc00, 0x6c00fc607860fc00, 0xe000783030307800,
        0x1c00783030307800, 0x3048007830307800, 0xcc00783030307800, 0xfc66f6f66666fc00, 0xfc00ccecfcdccc00,
        0x7000183c663c1800, 0x0e00183c663c1800, 0x3c66183c663c1800, 0x76dc007cc6c67c00, 0xc3183c66663c1800,
        0x006c3810386c0000, 0x3a6ccedef66cb800, 0x7000666666663c00, 0x0e00666666663c00, 0x3c66006666663c00,
        0xcc00cccccccc7800, 0x0e0066663c181800, 0xf0607c66667c60f0, 0x0078ccf8ccf8c0c0, 0xe000780c7ccc7e00,
        0x1c00780c7ccc7e00, 0x7ec33c063e663f00, 0x76dc780c7ccc7e00, 0xcc00780c7ccc7e00, 0x3030780c7ccc7e00,
        0x00007f0c7fcc7f00, 0x000078c0c0780c38, 0xe00078ccfcc07800, 0x1c0078ccfcc07800, 0x7ec33c667e603c00,
        0xcc0078ccfcc07800, 0xe000703030307800, 0x3800703030307800, 0x7cc6381818183c00, 0xcc00703030307800,
        0xd870d80c7ccc7800, 0x00f800f8cccccc00, 0x00e00078cccc7800, 0x001c0078cccc7800, 0x78cc0078cccc7800,
        0x76dc0078cccc7800, 0x00cc0078cccc7800, 0x1818007e00181800, 0x00063c6e7e763c60, 0x00e000cccccc7e00,
        0x001c00cccccc7e00, 0x78cc00cccccc7e00, 0x00cc00cccccc7e00, 0x001c00cccc7c0cf8, 0x0000607c667c6000,
        0x00cc00cccc7c0cf8,
    ]
}
