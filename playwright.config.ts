import { defineConfig, devices } from '@playwright/test'
import { locateChromium } from './scripts/find-chromium.ts'

const chromium = locateChromium()
if (!chromium)
  throw new Error('There is no Chromium here. npm test installs one; or set CHROMIUM to the path of one.')

/** Files that take longest: begun first, so that nobody waits for one of them alone at the end. */
const LONGEST = /\/(clock|social-login|payments|settings|paying|paypal)\.spec\.ts$/
/** A page lives for seconds here: compiling it for speed, and collecting its garbage beside it, costs more than it saves. */
const forShortPages = '--js-flags=--no-turbofan --no-maglev --single-threaded-gc'
const browser = { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } }

/** Journeys through the product in a real browser. The product is started once, on data of its own. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: /\.spec\.ts$/,
  globalSetup: './e2e/start-product.ts',
  outputDir: 'test-results/browser',
  reporter: [['line'], ['json', { outputFile: 'test-results/playwright.json' }]],
  // Twice the cores of a small machine: a journey also waits.
  workers: 4,
  retries: 0,
  forbidOnly: true,
  // Long, as machines are shared: what hangs is found out all the same.
  timeout: 120_000,
  globalTimeout: 25 * 60_000,
  expect: { timeout: 15_000 },
  use: {
    launchOptions: { ...chromium, args: [...chromium.args, forShortPages] },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    actionTimeout: 20_000,
    navigationTimeout: 40_000,
    screenshot: 'only-on-failure',
    // What a failure leaves behind tells enough; a recording of every journey costs a third of its time.
    trace: 'off',
  },
  projects: [
    { name: 'longest', testMatch: LONGEST, use: browser },
    { name: 'chromium', testIgnore: LONGEST, use: browser },
  ],
})
