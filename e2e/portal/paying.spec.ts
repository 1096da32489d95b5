import type { Page } from '@playwright/test'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import {
  addCustomer,
  inCompany,
  openBilledCompany,
  openCompany,
  payLinkOf,
  sendInvoice,
} from '../steps/company.ts'
import { mailTo } from '../steps/mail.ts'
import { CARDS, expectThanks, fillCard, formOf, pay, payIncomplete, paymentsOf } from '../steps/paying.ts'

const NOT_PAYABLE =
  "The invoice you have selected cannot be paid at this time. Either the invoice has already been paid, no valid payment options exist for this invoice, or this account's payment integration is inactive. Please contact the account administrator."

test('a pay link shows the amount due before any script has run', async ({ browser, request }) => {
  const { invoice, link: payLink } = await openBilledCompany(request, 'Plain Paper Co.', '1250.00')
  const link = new URL(payLink)
  const html = await (await request.get(link.pathname + link.search, { headers: { host: link.host } })).text()
  for (const text of ['Plain Paper Co.', `Invoice ${invoice.number}`, '$1,250.00'])
    expect(html).toContain(text)
  expect(html.replace(/<[^>]+>/g, '')).toMatch(/Due in \d+ days Due \w{3} \d{1,2}, \d{4}/)

  const plain = await browser.newContext({ javaScriptEnabled: false })
  const page = await plain.newPage()
  await page.goto(link.href)
  await expect(page.getByRole('heading', { name: `Invoice ${invoice.number}` })).toBeVisible()
  await expect(page.getByText('$1,250.00')).toBeVisible()
  await plain.close()
})

test('a browser without scripts gets a notice in its language', async ({ browser, request }) => {
  const { link } = await openBilledCompany(request, 'Plain Words Ltd', '60.00')
  for (const [locale, text] of [
    ['en-US', 'This page needs JavaScript.'],
    ['de-DE', 'Diese Seite benötigt JavaScript.'],
  ] as const) {
    const plain = await browser.newContext({ javaScriptEnabled: false, locale })
    const page = await plain.newPage()
    for (const address of [link, `${new URL(link).origin}/customer-portal-site-login`]) {
      await page.goto(address)
      await expect(page.locator('noscript')).toBeVisible()
      expect(await page.locator('noscript').innerHTML()).toContain(text)
    }
    await plain.close()
  }
})

test('a pay link whose scripts are blocked shows a notice below the amount due', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|ERR_FAILED|NS_ERROR|error loading/)
  const { link } = await openBilledCompany(request, 'Blocked Roads Ltd', '60.00')
  const stuck = page.getByText('This page takes unusually long to load.')
  await page.route('**/assets/*.js', (route) => route.abort('failed'))
  await page.goto(link)
  await expect(page.getByText('$60.00')).toBeVisible()
  await expect(stuck, 'a slow connection does not get the notice at once').toBeHidden()
  await expect(stuck).toBeVisible({ timeout: 30_000 })
  await axeCheck(page)
  await screens(page, 'pay-scripts-blocked')
  await page.unroute('**/assets/*.js')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Pay $60.00' })).toBeVisible()
  await expect(stuck).toBeHidden()
})

