import Glibc

func chromiumArguments(profile: String, url: String, scale: Scale, hasScrollbars: Bool) -> [String] {
  var arguments = [
    "--headless=new", "--user-data-dir=\(profile)/profile", "--force-device-scale-factor=\(scale.rawValue)",
    "--window-size=1280,1000", "--no-first-run", "--no-default-browser-check", "--disable-background-networking",
    "--disable-breakpad", "--disable-component-update", "--disable-default-apps", "--disable-extensions",
    "--disable-gpu", "--disable-sync", "--disable-background-timer-throttling", "--disable-renderer-backgrounding",
    "--metrics-recording-only", "--password-store=basic",
    // Without a window there is no pointer, and therefore no scrollbar for one.
    "--blink-settings=primaryPointerType=4,availablePointerTypes=4",
  ]
  if !hasScrollbars { arguments.append("--hide-scrollbars") }
  // The sandbox does not work for root.
  if geteuid() == 0 { arguments.append("--no-sandbox") }
  return arguments + [url]
}

func firefoxArguments(profile: String, url: String) -> [String] {
  ["--headless", "--no-remote", "--profile", profile, url]
}

/// The content of `user.js`: no page except the requested one, no network traffic except that of the audit.
func firefoxPreferences(scale: Scale) -> String {
  let preferences = [
    ("app.normandy.enabled", "false"), ("app.shield.optoutstudies.enabled", "false"), ("app.update.enabled", "false"),
    ("browser.aboutwelcome.enabled", "false"), ("browser.cache.disk.enable", "false"),
    ("browser.newtabpage.enabled", "false"), ("browser.safebrowsing.downloads.enabled", "false"),
    ("browser.safebrowsing.malware.enabled", "false"), ("browser.safebrowsing.phishing.enabled", "false"),
    ("browser.sessionstore.resume_from_crash", "false"), ("browser.shell.checkDefaultBrowser", "false"),
    ("browser.startup.homepage_override.mstone", "\"ignore\""), ("browser.startup.page", "0"),
    ("browser.tabs.firefox-view", "false"), ("datareporting.healthreport.uploadEnabled", "false"),
    ("datareporting.policy.dataSubmissionEnabled", "false"),
    ("datareporting.policy.dataSubmissionPolicyBypassNotification", "true"), ("dom.push.enabled", "false"),
    ("extensions.autoDisableScopes", "15"), ("extensions.getAddons.cache.enabled", "false"),
    ("extensions.systemAddon.update.enabled", "false"), ("extensions.update.enabled", "false"),
    ("layout.css.devPixelsPerPx", "\"\(scale.rawValue)\""), ("media.gmp-manager.updateEnabled", "false"),
    ("network.captive-portal-service.enabled", "false"), ("network.connectivity-service.enabled", "false"),
    ("network.dns.disablePrefetch", "true"), ("network.prefetch-next", "false"),
    ("services.settings.server", "\"http://127.0.0.1:9/\""), ("termsofuse.bypassNotification", "true"),
    ("toolkit.telemetry.enabled", "false"), ("toolkit.telemetry.unified", "false"),
    ("trailhead.firstrun.didSeeAboutWelcome", "true"),
  ]
  return preferences.map { "user_pref(\"\($0.0)\", \($0.1));\n" }.joined()
}
