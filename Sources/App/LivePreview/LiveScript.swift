import EmbeddedFiles

/// Keeps a page up to date: `live.js`.
let liveScript = String(decoding: embeddedFile("Sources/App/LivePreview/live.js"), as: UTF8.self)
