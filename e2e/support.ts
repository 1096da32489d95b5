import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'

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
    async ({ context }, use) => {
      surprises.length = 0
      expected.length = 0
      await watchContext(context)
      await use(undefined)
      // An answer from each page comes after what it complained about before.
      for (const page of context.pages()) await page.evaluate(() => {}).catch(() => {})
      const unexpected = surprises.filter((text) => ![...expected, RECORDER].some((kind) => kind.test(text)))
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

const folder = 'test-results/screens'
const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

/**
 * Keeps pictures of the page from its top: light, dark, and as on a phone. Leaves it light and as wide as before. Where
 * nobody looks at pictures (`CI`) the page only takes on each look.
 */
export async function screens(page: Page, name: string): Promise<void> {
  const before = page.viewportSize() ?? desktop
  for (const [look, theme, viewport] of [
    ['light', 'light', before],
    ['dark', 'dark', before],
    ['390', 'light', phone],
  ] as const) {
    if (viewport !== page.viewportSize()) await page.setViewportSize(viewport)
    await showIn(page, theme)
    // What sticks to the window would stand in the middle of a page that is scrolled.
    await page.evaluate(() => window.scrollTo(0, 0))
    const path = join(folder, `${name}-${look}.png`)
    if (!process.env.CI) await page.screenshot({ path, fullPage: true, animations: 'disabled' })
  }
  await page.setViewportSize(before)
  await showIn(page, 'light')
}

/** Both ways a theme comes about: the person's choice on the page, and the system's wish. */
async function showIn(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name
    // Colours on their way from the one look to the other are neither's.
    for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish()
  }, theme)
}

const wcag22AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Fails with each breach of WCAG 2.2 AA that axe finds on the page; of its colours, in light and in dark. */
export async function axeCheck(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await showIn(page, theme)
    const axe = new AxeBuilder({ page }).setLegacyMode()
    // A theme changes colours and nothing else.
    const { violations } = await (theme === 'light'
      ? axe.withTags(wcag22AA)
      : axe.withRules(['color-contrast'])
    ).analyze()
    const breaches = violations.map(
      ({ id, help, nodes }) => `${id}: ${help} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
    expect(breaches, `accessibility in ${theme}`).toEqual([])
  }
  await showIn(page, 'light')
}
