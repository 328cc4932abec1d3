#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Returns the value of an environment variable.
func environment(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
