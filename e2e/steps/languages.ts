import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { LANGUAGES } from '../../domain/mails/languages.ts'

type Catalogue = Record<string, string>

export const readCatalogue = (language: string): Catalogue =>
  JSON.parse(readFileSync(new URL(`../../languages/${language}.json`, import.meta.url), 'utf8')) as Catalogue

/** '$1,250.00' or 'Dec 26, 2026'. */
const ENGLISH_FIGURE = /\$\d|\p{L}{3} \d{1,2}, \d{4}/u

/** Opens an address on a phone whose browser asks for a language. */
export async function openOnPhone(browser: Browser, locale: string, address: string): Promise<Page> {
  const context = await browser.newContext({ locale, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(address)
  await expect(page.locator('html')).toHaveAttribute('lang', locale.slice(0, 2))
  return page
}

/** Fails when the page shows a text in English that its language writes differently. */
export async function expectNoEnglish(page: Page, catalogue: Catalogue): Promise<void> {
  const shown = await page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) texts.push(walker.currentNode.textContent?.trim() ?? '')
    const labels = [...document.querySelectorAll('[aria-label], [placeholder]')].flatMap((one) => [
      one.getAttribute('aria-label') ?? '',
      one.getAttribute('placeholder') ?? '',
    ])
    return [...texts, ...labels]
  })
  // Languages that can be chosen stand there by their own names.
  const translations = new Set<string>([...Object.values(catalogue), ...Object.values(LANGUAGES)])
  expect(shown.filter((text) => text in catalogue && !translations.has(text))).toEqual([])
  expect(
    shown.filter((text) => ENGLISH_FIGURE.test(text)),
    'amounts and dates as in English',
  ).toEqual([])
}
