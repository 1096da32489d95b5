import type { Locator, Page } from '@playwright/test'
import { billedCompany } from '../steps/company.ts'
import { enrolCustomer, signInToPortal } from '../steps/portal.ts'
import { expect, screens, test } from '../support.ts'

/** The parts of the form that take the focus, but for what stands in the bar itself. */
const FIELDS = 'input:not([type=hidden], :disabled), select:not(:disabled), button:not(:disabled)'

interface Box {
  name: string
  top: number
  bottom: number
}

/** The element with the focus and the bar; null when the focus has left the form or come to the bar. */
const focusedBeside = (form: Locator): Promise<{ field: Box; bar: Box } | null> =>
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

function expectInSight({ field, bar }: { field: Box; bar: Box }, how: string): void {
  expect(field.bottom, `${field.name}, ${how}, ends above the bar`).toBeLessThanOrEqual(bar.top)
  // Firefox leaves a field where it is that can be seen at least by half.
  const above = test.info().project.name === 'firefox' ? (field.bottom - field.top) / 2 : 0
  expect(field.top, `${field.name}, ${how}, is not above the screen`).toBeGreaterThanOrEqual(-above)
}

/** Goes through the form by keyboard, forth and back, from its first field to the button that pays. */
async function tabThrough(page: Page, form: Locator): Promise<number> {
  let seen = 0
  for (const key of ['Tab', 'Shift+Tab']) {
    if (key === 'Tab') await form.locator(FIELDS).first().focus()
    // From the button in the bar back into the form.
    else await page.keyboard.press(key)
    for (;;) {
      const found = await focusedBeside(form)
      if (!found) break
      expectInSight(found, key)
      seen += 1
      await page.keyboard.press(key)
    }
  }
  return seen
}

/** Presses on what can be seen of each text field, where the bar leaves only its upper half in sight. */
async function pressHalves(page: Page, form: Locator): Promise<number> {
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
    const found = await focusedBeside(form)
    expectInSight(found!, 'pressed')
    pressed += 1
  }
  return pressed
}

const PHONES = [
  { width: 390, height: 844 },
  // With the keyboard on the screen.
  { width: 390, height: 500 },
] as const

async function checkForm(page: Page, form: Locator, name: string): Promise<void> {
  let pressed = 0
  for (const size of PHONES) {
    await page.setViewportSize(size)
    for (const way of ['E-check', 'Card']) {
      await form.getByRole('tab', { name: way, exact: true }).click()
      await expect(form.getByLabel(way === 'Card' ? 'Card number' : 'Routing number')).toBeVisible()
      expect(await tabThrough(page, form), 'fields that had the focus').toBeGreaterThan(10)
      pressed += await pressHalves(page, form)
    }
  }
  expect(pressed, 'fields that stood half behind the bar').toBeGreaterThan(3)
  await page.setViewportSize(PHONES[0])
  await form.getByLabel('Security code').focus()
  await screens(page, name)
}

test('on a phone the field with the focus stands above the bar that pays, on the pay page and in the portal', async ({
  page,
  request,
}) => {
  test.slow()
  const { company, customer, link } = await billedCompany(request, 'Clear View Ltd', '250.00')
  await page.goto(link)
  const panel = page.getByRole('region', { name: 'Make a Payment' })
  await checkForm(page, panel.locator('form'), 'pay-bar-page')

  await enrolCustomer(request, company, customer)
  await signInToPortal(page, company, customer)
  await page.getByRole('button', { name: 'Pay Invoice' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Make a Payment' })
  await checkForm(page, dialog.locator('form'), 'pay-bar-dialog')
})
