import type { Page } from '@playwright/test'
import { freePort } from '../../server/platform/free-port.ts'
import { startStripeSimulator } from '../../simulators/stripe/index.ts'
import { withDedicatedProduct } from '../dedicated-product.ts'
import { axeCheck, expect, screens } from '../fixtures.ts'
import { startProductOn } from '../start-product.ts'
import { addCustomer, openCompany, payLinkOf, sendInvoice } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'
import { expectThanks } from '../steps/paying.ts'

const test = withDedicatedProduct(async () => {
  const stripe = await startStripeSimulator()
  stripe.controls.setWallets(['applePay', 'googlePay', 'link'])
  const product = await startProductOn(await freePort(), {
    DEMO_COMPANY: 'off',
    STRIPE_CLIENT_ID: stripe.clientId,
    STRIPE_SECRET_KEY: stripe.apiKey,
    STRIPE_API_URL: stripe.origin,
    STRIPE_CONNECT_URL: stripe.origin,
    STRIPE_SCRIPT_URL: `${stripe.origin}/endive/stripe.js`,
  })
  return {
    ...product,
    async stop() {
      await product.stop()
      await stripe.close()
    },
  }
})

/** Fills in the fields of Stripe, which are in a frame of its own. */
async function fillStripe(page: Page, number: string): Promise<void> {
  const fields = page.frameLocator('iframe[title="Secure payment input frame"]')
  await fields.getByLabel('Card number').fill(number)
  await fields.getByLabel('Expiration date').fill('12 / 40')
  await fields.getByLabel('Security code').fill('123')
  await fields.getByLabel('ZIP code').fill('10001')
}

/** A company that is connected to Stripe by its owner, in the browser. */
async function connected(page: Page, request: Parameters<typeof openCompany>[0], name: string) {
  const company = await openCompany(request, name)
  await openAs(page, company, '/settings/payment-processor')
  await page.getByRole('button', { name: 'Connect Stripe' }).click()
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByText('Stripe connected')).toBeVisible()
  return company
}

const billed = async (
  request: Parameters<typeof openCompany>[0],
  company: Parameters<typeof addCustomer>[1],
) => {
  const customer = await addCustomer(request, company, 'Pinewood Market')
  const invoice = await sendInvoice(request, company, customer, '80.00')
  return payLinkOf(request, customer, invoice)
}