test('an invoice is paid by card in two parts after a declined attempt', { tag: '@gate' }, async ({
  page,
  request,
  browser,
  watch,
  expectConsole,
  browserName,
}) => {
  test.slow()
  expectConsole(/status of 40[02]|ERR_CONNECTION_FAILED/)
  const { company, customer, link } = await openBilledCompany(request, 'Card Table Ltd', '250.00')
  const ran: string[] = []
  page.on('request', (sent) => void (sent.resourceType() === 'script' && ran.push(sent.url())))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Make a Payment' })).toBeVisible()
  await expect(page.getByLabel('Amount')).toHaveValue('250.00')
  await expect(page.getByLabel('Request id')).toHaveCount(0)
  await axeCheck(page)
  await screens(page, 'pay')

  await payIncomplete(page, '$250.00')
  await expect(page.getByText('This field is required', { exact: true }).first()).toBeVisible()
  await expect(page.getByLabel('Name on card'), 'the first missing field has the focus').toBeFocused()
  await page.getByLabel('Amount').fill('0')
  await page.getByLabel('Name on card').focus()
  await expect(page.getByText('The amount should be greater than 0')).toBeVisible()
  await axeCheck(page)
  await page.getByLabel('Amount').fill('250')
  await fillCard(page, CARDS.declined)
  await pay(page, '$250.00')
  await expect(page.getByText('Payment Unsuccessful')).toBeVisible()
  await expect(formOf(page).getByText('Your card was declined.')).toBeVisible()
  await screens(page, 'pay-declined')

  await page.getByLabel('Amount').fill('100')
  await fillCard(page)
  await page.getByRole('button', { name: 'Pay $100.00' }).dblclick()
  await expectThanks(page)
  await expect(page.getByRole('button', { name: 'Pay the remaining $150.00' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'pay-done')
  await expectDownloadErrorAndRetry(page, 'Download receipt', 'We couldn’t download the receipt')
  await expectDownloadErrorAndRetry(page, 'Download PDF', 'We couldn’t download the invoice')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download receipt' }).click()
  expect((await download).suggestedFilename()).toMatch(
    // Firefox numbers the second download of the same name.
    browserName === 'firefox' ? /^Receipt PAY-\d+\(1\)\.pdf$/ : /^Receipt PAY-\d+\.pdf$/,
  )

  await page.reload()
  await expect(page.getByLabel('Amount')).toHaveValue('150.00')
  await fillCard(page)
  await pay(page, '$150.00')
  await expectThanks(page)
  expect(await paymentsOf(request, company), 'a double click pays once').toMatchObject([
    { total: '150.00', status: 'confirmed' },
    { total: '100.00', status: 'confirmed' },
    { total: '250.00', status: 'rejected' },
  ])
  await mailTo(request, customer.email, /receipt/i)

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible()
  await expect(page.getByText(NOT_PAYABLE), 'the known reason is shown instead').toHaveCount(0)
  const made = page.getByRole('list', { name: 'Payments' }).getByRole('listitem')
  await expect(made).toHaveText([/Visa •••• 4242.*\$150\.00/s, /Visa •••• 4242.*\$100\.00/s])
  const elsewhere = await browser.newContext()
  await watch(elsewhere)
  const visitor = await elsewhere.newPage()
  await visitor.goto(link)
  const seen = visitor.getByRole('list', { name: 'Payments' }).getByRole('listitem')
  await expect(seen).toHaveText([/Credit card.*\$150\.00/s, /Credit card.*\$100\.00/s])
  await expect(
    visitor.getByText('4242'),
    'another session of the link sees only the method’s type',
  ).toHaveCount(0)
  await elsewhere.close()
  const again = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download receipt of .*\$150\.00$/ }).click()
  expect((await again).suggestedFilename()).toMatch(/^Receipt .*\.pdf$/)
  await axeCheck(page)
  await screens(page, 'pay-paid')
  const ours = `${new URL(page.url()).origin}/assets/`
  expect(ran.length).toBeGreaterThan(0)
  expect(
    ran.filter((url) => !url.startsWith(ours)),
    'no third-party script runs where a card is entered',
  ).toEqual([])
})

test('a payment whose response was lost and whose retry was rate limited is charged once', {
  tag: '@gate',
}, async ({ page, request, expectConsole }) => {
  expectConsole(/status of 429|ERR_CONNECTION_FAILED|NS_ERROR|Failed to load resource/)
  const { company, link } = await openBilledCompany(request, 'Lost Answers Ltd', '100.00')
  const ids: unknown[] = []
  await page.route('**/payment-options/sandbox-card/', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    ids.push(route.request().postDataJSON().request_id)
    if (ids.length === 1) {
      expect((await route.fetch()).status(), 'the server accepted the first one').toBe(200)
      return route.abort('connectionfailed')
    }
    if (ids.length > 2) return route.continue()
    return route.fulfill({
      status: 429,
      headers: { 'retry-after': '720' },
      json: {
        code: 'too_many_requests',
        detail: 'You have made too many requests. Please wait before trying again.',
      },
    })
  })
  await page.goto(link)
  await page.getByLabel('Amount').fill('30')
  await fillCard(page)
  await pay(page, '$30.00')
  await expect(page.getByText('We couldn’t confirm your payment')).toBeVisible()
  await pay(page, '$30.00')
  await expect(page.getByText('Too many attempts')).toBeVisible()
  await expect(formOf(page).getByText('Try again in 12 minutes.')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'pay-too-often')
  await pay(page, '$30.00')
  await expectThanks(page)
  expect(new Set(ids).size, 'one request, sent three times').toBe(1)
  expect(await paymentsOf(request, company)).toMatchObject([{ total: '30.00', status: 'confirmed' }])

  await page.getByRole('button', { name: 'Pay the remaining $70.00' }).click()
  await page.getByLabel('Amount').fill('30')
  await fillCard(page)
  await pay(page, '$30.00')
  await expectThanks(page)
  expect(await paymentsOf(request, company), 'a second payment on purpose').toHaveLength(2)
})

