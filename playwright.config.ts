import { fileURLToPath } from 'node:url'
import { defineConfig, devices, type Project } from '@playwright/test'
import { locateChromium } from './scripts/find-chromium.ts'
import { findFirefox } from './scripts/find-firefox.ts'

const ENGINES = { chromium: inChromium, firefox: inFirefox }
const ENGINE = (process.env.ENGINE ?? 'chromium') as keyof typeof ENGINES
if (!(ENGINE in ENGINES))
  throw new Error(`ENGINE is ${ENGINE}. It can be: ${Object.keys(ENGINES).join(', ')}.`)
/** The slowest files start first, so that the run doesn't end with one worker busy. */
const LONGEST = /\/(clock|social-login|payments|settings|paying|paypal)\.spec\.ts$/
/**
 * Pages live for seconds, so optimizing compilers and concurrent garbage collection cost more than they save.
 */
const forShortPages = '--js-flags=--no-turbofan --no-maglev --single-threaded-gc'
const viewport = { width: 1280, height: 800 }

/**
 * Browser tests of the product, which is started once on an empty data folder. `ENGINE=firefox` uses Firefox.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: /\.spec\.ts$/,
  // npm test runs the most important tests, npm run proof all of them.
  ...(process.env.PROOF_SIZE === 'gate' && { grep: /@gate/ }),
  globalSetup: './e2e/start-product.ts',
  outputDir: 'test-results/browser',
  reporter: [['line'], ['json', { outputFile: 'test-results/playwright.json' }]],
  // More than the cores of a small machine, because a test also waits; the unit tests run beside them.
  workers: { chromium: 3, firefox: 2 }[ENGINE],
  retries: 0,
  forbidOnly: true,
  // Long, because machines are shared.
  timeout: 300_000,
  globalTimeout: (ENGINE === 'firefox' ? 60 : 25) * 60_000,
  expect: { timeout: 60_000 },
  use: {
    viewport,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    screenshot: 'only-on-failure',
    // Recording every test costs a third of its time. A screenshot of a failure is enough.
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

/** Uses a stock Firefox. */
function inFirefox(): Project[] {
  const launchOptions = {
    executablePath: fileURLToPath(new URL('e2e/firefox/launch.sh', import.meta.url)),
    env: { ...process.env, NODE: process.execPath, FIREFOX: findFirefox() },
    firefoxUserPrefs: {
      // Reports a mouse, which a machine without a screen lacks.
      'ui.primaryPointerCapabilities': 6,
      'ui.allPointerCapabilities': 6,
      // Blocks the browser's own requests to the internet.
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': 9,
      'network.proxy.ssl': '127.0.0.1',
      'network.proxy.ssl_port': 9,
      'network.proxy.no_proxies_on': 'localhost, .localhost, 127.0.0.1',
      // Saves a PDF instead of opening it.
      'browser.download.open_pdf_attachments_inline': false,
      'pdfjs.disabled': true,
      'browser.download.alwaysOpenPanel': false,
      // Keeps another website's frame in the same process, where Playwright's keys reach it.
      'fission.autostart': false,
      // Lets tests read the clipboard.
      'dom.events.testing.asyncClipboard': true,
    },
  }
  const use = { browserName: 'firefox', channel: 'moz-firefox', launchOptions } as const
  // Only Chromium reports bytes and layout shifts, and Playwright can't disable the scripts of a stock
  // Firefox.
  return [
    {
      name: 'firefox',
      // The framed portal's tests start Chromium with its switches for storage in frames.
      testIgnore: /(page-weight|framed-portal)\.spec\.ts$/,
      grepInvert: /before any script has run/,
      use,
    },
  ]
}
