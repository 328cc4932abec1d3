/// Reed–Solomon error correction over GF(256) with the polynomial x⁸ + x⁴ + x³ + x² + 1.
struct ReedSolomon {
    /// The logarithms of the generator's coefficients after the leading one.
    let generator: [Int]

    /// The powers of two, repeated so that the sum of two logarithms is a valid index.
    private static let powers: [UInt8] = {
        var powers: [UInt8] = []
        var power = 1
        for _ in 0..<510 {
            powers.append(UInt8(power))
            power = power < 0x80 ? power << 1 : power << 1 ^ 0x11D
        }
        return powers
    }()

    /// The logarithm of each element. That of zero is meaningless.
    private static let logarithms: [Int] = {
        var logarithms = Array(repeating: 0, count: 256)
        for (exponent, power) in powers.prefix(255).enumerated() { logarithms[Int(power)] = exponent }
        return logarithms
    }()

    /// Creates a code with the given number of error correction codewords. The generator is the product of (x − 2ⁱ)
    /// for all i from 0 up to, but not including, that number.
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

    /// Returns the error correction codewords of a block of data.
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
