import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { showIn } from './looks.ts'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const wcag22AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Fails with each breach of WCAG 2.2 AA that axe finds on the page; of its colours, in light and in dark. */
export async function axeCheck(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  for (const theme of ['light', 'dark'] as const) {
    await showIn(page, theme)
    // A theme changes colours and nothing else.
    expect(
      await breachesOf(
        page,
        theme === 'light' ? { type: 'tag', values: wcag22AA } : { type: 'rule', values: ['color-contrast'] },
      ),
      `accessibility in ${theme}`,
    ).toEqual([])
  }
  await showIn(page, 'light')
}

const breachesOf = (page: Page, runOnly: axe.RunOnly): Promise<string[]> =>
  page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') }
    // Nothing but breaches is looked at, and none of the rules asks for style sheets by themselves.
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
