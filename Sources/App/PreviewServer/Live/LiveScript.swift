import EmbeddedFiles

/// The script that keeps a page up to date: `live.js`.
let liveScript = String(decoding: embeddedFile("Sources/App/PreviewServer/Live/live.js"), as: UTF8.self)
