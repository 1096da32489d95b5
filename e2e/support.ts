import { type BrowserContext, test as base, type ConsoleMessage, expect } from '@playwright/test'
import { FIREFOXS_OWN, readyPages } from './firefox/in-pages.ts'
import { noteTraffic } from './product-logs.ts'

export { axeCheck } from './axe-check.ts'
export { screens } from './looks.ts'
export { expect }

type Support = {
  /** Lets pass what a journey means to provoke: expectConsole(/status of 401/). */
  expectConsole: (pattern: RegExp) => void
  /** Watches a context that the journey opened itself, such as the customer's browser beside the owner's. */
  watch: (context: BrowserContext) => Promise<void>
  noSurprises: undefined
}

const portalName = 'brightwater'

/** The product's address, as the start of the run found it. */
export function productUrl(): string {
  const url = process.env.QUITTANCE_URL
  if (!url) throw new Error('The product was not started.')
  return url
}

/** The address of a portal: http://brightwater.localhost:3000. */
export function portalUrl(subDomain = portalName): string {
  const url = new URL(productUrl())
  url.hostname = `${subDomain}.localhost`
  return url.origin
}

/**
 * Playwright's test, which also fails on what a person would not see: errors and warnings on the console,
 * exceptions nobody caught, and breaches of the content security policy.
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
  noSurprises: [
    async ({ context, browserName }, use) => {
      surprises.length = 0
      expected.length = 0
      await watchContext(context)
      await use(undefined)
      // An answer from each page comes after what it complained about before.
      for (const page of context.pages()) await page.evaluate(() => {}).catch(() => {})
      const known = [...expected, browserName === 'firefox' ? FIREFOXS_OWN : RECORDER]
      const unexpected = surprises.filter((text) => !known.some((kind) => kind.test(text)))
      expect(unexpected, 'what the browser complained about').toEqual([])
    },
    { auto: true },
  ],
})

// A worker runs one test at a time, so what is collected belongs to the test that runs.
const surprises: string[] = []
const expected: RegExp[] = []
// Playwright's recorder reads a picture that is shown from memory (a logo on its way), which the policy refuses it.
const RECORDER = /^error: (Connecting to 'blob:|content security policy: connect-src refused blob)/
// 'verbose' is Chromium's advice to whoever builds a page, not a fault of it.
const quiet = new Set(['info', 'debug', 'log', 'verbose'])

async function watchContext(context: BrowserContext): Promise<void> {
  noteTraffic(context)
  await readyPages(context)
  context.on('console', (message: ConsoleMessage) => {
    if (!quiet.has(message.type()))
      surprises.push(`${message.type()}: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => {
    surprises.push(`uncaught: ${error.error().message}`)
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`content security policy: ${event.violatedDirective} refused ${event.blockedURI}`)
    })
  })
}