test('a retry with another amount charges nothing and shows the payment that succeeded before', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 409|ERR_CONNECTION_FAILED|NS_ERROR|Failed to load resource/)
  const { company, link } = await openBilledCompany(request, 'Second Look Ltd', '100.00')
  await page.route(
    '**/payment-options/sandbox-card/',
    async (route) => {
      expect((await route.fetch()).status()).toBe(200)
      await route.abort('connectionfailed')
    },
    { times: 1 },
  )
  await page.goto(link)
  await page.getByLabel('Amount').fill('30')
  await fillCard(page)
  await pay(page, '$30.00')
  await expect(page.getByText('We couldn’t confirm your payment')).toBeVisible()
  await page.getByLabel('Amount').fill('40')
  await pay(page, '$40.00')
  await expect(formOf(page).getByText('We already received this request with other values.')).toBeVisible()
  await page.getByText('1 earlier payment').click()
  await expect(page.getByRole('list', { name: 'Payments' }).getByRole('listitem')).toHaveText([/\$30\.00/])
  await screens(page, 'pay-arrived-before')
  expect(await paymentsOf(request, company)).toHaveLength(1)
})

test('void, unknown and missing pay links show the same message', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  const { company, invoice, link: payLink } = await openBilledCompany(request, 'Old Links Ltd', '20.00')
  const link = new URL(payLink)
  await inCompany(request, company, 'POST', `invoices/${invoice.pk}/void/`, {})
  const unknown = "We couldn't find the details of the invoice, this could mean it has been paid."
  for (const address of [
    link.href,
    `${link.origin}/pay-invoice?token=nothing`,
    `${link.origin}/pay-invoice`,
  ]) {
    await page.goto(address)
    await expect(page.getByText(unknown)).toBeVisible()
  }
  await axeCheck(page)
  await screens(page, 'pay-unknown')
})

test('a card challenged by the bank is declined or approved by the payer', { tag: '@gate' }, async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 402/)
  const { link } = await openBilledCompany(request, 'Second Thoughts Ltd', '75.00')
  await page.goto(link)
  await fillCard(page, CARDS.challenged)
  await pay(page, '$75.00')
  await expect(page.getByRole('heading', { name: 'Your bank asks you to confirm' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'pay-challenge')
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByText('Payment Unsuccessful')).toBeVisible()
  await expect(formOf(page).getByText('Your bank did not approve this payment.')).toBeVisible()

  await fillCard(page, CARDS.challenged)
  await pay(page, '$75.00')
  await page.getByRole('button', { name: 'Approve payment' }).click()
  await expectThanks(page)
})

test('a surcharge is shown before paying and settles nothing', async ({ page, request, expectConsole }) => {
  expectConsole(/409.*payment-options\/sandbox-card/)
  const company = await openCompany(request, 'Extra Percent Ltd')
  const surcharges = { card_surcharge: '1.5', e_check_surcharge: '0.5' }
  await inCompany(request, company, 'PATCH', 'update-settings/', surcharges)
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const invoice = await sendInvoice(request, company, customer, '250.00')
  await page.goto(await payLinkOf(request, customer, invoice))
  await expect(page.getByText('includes $3.75 credit card surcharge')).toBeVisible()
  await page.getByRole('tab', { name: 'E-check' }).click()
  await expect(page.getByText('includes $1.25 e check surcharge')).toBeVisible()
  await fillCard(page)
  // The surcharge changes while the form is filled in. The page shows it before charging more.
  await inCompany(request, company, 'PATCH', 'update-settings/', { card_surcharge: '3' })
  await pay(page, '$253.75')
  await expect(formOf(page).getByText('The surcharge has changed.')).toBeVisible()
  await expect(page.getByText('includes $7.50 credit card surcharge')).toBeVisible()
  await pay(page, '$257.50')
  await expectThanks(page)
  expect(await inCompany(request, company, 'GET', `invoices/${invoice.pk}/`)).toMatchObject({
    status: 'Paid',
    paid: '250.00',
  })
})

