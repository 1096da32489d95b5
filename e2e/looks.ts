import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'

const folder = 'test-results/screens'
const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

/**
 * Keeps pictures of the page from its top: light, dark, and as on a phone, where it may not be wider than the window.
 * Leaves it light and as wide as before. Where nobody looks at pictures (`CI`) none are taken.
 */
export async function screens(page: Page, name: string): Promise<void> {
  const before = page.viewportSize() ?? desktop
  if (!process.env.CI)
    for (const theme of ['light', 'dark'] as const) {
      await showIn(page, theme)
      await takePicture(page, `${name}-${theme}`)
    }
  await page.setViewportSize(phone)
  if (!process.env.CI) {
    await showIn(page, 'light')
    await takePicture(page, `${name}-390`)
  }
  // What measures itself needs a moment to follow.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), {
      message: `${name} on a phone: pixels that one has to scroll sideways for`,
    })
    .toBeLessThanOrEqual(0)
  await page.setViewportSize(before)
}

async function takePicture(page: Page, name: string): Promise<void> {
  // What sticks to the window would stand in the middle of a page that is scrolled.
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, animations: 'disabled' })
}

/** Both ways a theme comes about: the person's choice on the page, and the system's wish. */
export async function showIn(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await holdColours(page, true)
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name
    const underWay = () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    // A dialog that has just begun to appear can be typed into, but is not there yet for whoever looks.
    for (let depth = 0, changes = underWay(); depth < 10 && changes.length > 0; depth++) {
      for (const change of changes) change.finish()
      changes = underWay()
    }
  }, theme)
  await holdColours(page, false)
}

/** Colours on their way from the one look to the other are neither's: meanwhile each is at once what it will be. */
const holdColours = (page: Page, held: boolean): Promise<void> =>
  page.evaluate((isOutboundPaused) => {
    const own = window as unknown as { atOnce?: CSSStyleSheet }
    if (isOutboundPaused) {
      own.atOnce = new CSSStyleSheet()
      own.atOnce.replaceSync('*, ::before, ::after { transition: none !important }')
      document.adoptedStyleSheets.push(own.atOnce)
    } else document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== own.atOnce)
  }, held)
