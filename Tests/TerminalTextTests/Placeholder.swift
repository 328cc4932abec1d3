import Testing
@testable import TerminalText