test('a stored payment method stays hidden on a pay link until the emailed code is entered', {
  tag: '@gate',
}, async ({ page, request, expectConsole }) => {
  test.slow()
  expectConsole(/status of 400/)
  const company = await openCompany(request, 'Card on File Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const first = await sendInvoice(request, company, customer, '40.00')
  await page.goto(await payLinkOf(request, customer, first))
  await fillCard(page)
  await page.getByLabel('Save this payment method').check()
  await pay(page, '$40.00')
  await expectThanks(page)

  const second = await sendInvoice(request, company, customer, '60.00')
  await page.goto(await payLinkOf(request, customer, second))
  await expect(page.getByRole('tab', { name: 'Card', exact: true })).toBeVisible()
  await expect(page.getByRole('tab', { name: /Stored Payment Methods/ })).toHaveCount(0)
  await expect(page.getByText('4242', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Use a stored payment method' }).press('Enter')
  await expect(page.getByLabel(/^Code sent to/), 'the focus moves to the code').toBeFocused()
  await page.getByLabel(/^Code sent to/).fill('000000')
  await page.getByRole('button', { name: 'Confirm code' }).click()
  await expect(page.getByText('That code is wrong. Please try again.')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'pay-code')
  const readCode = async (subject: RegExp) =>
    (await mailTo(request, customer.email, subject)).subject.slice(0, 6)
  const former = await readCode(/is your code/)
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(page.getByText('We sent a new code. The old one no longer works.')).toBeVisible()
  await page.getByLabel(/^Code sent to/).fill(former)
  await page.getByRole('button', { name: 'Confirm code' }).click()
  await expect(page.getByText('That code is wrong. Please try again.')).toBeVisible()
  const last = await readCode(new RegExp(`^(?!${former}).* is your code`))
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await expect(page.getByRole('button', { name: 'Use a stored payment method' })).toBeFocused()
  await page.keyboard.press('Enter')
  const code = await readCode(new RegExp(`^(?!${former}|${last}).* is your code`))
  await page.getByLabel(/^Code sent to/).fill(code)
  await page.getByRole('button', { name: 'Confirm code' }).click()
  const stored = page.getByRole('tab', { name: /Stored Payment Methods/ })
  await expect(stored).toHaveAttribute('aria-selected', 'true')
  await expect(stored).toContainText('Visa •••• 4242')
  await expect(stored, 'the focus moves to the unlocked tab').toBeFocused()
  await axeCheck(page)
  await screens(page, 'pay-stored')
  await pay(page, '$60.00')
  await expectThanks(page)
})

/** Expects an error for a failed download, and a successful retry that removes the error. */
async function expectDownloadErrorAndRetry(page: Page, button: string, sentence: string): Promise<void> {
  const files = /\/(pdf|receipt)\/$/
  await page.route(files, (route) => route.abort('connectionfailed'))
  await page.getByRole('button', { name: button }).click()
  const note = page.getByRole('alert').filter({ hasText: sentence })
  await expect(note).toBeVisible()
  await axeCheck(page)
  await screens(page, `pay-failed-${button.toLowerCase().replace(' ', '-')}`)
  const again = note.getByRole('button', { name: 'Try again' })
  const failed = page.waitForEvent('requestfailed', (request) => files.test(new URL(request.url()).pathname))
  await again.click()
  await failed
  await expect(again, 'it failed again').not.toHaveAttribute('aria-busy', 'true')
  await page.unroute(files)
  const came = page.waitForEvent('download')
  await again.click()
  expect((await came).suggestedFilename()).toMatch(/\.pdf$/)
  await expect(note).toHaveCount(0)
}
