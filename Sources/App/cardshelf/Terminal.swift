import Diagnostics
import Glibc

/// Returns whether a stream is a terminal with colours, whose user wants them (no-color.org).
func showsColours(on stream: Int32) -> Bool {
  isTerminal(stream) && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
}

func emphasis(on stream: Int32) -> Emphasis { showsColours(on: stream) ? .colours : .none }

func isTerminal(_ stream: Int32) -> Bool { isatty(stream) == 1 }

/// The number of columns of a terminal; 80 if it is unknown.
func columnCount(of stream: Int32) -> Int {
  var size = winsize()
  return ioctl(stream, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
}

/// Writes a finding to standard error, for people.
func printFinding(_ finding: Diagnostic) { printError(finding.rendered(with: emphasis(on: STDERR_FILENO))) }
