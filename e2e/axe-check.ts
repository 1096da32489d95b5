import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page, test } from '@playwright/test'
import type axe from 'axe-core'
import { isChosenScreen } from './chosen-screens.ts'
import { applyTheme } from './screenshots.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const wcag22AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The dark theme changes only colors, so the gate checks the light one and `npm run proof` both. */
const themes = process.env.PROOF_SIZE === 'gate' ? (['light'] as const) : (['light', 'dark'] as const)

/** The checks of each test so far, by its id. */
const counts = new Map<string, number>()

/**
 * Fails on every WCAG 2.2 AA violation that axe finds on the page. Contrast is checked in each theme. The gate checks a sample of
 * the pages.
 */
export async function axeCheck(page: Page): Promise<void> {
  const { testId, title } = test.info()
  const count = (counts.get(testId) ?? 0) + 1
  counts.set(testId, count)
  if (!isChosenScreen(`${title} ${count}`)) return
  // Rows are dimmed while newer ones are on their way.
  await expect(page.locator('table[aria-busy="true"]')).toHaveCount(0)
  await finishAnimations(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  for (const theme of themes) {
    await applyTheme(page, theme)
    expect(
      await findViolations(
        page,
        theme === 'light' ? { type: 'tag', values: wcag22AA } : { type: 'rule', values: ['color-contrast'] },
      ),
      `accessibility in ${theme}`,
    ).toEqual([])
  }
  await applyTheme(page, 'light')
}

/**
 * Ends what is fading in. While a dialog is still transparent, axe takes the page that it makes inert for one that is hidden
 * without reason. Spinners turn forever and go on.
 */
const finishAnimations = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const animation of document.getAnimations())
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
  })

const findViolations = (page: Page, runOnly: axe.RunOnly): Promise<string[]> =>
  page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    // Only violations are read, and none of the rules needs preloaded style sheets.
    const options: axe.RunOptions = {
      runOnly: only,
      resultTypes: ['violations'],
      preload: false,
      iframes: false,
    }
    const { violations } = await axe.run(document, options)
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, runOnly)
