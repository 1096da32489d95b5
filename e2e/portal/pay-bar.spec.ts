import type { Locator, Page } from '@playwright/test'
import { expect, screens, test } from '../fixtures.ts'
import { openBilledCompany } from '../steps/company.ts'
import { enrollCustomer, signInToPortal } from '../steps/portal.ts'

/** Elements of the form that can have the focus. */
const FIELDS = 'input:not([type=hidden], :disabled), select:not(:disabled), button:not(:disabled)'

interface Box {
  name: string
  top: number
  bottom: number
}

/**
 * Measures the focused element and the bar. Returns null when the focus is outside the form or in the bar.
 */
const measureFocusedField = (form: Locator): Promise<{ field: Box; bar: Box } | null> =>
  form.evaluate((element) => {
    const bar = element.querySelector('[data-pay-bar]')!
    const field = document.activeElement
    if (!field || !element.contains(field) || bar.contains(field)) return null
    const boxOf = (one: Element) => {
      const { top, bottom } = one.getBoundingClientRect()
      return { name: one.getAttribute('name') ?? one.textContent?.trim() ?? '', top, bottom }
    }
    return { field: boxOf(field), bar: boxOf(bar) }
  })

function expectVisibleAboveBar({ field, bar }: { field: Box; bar: Box }, how: string): void {
  expect(field.bottom, `${field.name}, ${how}, ends above the bar`).toBeLessThanOrEqual(bar.top)
  // Firefox does not scroll to a field that is at least half visible.
  const above = test.info().project.name === 'firefox' ? (field.bottom - field.top) / 2 : 0
  expect(field.top, `${field.name}, ${how}, is not above the screen`).toBeGreaterThanOrEqual(-above)
}

/**
 * Tabs through the form forward and back, between its first field and the pay button. Returns the number of
 * stops.
 */
async function tabThrough(page: Page, form: Locator): Promise<number> {
  let seen = 0
  for (const key of ['Tab', 'Shift+Tab']) {
    if (key === 'Tab') await form.locator(FIELDS).first().focus()
    // The focus is on the button in the bar.
    else await page.keyboard.press(key)
    for (;;) {
      const found = await measureFocusedField(form)
      if (!found) break
      expectVisibleAboveBar(found, key)
      seen += 1
      await page.keyboard.press(key)
    }
  }
  return seen
}

/** Clicks each text field while the bar hides its lower half. Returns the number of clicked fields. */
async function pressHalfHiddenFields(page: Page, form: Locator): Promise<number> {
  const inputs = form.locator('input:not([type=hidden], [type=checkbox], [type=radio], :disabled)')
  const count = await inputs.count()
  let pressed = 0
  for (let at = 0; at < count; at += 1) {
    const point = await inputs.nth(at).evaluate((input) => {
      ;(document.activeElement as HTMLElement | null)?.blur()
      const bar = input.closest('form')!.querySelector('[data-pay-bar]')!
      let scroller: Element = input.closest('form')!
      while (
        scroller.scrollHeight <= scroller.clientHeight ||
        getComputedStyle(scroller).overflowY === 'visible'
      )
        if (scroller.parentElement) scroller = scroller.parentElement
        else break
      const middle = () => input.getBoundingClientRect().top + input.getBoundingClientRect().height / 2
      scroller.scrollBy(0, middle() - bar.getBoundingClientRect().top)
      const { left, top } = input.getBoundingClientRect()
      const half = Math.abs(middle() - bar.getBoundingClientRect().top) < 2
      return half ? { x: left + 12, y: top + 6 } : null
    })
    if (point === null) continue
    await page.mouse.click(point.x, point.y)
    const found = await measureFocusedField(form)
    expectVisibleAboveBar(found!, 'pressed')
    pressed += 1
  }
  return pressed
}

const PHONES = [
  { width: 390, height: 844 },
  // With the on-screen keyboard.
  { width: 390, height: 500 },
] as const

async function checkForm(page: Page, form: Locator, name: string): Promise<void> {
  let pressed = 0
  for (const size of PHONES) {
    await page.setViewportSize(size)
    for (const method of ['E-check', 'Card']) {
      await form.getByRole('tab', { name: method, exact: true }).click()
      await expect(form.getByLabel(method === 'Card' ? 'Card number' : 'Routing number')).toBeVisible()
      expect(await tabThrough(page, form), 'number of focused fields').toBeGreaterThan(10)
      pressed += await pressHalfHiddenFields(page, form)
    }
  }
  expect(pressed, 'number of half-hidden fields').toBeGreaterThan(3)
  await page.setViewportSize(PHONES[0])
  await form.getByLabel('Security code').focus()
  await screens(page, name)
}

test('on a phone the pay bar never covers the focused field, on the pay page and in the portal', async ({
  page,
  request,
}) => {
  test.slow()
  const { company, customer, link } = await openBilledCompany(request, 'Clear View Ltd', '250.00')
  await page.goto(link)
  const panel = page.getByRole('region', { name: 'Make a Payment' })
  await checkForm(page, panel.locator('form'), 'pay-bar-page')

  await enrollCustomer(request, company, customer)
  await signInToPortal(page, company, customer)
  await page.getByRole('button', { name: 'Pay Invoice' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Make a Payment' })
  await checkForm(page, dialog.locator('form'), 'pay-bar-dialog')
})
