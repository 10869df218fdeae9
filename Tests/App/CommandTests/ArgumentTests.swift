import TestSupport
import Testing

struct ArgumentTests {
  /// A program that is started without a name has no arguments either, and must not do what it does without any.
  @Test(arguments: [[], ["check", "--strict"]])
  func aProgramWithoutItsNameDoesNothing(arguments: [String]) throws {
    let program = try CommandRun.program()
    let run = try CommandRun.of(
      program: "/usr/bin/perl", ["-e", "exec { $ARGV[0] } '', @ARGV[1..$#ARGV]", program] + arguments)
    #expect(run.exitCode == 70)
    #expect(run.output == "")
    #expect(run.errors == "error: the system passed no arguments, not even the name of the program: nothing was done\n")
  }
}
