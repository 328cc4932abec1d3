/// Error correction: a remainder in the field of 256 elements that the polynomial x⁸ + x⁴ + x³ + x² + 1 makes.
struct ReedSolomon {
    /// The generator's coefficients behind the first, which is one; as logarithms.
    let generator: [Int]

    /// The powers of two, twice, so that a sum of two logarithms is an index.
    private static let powers: [UInt8] = {
        var powers: [UInt8] = []
        var power = 1
        for _ in 0..<510 {
            powers.append(UInt8(power))
            power = power < 0x80 ? power << 1 : power << 1 ^ 0x11D
        }
        return powers
    }()

    /// Of which power each element is; that of zero has no meaning.
    private static let logarithms: [Int] = {
        var logarithms = Array(repeating: 0, count: 256)
        for (exponent, power) in powers.prefix(255).enumerated() { logarithms[Int(power)] = exponent }
        return logarithms
    }()

    /// Error correction of `count` bytes: the product of (x − 2ⁱ), i from 0 on, up to that degree.
    init(codewords: Int) {
        let (powers, logarithms) = (ReedSolomon.powers, ReedSolomon.logarithms)
        var product: [UInt8] = [1]
        for exponent in 0..<codewords {
            let shifted = product + [0]
            let scaled = [0] + product.map { $0 == 0 ? 0 : powers[logarithms[Int($0)] + exponent] }
            product = zip(shifted, scaled).map { $0 ^ $1 }
        }
        generator = product.dropFirst().map { logarithms[Int($0)] }
    }

    /// The bytes that stand behind a block of data.
    func correction(of data: ArraySlice<UInt8>) -> [UInt8] {
        let (powers, logarithms) = (ReedSolomon.powers, ReedSolomon.logarithms)
        var remainder = Array(repeating: 0 as UInt8, count: generator.count)
        for byte in data {
            let factor = byte ^ remainder[0]
            for index in 1..<remainder.count { remainder[index - 1] = remainder[index] }
            remainder[remainder.count - 1] = 0
            guard factor != 0 else { continue }
            let logarithm = logarithms[Int(factor)]
            for (index, coefficient) in generator.enumerated() {
                remainder[index] ^= powers[coefficient + logarithm]
            }
        }
        return remainder
    }
}
