import Glibc
import RandomSites
import SiteBuild

// usage: TryRandomSites THEME FOLDER, with one site per line on standard input: SEED NUMBER [KEEP] [PART…]
//        TryRandomSites THEME FOLDER edits SEED NUMBER COUNT [own]
//
// Writes each site without the given parts into FOLDER, with the template and the styles of THEME, builds it, and
// answers with two lines: the site that it will try, and the result. One process tries many sites, which saves its
// start. With KEEP, a folder or "-", the files stay there.
//
// With `edits`, a site is edited as often as COUNT says, and a line is written for each edit: `built` or `refused`, the
// edit, and each fault after a tab. With `own`, its theme is a random one, otherwise THEME.
let arguments = CommandLine.arguments
guard arguments.count >= 3 else { leave("usage: TryRandomSites THEME FOLDER < LINES") }
do {
  if arguments.count > 6, arguments[3] == "edits", let seed = UInt64(arguments[4]), let number = Int(arguments[5]),
    let count = Int(arguments[6])
  {
    try await tryEdits(
      seed: seed, number: number, count: count, theme: arguments[1], hasOwnTheme: arguments.last == "own",
      in: arguments[2])
    exit(0)
  }
  let trial = try SiteTrial(theme: arguments[1], folder: arguments[2])
  while let line = readLine() {
    let words = line.split(separator: " ")
    guard words.count >= 2, let seed = UInt64(words[0]), let number = Int(words[1]) else {
      leave("not a site: \(line)")
    }
    let kept = words.count > 2 && words[2] != "-" ? String(words[2]) : nil
    say("trying \(seed) \(number)")
    say(
      try await trial.run(
        RandomSite(seed: seed, number: number), without: Set(words.dropFirst(3).compactMap { Int($0) }), kept: kept))
  }
} catch {
  leave("\(error)")
}
