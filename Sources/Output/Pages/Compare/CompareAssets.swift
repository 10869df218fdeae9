import EmbeddedFiles

/// The script of compare pages: its concatenated files, in one function.
///
/// It is one file without modules, because browsers load no modules from a disk.
public var compareScript: [UInt8] {
  let names = [
    "site", "address", "panes", "places", "following", "outlines", "marks", "ruler", "handle", "links", "strip",
    "controls", "keys", "start",
  ]
  return Array("(() => {\n'use strict'\n\n".utf8) + names.map(script).joined(separator: [0x0A]) + Array("})()\n".utf8)
}

/// The style sheet of compare pages.
public var compareStyleSheet: [UInt8] { sheet("compare") + sheet("chart") }

/// The style sheet that panes load in addition to those of their page.
public var comparePaneSheet: [UInt8] { sheet("pane") }

/// The style sheet of the first page of a comparison.
public var overviewStyleSheet: [UInt8] { sheet("overview") }

/// Draws the outlines of cards and slots over a pane: `drawOutlines(pane, kind)`, which is part of ``compareScript``.
public var outlineScript: [UInt8] { script("outlines") }

private func script(_ name: String) -> [UInt8] { embeddedFile("Sources/Output/Pages/Compare/Script/\(name).js") }

private func sheet(_ name: String) -> [UInt8] { embeddedFile("Sources/Output/Pages/Compare/Style/\(name).css") }
