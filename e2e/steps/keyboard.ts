import { expect, type Page } from '@playwright/test'

const MOST_PRESSES = 60

/** What has the focus: its name as a person hears it, as far as labels and text tell. */
const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return ''
    const label =
      element.getAttribute('aria-label') ??
      (element instanceof HTMLInputElement ||
      element instanceof HTMLSelectElement ||
      element instanceof HTMLTextAreaElement
        ? element.labels?.[0]?.textContent
        : element.textContent)
    return (label ?? '').replace(/\s+/g, ' ').trim()
  })

/**
 * Presses Tab until what bears the name has the focus, as a person without a mouse does, and sees to it that the focus
 * shows on the way: every stop has to be drawn.
 */
export async function tabTo(
  page: Page,
  name: string | RegExp,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  const passed: string[] = []
  for (let presses = 0; presses < MOST_PRESSES; presses += 1) {
    await page.keyboard.press(key)
    const focused = await focusedName(page)
    if (focused !== '') await expectRing(page, focused)
    if (typeof name === 'string' ? focused === name : name.test(focused)) return
    passed.push(focused)
  }
  throw new Error(`No press of ${key} leads to “${name}”, only to: ${passed.join(' | ')}`)
}

/** A focus that nobody sees is a focus lost. */
async function expectRing(page: Page, name: string): Promise<void> {
  const isDrawn = () =>
    page.evaluate(() => {
      const element = document.activeElement
      // No stop of Tab: what had the focus was drawn anew, and the app gave it back to the page's heading.
      if (element?.matches('h1[tabindex="-1"]')) return true
      // A field's frame, a row and a label draw it for what they hold; a hidden box has it drawn by what stands for it.
      const drawers = [
        element,
        element?.parentElement,
        element?.closest('tr, label'),
        element?.nextElementSibling,
      ]
      return drawers.some((drawer) => {
        if (!drawer) return false
        const { outlineStyle, outlineWidth } = getComputedStyle(drawer)
        return outlineStyle !== 'none' && outlineWidth !== '0px'
      })
    })
  // What else the field does when it gets the focus may come first.
  await expect.poll(isDrawn, { message: `the focus shows on “${name}”`, timeout: 2_000 }).toBe(true)
}