test('an owner connects Stripe from the settings, and disconnects it', async ({ page, request }) => {
  const company = await openCompany(request, 'Plugged In Ltd')
  await openAs(page, company, '/settings/payment-settings')
  await page
    .getByRole('navigation', { name: 'Settings' })
    .getByRole('link', { name: 'Payment processor' })
    .click()
  await expect(page.getByRole('button', { name: 'Connect Stripe' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'payment-processor-available')
  await page.getByRole('button', { name: 'Connect Stripe' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('You declined at Stripe')
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Connect Stripe' }).click()
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page.getByText('Stripe connected')).toBeVisible()
  await expect(page.getByText('Stripe test mode — no money moves')).toBeVisible()
  await expect(page).toHaveURL(/\/settings\/payment-processor$/)
  await axeCheck(page)
  await screens(page, 'payment-processor-connected')
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await page.getByRole('button', { name: 'Disconnect Stripe' }).click()
  await expect(page.getByText('Stripe disconnected')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect Stripe again' })).toBeVisible()
})

test('an owner whose network fails on the way back from Stripe is connected once it works', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource|status of 400/)
  const company = await openCompany(request, 'Back Online Ltd')
  await openAs(page, company, '/settings/payment-processor')
  const finish = '**/payment-connections/*/finish/'
  await page.route(finish, (route) => route.abort())
  await page.getByRole('button', { name: 'Connect Stripe' }).click()
  await page.getByRole('button', { name: 'Connect' }).click()
  const note = page.getByRole('alert').filter({ hasText: 'Not finished yet' })
  await expect(note).toContainText('We could not reach the server.')
  await axeCheck(page)
  await screens(page, 'payment-processor-not-finished')
  // The server gets the answer, and its reply is lost.
  await page.unroute(finish)
  await page.route(finish, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await note.getByRole('button', { name: 'Try again' }).click()
  await expect(note.getByRole('button', { name: 'Try again' })).toBeEnabled()
  await page.unroute(finish)
  await note.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Stripe connected')).toBeVisible()
  await expect(page).toHaveURL(/\/settings\/payment-processor$/)
  await expect(page.getByRole('button', { name: 'Disconnect', exact: true })).toBeVisible()
})

test('an answer for another session connects nothing, and says what to do', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 400/)
  const company = await openCompany(request, 'Two Sessions Ltd')
  await openAs(page, company, '/settings/payment-processor')
  await page.goto(
    `/stripe-callback?${new URLSearchParams({ code: 'ac_x', scope: 'read_write', state: 'other' })}`,
  )
  await expect(page.getByRole('alert').filter({ hasText: 'Not connected' })).toContainText(
    'Please start again.',
  )
  await expect(page.getByRole('button', { name: 'Connect Stripe' })).toBeVisible()
})

/** The frame grows while it loads, so that a click may meet it instead of the button beneath. */
const payByKey = (payer: Page) => payer.getByRole('button', { name: 'Pay $80.00' }).press('Enter')

test('a payer pays by card in Stripe’s own fields', async ({ page, request, browser, expectConsole }) => {
  expectConsole(/status of 402/)
  const company = await connected(page, request, 'Card Fields Ltd')
  const payer = await (await browser.newContext()).newPage()
  await payer.goto(await billed(request, company))
  await expect(payer.getByText('Stripe test mode: no money moves')).toBeVisible()
  await fillStripe(payer, '4000000000009995')
  await axeCheck(payer)
  await screens(payer, 'stripe-fields')
  await payByKey(payer)
  await expect(payer.getByText('The card has insufficient funds.').first()).toBeVisible()
  await fillStripe(payer, '4242424242424242')
  await payByKey(payer)
  await expectThanks(payer)
  await payer.context().close()
})

test('Pay pressed before Stripe’s fields are there tells so, and works once they are', async ({
  page,
  request,
  browser,
}) => {
  const company = await connected(page, request, 'Early Bird Ltd')
  const payer = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  const script = '**/endive/stripe.js'
  await payer.route(script, (route) => route.abort())
  await payer.goto(await billed(request, company))
  await expect(payer.getByText('Failed to load the payment fields')).toBeVisible()
  await payByKey(payer)
  await expect(payer.getByRole('button', { name: 'Try again' })).toBeFocused()
  const arrival = Promise.withResolvers<void>()
  await payer.unroute(script)
  await payer.route(script, async (route) => {
    await arrival.promise
    await route.continue()
  })
  await payer.keyboard.press('Enter')
  await expect(payer.getByText('Failed to load the payment fields')).toHaveCount(0)
  await payByKey(payer)
  const early = payer.getByRole('status').filter({ hasText: 'The payment fields are still loading' })
  await expect(early).toContainText('Nothing was charged. Fill them in once they are here.')
  await expect(payer.getByText('Payment Unsuccessful')).toHaveCount(0)
  await axeCheck(payer)
  await screens(payer, 'stripe-fields-loading')
  arrival.resolve()
  await expect(early).toHaveCount(0)
  await payByKey(payer)
  await expect(payer.getByText('Check your payment details')).toBeVisible()
  await expect(payer.getByText('Payment Unsuccessful')).toHaveCount(0)
  await fillStripe(payer, '4242424242424242')
  await expect(payer.getByRole('button', { name: 'Pay $80.00' })).not.toHaveAttribute('aria-disabled')
  await payByKey(payer)
  await expectThanks(payer)
  await payer.context().close()
})

test('a payer confirms with the bank in its own window', async ({ page, request, browser }) => {
  const company = await connected(page, request, 'Careful Bank Ltd')
  const payer = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await payer.goto(await billed(request, company))
  const number = payer.frameLocator('iframe[title="Secure payment input frame"]').getByLabel('Card number')
  await expect(number, 'the page’s own colours, though its motion is reduced').toHaveCSS(
    'background-color',
    'rgb(255, 255, 255)',
  )
  await fillStripe(payer, '4000002760003184')
  await payByKey(payer)
  await payer
    .frameLocator('iframe[title="Authentication by your bank"]')
    .getByRole('button', { name: 'Complete' })
    .click()
  await expectThanks(payer)
  await payer.context().close()
})

test('a payer pays by e-check, and verifies the account by a small deposit', async ({
  page,
  request,
  browser,
}) => {
  const company = await connected(page, request, 'Slow Money Ltd')
  const payer = await (await browser.newContext()).newPage()
  await payer.goto(await billed(request, company))
  await payer.getByRole('tab', { name: 'E-check' }).click()
  const fields = payer.frameLocator('iframe[title="Secure payment input frame"]')
  await fields.getByLabel('Full name').fill('Ada Lovelace')
  await fields.getByLabel('Routing number').fill('110000000')
  await fields.getByLabel('Account number').fill('000123456789')
  await fields.getByLabel('Verification').selectOption('microdeposits')
  await expect(payer.getByText('you authorize Slow Money Ltd to debit this bank account')).toBeVisible()
  await axeCheck(payer)
  await screens(payer, 'stripe-bank-fields')
  // A click right after the page scrolled under the sticky bar may still go to the frame.
  await payer.getByRole('button', { name: 'Pay $80.00' }).press('Enter')
  await expect(payer.getByRole('heading', { name: 'Verify your bank account' })).toBeVisible()
  await axeCheck(payer)
  await screens(payer, 'stripe-verify-account')
  const opening = payer.waitForEvent('popup')
  await payer.getByRole('link', { name: 'Enter the code' }).click()
  const atStripe = await opening
  await atStripe.getByLabel('Code').fill('SM11AA')
  await atStripe.getByRole('button', { name: 'Verify' }).click()
  await expect(atStripe.getByText('Your bank account is verified')).toBeVisible()
  await expect(payer.getByText('Your bank is clearing the payment.').first()).toBeVisible({ timeout: 20_000 })
  await payer.context().close()
})

test('a payer pays by a wallet of their browser', async ({ page, request, browser }) => {
  const company = await connected(page, request, 'Wallet Ltd')
  const payer = await (await browser.newContext()).newPage()
  await payer.goto(await billed(request, company))
  const wallets = payer.frameLocator('iframe[title="Secure express checkout frame"]')
  await expect(wallets.getByRole('button', { name: 'Google Pay' })).toBeVisible()
  await axeCheck(payer)
  await screens(payer, 'stripe-wallets')
  await wallets.getByRole('button', { name: 'Google Pay' }).click()
  await expectThanks(payer)
  await payer.context().close()
})
