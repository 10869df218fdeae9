/// The script of compare pages: its concatenated files, in one function.
///
/// It is one file without modules, because browsers load no modules from a disk.
public var compareScript: [UInt8] {
  let files = [
    PackageResources.site_js, PackageResources.address_js, PackageResources.panes_js, PackageResources.places_js,
    PackageResources.following_js, PackageResources.outlines_js, PackageResources.ruler_js, PackageResources.handle_js,
    PackageResources.links_js, PackageResources.controls_js, PackageResources.keys_js, PackageResources.start_js,
  ]
  return Array("(() => {\n'use strict'\n\n".utf8) + files.joined(separator: [0x0A]) + Array("})()\n".utf8)
}

/// The style sheet of compare pages.
public var compareStyleSheet: [UInt8] { PackageResources.compare_css + PackageResources.chart_css }

/// The style sheet that panes load in addition to those of their page.
public var comparePaneSheet: [UInt8] { PackageResources.pane_css }

/// Draws the outlines of cards and slots over a pane: `drawOutlines(pane, kind)`, which is part of ``compareScript``.
public var outlineScript: [UInt8] { PackageResources.outlines_js }
