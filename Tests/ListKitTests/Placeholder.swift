import Testing
@testable import ListKit
