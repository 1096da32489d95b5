import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { isChosenScreen } from './chosen-screens.ts'

const folder = 'test-results/screens'
const desktop = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

/** People look at the screenshots, so the gate takes none, nor does CI. */
const takesScreenshots = !process.env.CI && process.env.PROOF_SIZE !== 'gate'

/**
 * Takes screenshots of the whole page in light, in dark and at phone width. Fails if the page is wider than a phone. Afterwards the
 * page is light and has its former width. The gate checks a sample of the screens.
 */
export async function screens(page: Page, name: string): Promise<void> {
  if (!isChosenScreen(name)) return
  const before = page.viewportSize() ?? desktop
  if (takesScreenshots)
    for (const theme of ['light', 'dark'] as const) {
      await applyTheme(page, theme)
      await takePicture(page, `${name}-${theme}`)
    }
  await page.setViewportSize(phone)
  if (takesScreenshots) {
    await applyTheme(page, 'light')
    await takePicture(page, `${name}-390`)
  }
  // Components that measure themselves need a moment to adapt.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), {
      message: `${name} on a phone: pixels that one has to scroll sideways for`,
    })
    .toBeLessThanOrEqual(0)
  await page.setViewportSize(before)
  await drawn(page)
}

/** Waits until the page is drawn at its new size: until then a click can meet what was there before. */
const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      }),
  )

async function takePicture(page: Page, name: string): Promise<void> {
  // On a scrolled page, sticky elements would appear in the middle of the screenshot.
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, animations: 'disabled' })
}

/** Applies a theme both as the user's choice on the page and as the system's preference. */
export async function applyTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await setTransitionsDisabled(page, true)
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name
    const runningAnimations = () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
    // A dialog accepts input before its opening animation has ended. Finishing one animation may start
    // another.
    for (let depth = 0, running = runningAnimations(); depth < 10 && running.length > 0; depth++) {
      for (const animation of running) animation.finish()
      running = runningAnimations()
    }
  }, theme)
  await setTransitionsDisabled(page, false)
}

/** Disables transitions while the theme changes, so that no intermediate color is checked. */
const setTransitionsDisabled = (page: Page, disabled: boolean): Promise<void> =>
  page.evaluate((isDisabled) => {
    const own = window as unknown as { noTransitions?: CSSStyleSheet }
    if (isDisabled) {
      own.noTransitions = new CSSStyleSheet()
      own.noTransitions.replaceSync('*, ::before, ::after { transition: none !important }')
      document.adoptedStyleSheets.push(own.noTransitions)
    } else
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== own.noTransitions)
  }, disabled)
