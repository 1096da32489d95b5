import type { Locator, Page } from '@playwright/test'
import { axeCheck } from '../axe-check.ts'
import { expect, screens, test } from '../fixtures.ts'
import { openBilledCompany } from '../steps/company.ts'
import { THANKS } from '../steps/paying.ts'

const PHONE = { width: 390, height: 844 }

const caretOf = (field: Locator): Promise<number | null> =>
  field.evaluate((input: HTMLInputElement) => input.selectionStart)

const putCaret = (field: Locator, at: number): Promise<void> =>
  field.evaluate((input: HTMLInputElement, place) => input.setSelectionRange(place, place), at)

/** Pastes a text into the focused field, as the browser does: in place of what is selected. */
async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await field.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

test('a card is typed as it is printed, pasted in any form, and corrected without losing the place', async ({
  page,
  request,
}) => {
  const { link } = await openBilledCompany(request, 'Clear Cards Ltd', '120.00')
  await page.setViewportSize(PHONE)
  await page.goto(link)
  const { keyboard } = page
  const number = page.getByLabel('Card number')
  const expiry = page.getByLabel('Expiration date')
  const code = page.getByLabel('Security code')

  for (const [field, autocomplete] of [
    [number, 'cc-number'],
    [expiry, 'cc-exp'],
    [code, 'cc-csc'],
    [page.getByLabel('Name on card'), 'cc-name'],
  ] as const) {
    await expect(field).toHaveAttribute('autocomplete', autocomplete)
    if (autocomplete !== 'cc-name') await expect(field).toHaveAttribute('inputmode', 'numeric')
  }

  await number.click()
  await keyboard.type('4242')
  await expect(page.getByText('Visa', { exact: true })).toBeVisible()
  await keyboard.type('424242424241')
  await expect(number).toHaveValue('4242 4242 4242 4241')
  await expect(page.getByText('This card number is not valid.'), 'not while typing').toBeHidden()
  await expiry.focus()
  await expect(page.getByText('This card number is not valid.'), 'on leaving').toBeVisible()
  await number.focus()
  await keyboard.press('End')
  await keyboard.press('Backspace')
  await expect(page.getByText('This card number is not valid.')).toBeHidden()
  await keyboard.type('2')

  // In the middle: a digit goes where the caret is, and deleting a gap deletes the digit beyond it.
  await putCaret(number, 5)
  await keyboard.press('Backspace')
  await expect(number).toHaveValue('4244 2424 2424 242')
  expect(await caretOf(number)).toBe(3)
  await keyboard.type('2')
  await expect(number).toHaveValue('4242 4242 4242 4242')
  expect(await caretOf(number)).toBe(4)
  await keyboard.press('Delete')
  await expect(number).toHaveValue('4242 2424 2424 242')
  expect(await caretOf(number)).toBe(4)
  await putCaret(number, 7)
  await keyboard.type('x')
  await expect(number, 'a letter is left out').toHaveValue('4242 2424 2424 242')
  expect(await caretOf(number)).toBe(7)

  for (const text of ['4242-4242 4242 4242', ' 4242424242424242 ', 'Card 4242 4242 4242 4242, 12/28']) {
    await paste(page, number, text)
    await expect(number, text).toHaveValue('4242 4242 4242 4242')
  }
  await paste(page, number, '378282246310005')
  await expect(number).toHaveValue('3782 822463 10005')
  await expect(page.getByText('American Express', { exact: true })).toBeVisible()
  await code.fill('123')
  await number.focus()
  await expect(page.getByText('The security code of this card has 4 digits.')).toBeVisible()
  await code.fill('1234')

  await expiry.focus()
  await keyboard.type('7')
  await expect(expiry).toHaveValue('07 / ')
  await keyboard.press('Backspace')
  await expect(expiry).toHaveValue('07')
  await keyboard.press('Backspace')
  await keyboard.press('Backspace')
  await keyboard.type('1225')
  await expect(expiry).toHaveValue('12 / 25')
  await code.focus()
  await expect(page.getByText('This card has expired.')).toBeVisible()
  for (const text of ['12/2030', '1230', ' 12 / 30 ', '2030-12']) {
    await paste(page, expiry, text)
    await expect(expiry, text).toHaveValue('12 / 30')
  }
  await page.getByLabel('Name on card').fill('Maya Okafor')
  await axeCheck(page)
  await screens(page, 'card-form')
  await keyboard.press('Enter')
  await expect(page.getByText(THANKS)).toBeVisible()
  await expect(page.getByText(/American Express.*0005/).first()).toBeVisible()
})
