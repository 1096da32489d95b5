import { expect, type Page } from '@playwright/test'

const MAX_PRESSES = 60

/** Returns the accessible name of the focused element. Reads labels and text only. */
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
 * Presses Tab until the element with this name has the focus. Fails if a focused element on the way has no
 * ring.
 */
export async function tabTo(
  page: Page,
  name: string | RegExp,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  const passed: string[] = []
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    await page.keyboard.press(key)
    const focused = await focusedName(page)
    if (focused !== '') await expectRing(page, focused)
    if (typeof name === 'string' ? focused === name : name.test(focused)) return
    passed.push(focused)
  }
  throw new Error(`No press of ${key} leads to “${name}”, only to: ${passed.join(' | ')}`)
}

/** Fails unless the focused element has a visible outline. */
async function expectRing(page: Page, name: string): Promise<void> {
  const isDrawn = () =>
    page.evaluate(() => {
      const element = document.activeElement
      // The app focuses the heading when the focused element is replaced. The heading is no tab stop.
      if (element?.matches('h1[tabindex="-1"]')) return true
      // A field's frame, a row or a label may draw the outline of its content, and a sibling that of a hidden
      // checkbox.
      const outlined = [
        element,
        element?.parentElement,
        element?.closest('tr, label'),
        element?.nextElementSibling,
      ]
      return outlined.some((candidate) => {
        if (!candidate) return false
        const { outlineStyle, outlineWidth } = getComputedStyle(candidate)
        return outlineStyle !== 'none' && outlineWidth !== '0px'
      })
    })
  // The field's own focus handlers may run first.
  await expect.poll(isDrawn, { message: `the focus shows on “${name}”`, timeout: 15_000 }).toBe(true)
}

/** A place where Tab stops. */
export interface TabStop {
  readonly name: string
  readonly x: number
  readonly y: number
}

/**
 * Presses Tab until the focus leaves the page or is back at the first stop, and returns the stops. Fails if one has no ring, and
 * if the focus stays at one.
 */
export async function walkTabStops(page: Page): Promise<TabStop[]> {
  const stops: TabStop[] = []
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    await page.keyboard.press('Tab')
    const name = await focusedName(page)
    const box = await page.evaluate((isFirst) => {
      const walk = window as unknown as { firstStop?: Element }
      const element = document.activeElement
      if (!element || element === document.body) return null
      if (isFirst) walk.firstStop = element
      else if (walk.firstStop === element) return null
      const { x, y } = element.getBoundingClientRect()
      return { x: x + window.scrollX, y: y + window.scrollY }
    }, stops.length === 0)
    if (box === null) return stops
    await expectRing(page, name)
    stops.push({ name, ...box })
  }
  throw new Error(`The focus never leaves: ${stops.map(({ name }) => name).join(' | ')}`)
}

/** Goes past the menus of a page that was just opened. */
export async function skipMenus(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /^Skip to/ })).toBeFocused()
  await page.keyboard.press('Enter')
}
