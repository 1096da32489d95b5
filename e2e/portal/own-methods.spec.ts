import type { APIRequestContext, Page } from '@playwright/test'
import { addDays } from '../../domain/dates/calendar.ts'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { callApi } from '../steps/api.ts'
import { addCustomer, openCompany, sendInvoice, todayOf } from '../steps/company.ts'
import { tabTo } from '../steps/keyboard.ts'
import { toast } from '../steps/log-in.ts'
import { CARDS, expectThanks, fillCard, pay } from '../steps/paying.ts'
import { enrollCustomer, openPortalTab, signInToPortal, tokenOf } from '../steps/portal.ts'

async function openPortal(page: Page, request: APIRequestContext, name: string) {
  const company = await openCompany(request, name)
  const customer = await addCustomer(request, company, 'Harbor Foods')
  await enrollCustomer(request, company, customer)
  const invoice = await sendInvoice(request, company, customer, '40.00')
  await signInToPortal(page, company, customer)
  return { company, customer, invoice }
}

const methodsOf = (page: Page) => page.getByRole('region', { name: 'Payment Methods' })

test('a customer saves, names, replaces and removes payment methods without paying', {
  tag: '@gate',
}, async ({ page, request, expectConsole }) => {
  test.slow()
  expectConsole(/status of 402/)
  await openPortal(page, request, 'Methods Ltd')
  await openPortalTab(page, 'Payments')
  await expect(methodsOf(page)).toContainText('No payment methods saved')
  await expect(page.getByText('No payments yet')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'methods-none')
  await page.getByRole('button', { name: 'Add payment method' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add payment method' })
  await dialog.getByRole('button', { name: 'Save payment method' }).click()
  await expect(dialog.getByLabel('Name on card')).toBeFocused()
  await expect(dialog).toContainText('This field is required')
  await fillCard(dialog, CARDS.declined)
  await dialog.getByRole('button', { name: 'Save payment method' }).click()
  await expect(dialog).toContainText('Your card was declined. Nothing was charged. Try another card.')
  await axeCheck(page)
  await screens(page, 'method-declined')
  await fillCard(dialog)
  await dialog.getByLabel('Name (optional)').fill('Office card')
  await dialog.getByRole('button', { name: 'Save payment method' }).dblclick()
  await expect(toast(page, 'Visa •••• 4242 was saved')).toBeVisible()
  await expect(methodsOf(page).getByRole('listitem')).toHaveCount(1)
  await expect(methodsOf(page)).toContainText('Office card')
  await methodsOf(page).getByRole('button', { name: 'Rename Visa •••• 4242' }).click()
  const naming = page.getByRole('dialog', { name: 'Name Visa •••• 4242' })
  await naming.getByLabel('Name').fill('Travel')
  await naming.getByLabel('Name').press('Enter')
  await expect(methodsOf(page)).toContainText('Travel')
  await methodsOf(page).getByRole('switch').check()
  await expect(methodsOf(page)).toContainText('On since')
  await methodsOf(page).getByRole('button', { name: 'Replace Visa •••• 4242' }).click()
  const replacing = page.getByRole('dialog', { name: 'Replace Visa •••• 4242' })
  await fillCard(replacing, '5555 5555 5555 4444')
  await expect(replacing.getByLabel('Pay invoices automatically')).toBeChecked()
  await axeCheck(page)
  await screens(page, 'method-replace')
  await replacing.getByRole('button', { name: 'Replace payment method' }).click()
  await expect(toast(page, 'Mastercard •••• 4444 was saved')).toBeVisible()
  await expect(methodsOf(page).getByRole('listitem')).toHaveCount(1)
  await expect(methodsOf(page).getByRole('switch')).toBeChecked()
  await axeCheck(page)
  await screens(page, 'methods')
  await methodsOf(page).getByRole('button', { name: 'Remove Mastercard •••• 4444' }).click()
  const removal = page.getByRole('dialog', { name: 'Remove Mastercard •••• 4444?' })
  await expect(removal).toContainText('This turns off automatic payments')
  await removal.getByRole('button', { name: 'Remove' }).click()
  await expect(methodsOf(page)).toContainText('No payment methods saved')
})

test('a customer finds a payment by keyboard and opens its receipt', async ({ page, request }) => {
  test.slow()
  const { invoice } = await openPortal(page, request, 'Receipts Ltd')
  await page.getByRole('button', { name: `Pay Invoice ${invoice.number}, $40.00` }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a Payment' })
  await fillCard(dialog)
  await pay(dialog, '$40.00')
  await expectThanks(dialog)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await openPortalTab(page, 'Payments')
  const payment = page.getByRole('table', { name: 'Payments' }).getByRole('link').first()
  await expect(payment).toBeVisible()
  await axeCheck(page)
  await screens(page, 'own-payments')
  await tabTo(page, /^PAY-/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Payment / })).toBeFocused()
  await expect(page.getByRole('main')).toContainText('Visa •••• 4242')
  await axeCheck(page)
  await screens(page, 'own-payment')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download receipt' }).click()
  expect((await download).suggestedFilename()).toMatch(/^Receipt .*\.pdf$/)
  await page.getByRole('link', { name: 'View receipt' }).click()
  await expect(page.getByText(invoice.number).first()).toBeVisible()
})

test('Home warns of a card that ends soon and leads to where it is replaced', async ({
  page,
  request,
  context,
}) => {
  const { company } = await openPortal(page, request, 'Expiry Ltd')
  // The last day of this month is 30 to 60 days away.
  const ends = addDays(await todayOf(request, company), 30)
  await callApi(request, 'POST', '/api/payment-methods/', {
    host: company.host,
    token: await tokenOf(context, company),
    body: {
      option: 'sandbox-card',
      request_id: 'card-that-ends-soon',
      values: {
        name_on_card: 'Maya Okafor',
        number: CARDS.good,
        expiration_month: ends.slice(5, 7),
        expiration_year: ends.slice(0, 4),
        cvc: '123',
      },
    },
  })
  await page.reload()
  await expect(page.getByText(/^Visa •••• 4242 expires on/)).toBeVisible()
  await axeCheck(page)
  await screens(page, 'home-expiring')
  await page.getByRole('link', { name: 'Replace it' }).click()
  await expect(methodsOf(page).getByText(/^Expires \w{3} \d/)).toBeVisible()
})
