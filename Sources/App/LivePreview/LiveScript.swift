/// Keeps a page up to date: `live.js`.
let liveScript = String(decoding: PackageResources.live_js, as: UTF8.self)
