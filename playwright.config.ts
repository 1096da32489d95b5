import { fileURLToPath } from 'node:url'
import { defineConfig, devices, type Project } from '@playwright/test'
import { locateChromium } from './scripts/find-chromium.ts'
import { findFirefox } from './scripts/find-firefox.ts'

const ENGINES = { chromium: inChromium, firefox: inFirefox }
const ENGINE = (process.env.ENGINE ?? 'chromium') as keyof typeof ENGINES
if (!(ENGINE in ENGINES))
  throw new Error(`ENGINE is ${ENGINE}. It can be: ${Object.keys(ENGINES).join(', ')}.`)
/** Files that take longest: begun first, so that nobody waits for one of them alone at the end. */
const LONGEST = /\/(clock|social-login|payments|settings|paying|paypal)\.spec\.ts$/
/** A page lives for seconds here: compiling it for speed, and collecting its garbage beside it, costs more than it saves. */
const forShortPages = '--js-flags=--no-turbofan --no-maglev --single-threaded-gc'
const viewport = { width: 1280, height: 800 }

/**
 * ProviderRoundTrips through the product in a real browser. The product is started once, on data of its own. `ENGINE=firefox` goes the
 * same journeys in Firefox, `ENGINE=webkit` the most important ones in WebKit, which Playwright only lends its tests to.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: /\.spec\.ts$/,
  // npm test runs the most important ones, npm run proof all of them.
  ...(process.env.PROOF_SIZE === 'gate' && { grep: /@gate/ }),
  globalSetup: './e2e/start-product.ts',
  outputDir: 'test-results/browser',
  reporter: [['line'], ['json', { outputFile: 'test-results/playwright.json' }]],
  // Twice the cores of a small machine: a journey also waits.
  workers: { chromium: 4, firefox: 2 }[ENGINE],
  retries: 0,
  forbidOnly: true,
  // Long, as machines are shared: what hangs is found out all the same.
  timeout: 120_000,
  globalTimeout: (ENGINE === 'firefox' ? 60 : 25) * 60_000,
  expect: { timeout: 15_000 },
  use: {
    viewport,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    actionTimeout: 20_000,
    navigationTimeout: 40_000,
    screenshot: 'only-on-failure',
    // What a failure leaves behind tells enough; a recording of every journey costs a third of its time.
    trace: 'off',
  },
  projects: ENGINES[ENGINE](),
})

function inChromium(): Project[] {
  const chromium = locateChromium()
  if (!chromium)
    throw new Error('There is no Chromium here. npm test installs one; or set CHROMIUM to the path of one.')
  const launchOptions = { ...chromium, args: [...chromium.args, forShortPages] }
  const use = { ...devices['Desktop Chrome'], viewport, launchOptions }
  return [
    { name: 'longest', testMatch: LONGEST, use },
    { name: 'chromium', testIgnore: LONGEST, use },
  ]
}

/** A stock one, as people have it. */
function inFirefox(): Project[] {
  const launchOptions = {
    executablePath: fileURLToPath(new URL('e2e/firefox/launch.sh', import.meta.url)),
    env: { ...process.env, NODE: process.execPath, FIREFOX: findFirefox() },
    firefoxUserPrefs: {
      // A mouse, which a machine without a screen has not.
      'ui.primaryPointerCapabilities': 6,
      'ui.allPointerCapabilities': 6,
      // Nothing leaves this machine, of the browser's own affairs neither.
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': 9,
      'network.proxy.ssl': '127.0.0.1',
      'network.proxy.ssl_port': 9,
      'network.proxy.no_proxies_on': 'localhost, .localhost, 127.0.0.1',
      // A PDF is saved, and not opened beside.
      'browser.download.open_pdf_attachments_inline': false,
      'pdfjs.disabled': true,
      'browser.download.alwaysOpenPanel': false,
      // Another website's frame in the same process, where Playwright's keys reach it.
      'fission.autostart': false,
      // ProviderRoundTrips read what a button has copied.
      'dom.events.testing.asyncClipboard': true,
    },
  }
  const use = { browserName: 'firefox', channel: 'moz-firefox', launchOptions } as const
  // Bytes and shifts are measured by what only Chromium tells, and Playwright can't turn the scripts of a stock Firefox off.
  // The framed portal's tests start Chromium with switches of its own.
  return [
    {
      name: 'firefox',
      // The switches for storage in frames are Chromium's.
      testIgnore: /(page-weight|framed-portal)\.spec\.ts$/,
      grepInvert: /before any script has run/,
      use,
    },
  ]
}
