#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What an environment variable says.
func environment(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
