package import SiteValidation

/// A small site that passes: two pages, a shelf, a waterfall with two layouts, a picture and a font.
package enum SampleOutput {
  package static let files: [SiteFile] = texts.map { path, text in
    var file = SiteFile(path: path, bytes: Array(text.utf8))
    // The page, and the sheet of its frames.
    if ["index.html", "assets/layout.css"].contains(path) { file.shelves = shelves }
    return file
  }

  private static let shelves = [
    ShelfOutline(id: "planets", cards: ["planets/saturn", "planets/m\u{E4}rz", "planets/earth"]),
    ShelfOutline(id: "notes", cards: ["notes/moon", "notes/sun", "notes/dust"]),
  ]

  /// Replaces the first occurrence of a text in one of the files; nil if there is none.
  package static func replacing(_ old: String, with new: String, in path: String) -> [SiteFile]? {
    var files = files
    guard let index = files.firstIndex(where: { $0.path == path }),
      let range = files[index].bytes.firstRange(of: Array(old.utf8))
    else { return nil }
    var bytes = files[index].bytes
    bytes.replaceSubrange(range, with: Array(new.utf8))
    files[index] = files[index].with(bytes)
    return files
  }

  private static let texts: [(path: String, text: String)] = [
    ("index.html", home), ("about/index.html", about), ("assets/base.css", base), ("assets/layout.css", layout),
    ("layout.json", json), ("images/saturn.svg", "<svg/>"), ("images/new moon.png", "PNG"),
    ("fonts/text.woff2", "wOF2"),
  ]

  package static let home = """
    <!DOCTYPE html>
    <html lang="en" dir="ltr" xmlns="http://www.w3.org/1999/xhtml">
    <head>
    <meta charset="utf-8"/>
    <meta name="viewport" content="width=device-width"/>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self'"/>
    <title>Night &amp; Sky</title>
    <link rel="preload" href="fonts/text.woff2" as="font" type="font/woff2" crossorigin=""/>
    <link rel="stylesheet" href="assets/base.css"/>
    <link rel="stylesheet" href="assets/layout.css"/>
    <link rel="canonical" href="https://example.org/sky/"/>
    </head>
    <body class="home">
    <header id="top"><nav aria-label="Pages"><ul><li><a href="about/">About</a></li></ul></nav></header>
    <!-- The shelves. -->
    <main>
    <h1>Tonight</h1>
    <p>Look up, <a href="https://example.org/" rel="noopener">far</a> and <a href="about/index.html#who">near</a>.<br/>Now.</p>
    <section class="shelf" id="planets" aria-labelledby="planets-title">
    <h2 class="shelf-title" id="planets-title">Planets</h2>
    <ul class="cards in-shelf" role="list" tabindex="0" aria-labelledby="planets-title">
    <li class="card" id="planets/saturn"><article class="story">
    <div class="image"><img src="images/saturn.svg" alt="Saturn" width="280" height="158" loading="lazy"/></div>
    <p class="eyebrow">Rings</p>
    <h3 class="title"><a href="#notes/moon" rel="next">Saturn<br class="k3"/> <b>at</b> night</a></h3>
    <p class="subtitle" title="Widest in years">Widest in <bdi>years</bdi></p>
    <div class="body"><p>After <strong>midnight</strong>.</p><ul role="list"><li>Low</li><li><p>South</p></li></ul>
    <blockquote><p>So it is.</p></blockquote><pre><code class="swift">let x = 1 &lt; 2</code></pre><hr/>
    <div class="figure"><img src="images/new%20moon.png" alt="" width="4" height="3"/></div></div>
    <div class="pinned"><ul class="tags" role="list"><li class="w66" title="planet">planet</li>
    <li class="w50 r1">rings</li><li class="more w30 b1" title="rings" hidden="hidden"><bdi dir="ltr">+1</bdi></li></ul></div>
    </article></li>
    <li class="card" id="planets/m\u{E4}rz"><article class="story" lang="de" dir="ltr">
    <div class="row"><div class="image"><img src="images/saturn.svg" alt="" width="40" height="40"/></div>
    <div class="labels"><h3 class="title">M\u{E4}rz</h3><p class="subtitle">Kalt</p></div></div>
    </article></li>
    <li class="card" id="planets/earth"><article class="story"><h3 class="title">Earth</h3></article></li>
    </ul>
    </section>
    <section class="shelf" id="notes">
    <ul class="cards in-waterfall" role="list">
    <li class="card" id="notes/moon"><article class="note"><h3 class="title">Moon</h3></article></li>
    <li class="card" id="notes/sun"><article class="note"><h3 class="title">Sun</h3></article></li>
    <li class="card" id="notes/dust"><article class="note"><h3 class="title">Dust</h3></article></li>
    </ul>
    </section>
    </main>
    <footer><small>Made by hand</small></footer>
    </body>
    </html>

    """

  package static let about = """
    <!DOCTYPE html>
    <html lang="en" dir="ltr" xmlns="http://www.w3.org/1999/xhtml">
    <head><meta charset="utf-8"/><meta http-equiv="Content-Security-Policy" content="default-src 'none'"/>
    <title>About</title><link rel="stylesheet" href="../assets/base.css"/></head>
    <body><main><h1 id="who">Who</h1><p><a href="../#planets/m%C3%A4rz">Back</a>, <a href="mailto:a@example.org">write</a></p></main></body>
    </html>

    """

  package static let base = """
    @charset "utf-8";
    /* } a brace in a comment */
    @font-face{font-family:"Text {0}";src:url(../fonts/text.woff2) format("woff2")}
    .card::before{content:"} \\" ;"}
    @media (prefers-color-scheme:dark){:root{color:#fff}#planets{inline-size:1rem}}
    .story,.note,.image,.eyebrow,.title,.subtitle,.body,.row,.labels,.pinned{color:red}
    .w30{min-inline-size:min(100%,1.875rem)}
    .w50{min-inline-size:min(100%,3.125rem)}
    .w66{min-inline-size:min(100%,4.125rem)}
    @container page (width<37.5rem){.r1{display:none!important}}
    @container page (width>=37.5rem){.b1{display:none!important}}
    .paint{background:url("../images/new%20moon.png") no-repeat;inline-size:calc(1rem + (2px*3))}

    """

  package static let layout = """
    #planets{inline-size:20rem;min-block-size:18.25rem}
    #planets>.cards{padding-block-start:.5rem;padding-inline-start:1rem;column-gap:1rem}
    #planets>.cards>.card{inline-size:17.5rem;min-block-size:13.25rem}
    #notes{inline-size:20rem;min-block-size:15rem}
    #notes>.cards{grid-template-columns:18rem;grid-template-rows:minmax(5rem,auto) minmax(1rem,auto) minmax(4rem,auto) minmax(1rem,auto) minmax(3rem,auto);column-gap:1rem}
    #notes\\/moon{grid-area:1/1/2/2}
    #notes\\2f sun{grid-area:3/1/4/2}
    #notes\\/dust{grid-area:5/1/6/2}
    @container page (min-width:37.5rem){
    #planets,
    #notes{inline-size:37.5rem}
    #planets>.cards{padding-inline-start:calc((100% - 36rem)/2 + 1rem)}
    #notes>.cards{grid-template-columns:repeat(2,17rem);grid-template-rows:minmax(4rem,auto) minmax(1rem,auto) minmax(3rem,auto)}
    #notes{min-block-size:10rem}
    #notes\\/moon{grid-area:1/1/4/2}
    #notes\\/sun{grid-area:1/2/2/3}
    #notes\\/dust{grid-area:3/2/4/3}
    }
    .tags{display:flex;flex-wrap:wrap;gap:.375rem .25rem}
    #planets .tags{justify-content:center}
    #planets\\/saturn .tags>:nth-child(2){margin-inline-start:.5rem}

    """

  package static let json = """
    {"version":2,"widthClasses":[{"name":"compact","minWidth":0,"steps":[{"minWidth":0,"contentWidth":288}]},
    {"name":"medium","minWidth":600,"steps":[{"minWidth":600,"contentWidth":552}]}],"steps":[320,600],
    "slotFields":["x","y","width","height","lines","truncated"],"pages":[{"path":"index.html","shelves":[
    {"id":"planets","arrangement":["shelf"],"width":[320,600],"height":[292],"cards":[
    {"id":"planets/saturn","x":[16,28],"y":[40],"height":[212],"geometry":[0,1],"geometries":[
    {"width":280,"slots":{"title":[0,0,90,44,2,0],"tags":[0,44,90,54,2,1]},
    "tags":{"rows":2,"shown":1,"hidden":1,"frames":[[12,0,66],[30,30,30]]}},
    {"width":280,"slots":{"tags":[0,44,70,54,2,0]},"tags":{"rows":2,"shown":2,"hidden":0,"frames":[[2,0,66],[14,30,50]]}}]},
    {"id":"planets/m\\u00e4rz","x":[312,324],"y":[40],"height":[212],"geometry":[0],"geometries":[{"width":280}]},
    {"id":"planets/earth","x":[608,620],"y":[40],"height":[212],"geometry":[0],"geometries":[{"width":280}]}]},
    {"id":"notes","arrangement":["waterfall"],"width":[320,600],"height":[240,160],"cards":[
    {"id":"notes/moon","x":[16],"y":[8.0],"height":[80,128],"geometry":[0,1],"geometries":[{"width":288},{"width":272}]},
    {"id":"notes/sun","x":[16,304],"y":[104,8],"height":[64],"geometry":[0,1],"geometries":[{"width":288},{"width":272}]},
    {"id":"notes/dust","x":[16,304],"y":[184,8.8e1],"height":[48],"geometry":[1,0],"geometries":[{"width":272},
    {"width":288}]}]}
    ],"source":"Content/_index.md"}],"inputs":{}}

    """
}

extension SiteFile {
  /// The same file with other bytes.
  package func with(_ bytes: [UInt8]) -> SiteFile {
    var file = SiteFile(path: path, bytes: bytes)
    file.shelves = shelves
    return file
  }
}

extension String {
  /// Replaces the first occurrence of a text.
  package func replacingFirst(_ old: String, with new: String) -> String {
    guard let range = firstRange(of: old) else { return self }
    return String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
  }
}
