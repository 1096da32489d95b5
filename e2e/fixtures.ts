import { type BrowserContext, test as base, type ConsoleMessage, expect } from '@playwright/test'
import { FIREFOX_NOISE, preparePages } from './firefox/prepare-pages.ts'
import { noteTraffic } from './product-logs.ts'

export { axeCheck } from './axe-check.ts'
export { screens } from './screenshots.ts'
export { expect }

type Support = {
  /** Allows console messages that the test provokes: expectConsole(/status of 401/). */
  expectConsole: (pattern: RegExp) => void
  /**
   * Also fails on errors in a context that the test opens, such as the customer's browser beside the owner's.
   */
  watch: (context: BrowserContext) => Promise<void>
  failsOnBrowserErrors: undefined
}

const portalName = 'brightwater'

/** Returns the address of the product that the run started. */
export function productUrl(): string {
  const url = process.env.QUITTANCE_URL
  if (!url) throw new Error('The product was not started.')
  return url
}

/** Returns the address of a portal: http://brightwater.localhost:3000. */
export function portalUrl(subDomain = portalName): string {
  const url = new URL(productUrl())
  url.hostname = `${subDomain}.localhost`
  return url.origin
}

/**
 * Playwright's `test`, which also fails on console errors and warnings, uncaught exceptions, and violations
 * of the content security policy.
 */
export const test = base.extend<Support>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter
  baseURL: async ({}, use) => use(productUrl()),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  expectConsole: async ({}, use) => {
    await use((pattern) => expected.push(pattern))
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  watch: async ({}, use) => {
    await use(watchContext)
  },
  failsOnBrowserErrors: [
    async ({ context, browserName }, use) => {
      browserErrors.length = 0
      expected.length = 0
      await watchContext(context)
      await use(undefined)
      // The reply to an evaluation arrives after all earlier messages of the page.
      for (const page of context.pages()) await page.evaluate(() => {}).catch(() => {})
      const known = [...expected, browserName === 'firefox' ? FIREFOX_NOISE : RECORDER_NOISE]
      const unexpected = browserErrors.filter((text) => !known.some((kind) => kind.test(text)))
      expect(unexpected, 'unexpected browser errors').toEqual([])
    },
    { auto: true },
  ],
})

// A worker runs one test at a time, so these belong to the running test.
const browserErrors: string[] = []
const expected: RegExp[] = []
// Playwright's recorder fetches images with blob: URLs (a logo during its upload), which the policy refuses.
const RECORDER_NOISE = /^error: (Connecting to 'blob:|content security policy: connect-src refused blob)/
// 'verbose' is Chromium's advice to developers.
const ignoredTypes = new Set(['info', 'debug', 'log', 'verbose'])

async function watchContext(context: BrowserContext): Promise<void> {
  noteTraffic(context)
  await preparePages(context)
  context.on('console', (message: ConsoleMessage) => {
    if (!ignoredTypes.has(message.type()))
      browserErrors.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => {
    browserErrors.push(`uncaught: ${error.error().message}`)
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`content security policy: ${event.violatedDirective} refused ${event.blockedURI}`)
    })
  })
}
