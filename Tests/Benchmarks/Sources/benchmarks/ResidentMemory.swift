#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Returns the resident memory of this process in bytes on Linux, and 0 elsewhere.
func residentMemory() -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") }),
        let number = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return 0 }
    return number * 1024
}
