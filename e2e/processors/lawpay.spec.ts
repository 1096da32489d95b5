import type { Page } from '@playwright/test'
import { freePort } from '../../server/platform/free-port.ts'
import { lawPayEnvironment, startLawPaySimulator } from '../../simulators/lawpay/index.ts'
import { startStripeSimulator } from '../../simulators/stripe/index.ts'
import { withDedicatedProduct } from '../dedicated-product.ts'
import { axeCheck, expect, screens } from '../fixtures.ts'
import { startProductOn } from '../start-product.ts'
import { addCustomer, openCompany, payLinkOf, sendInvoice } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'
import { linkTo, mailTo } from '../steps/mail.ts'
import { expectThanks, pay } from '../steps/paying.ts'

const test = withDedicatedProduct(async () => {
  const [lawPay, stripe] = await Promise.all([startLawPaySimulator(), startStripeSimulator()])
  const product = await startProductOn(await freePort(), {
    DEMO_COMPANY: 'off',
    ...lawPayEnvironment(lawPay),
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
      await Promise.all([lawPay.close(), stripe.close()])
    },
  }
})

const hosted = (page: Page, type: string) => page.frameLocator(`iframe[title="${type}"]`).getByRole('textbox')

async function fillCard(page: Page, number: string): Promise<void> {
  await hosted(page, 'credit_card_number').fill(number)
  await hosted(page, 'cvv').fill('123')
  await page.getByLabel('Name on card').fill('Lane Client')
  await page.getByLabel('Expiration date').fill('12 / 40')
  await page.getByLabel('Postal code').fill('10001')
}

async function connectLawPay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect LawPay' }).click()
  await page.getByRole('button', { name: 'Authorize' }).click()
  await expect(page.getByText('LawPay connected')).toBeVisible()
}

test('a firm connects LawPay beside Stripe, chooses who takes cards, and disconnects it', async ({
  page,
  request,
  expectConsole,
}) => {
  // Another account than before is refused.
  expectConsole(/status of 409/)
  const company = await openCompany(request, 'Lane and Partners')
  await openAs(page, company, '/settings/payment-processor')
  await connectLawPay(page)
  await expect(page.getByText('Lane & Partners, since')).toBeVisible()
  await page.getByRole('button', { name: 'Connect Stripe' }).click()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText('Stripe connected')).toBeVisible()
  const cards = page.getByLabel('Credit card', { exact: true })
  await expect(cards).toHaveValue('lawpay')
  await cards.selectOption('stripe_connect')
  await expect(page.getByText('Saved')).toBeVisible()
  await page.reload()
  await expect(cards).toHaveValue('stripe_connect')
  await axeCheck(page)
  await screens(page, 'payment-processors-chosen')
  await page.getByRole('button', { name: 'Disconnect', exact: true }).first().click()
  await expect(page.getByText('No payment is under way')).toBeVisible()
  await screens(page, 'payment-processor-disconnecting')
  await page.getByRole('button', { name: 'Disconnect LawPay' }).click()
  await expect(page.getByText('LawPay disconnected')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Connect LawPay again' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'payment-processor-ended')
  await page.getByRole('button', { name: 'Connect LawPay again' }).click()
  await page.getByRole('button', { name: 'Authorize' }).click()
  await expect(page.getByRole('alert')).toContainText('another LawPay account')
  await page.getByRole('button', { name: 'Connect another account' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Connect another account' }).click()
  await page.getByRole('button', { name: 'Authorize' }).click()
  await expect(page.getByText('LawPay connected')).toBeVisible()
})

test('a firm asks for a deposit, which goes to its trust account without a surcharge', async ({
  page,
  request,
  browser,
}) => {
  test.slow()
  const company = await openCompany(request, 'Trusted Law')
  await openAs(page, company, '/settings/payment-processor')
  await connectLawPay(page)
  const fees = page.getByLabel('Operating account: credit card')
  await fees.selectOption('Second office – cards')
  await expect(page.getByText('Saved')).toBeVisible()
  await page.reload()
  await expect(fees.locator('option:checked')).toHaveText('Second office – cards')
  await expect(page.getByLabel('Trust account: e-check')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'lawpay-accounts')
  const client = await addCustomer(request, company, 'Retained Client')
  await page.goto('/invoice-view')
  await page.getByRole('combobox', { name: 'Customer' }).fill('Retained')
  await page.getByRole('option', { name: /Retained Client/ }).click()
  await page.getByLabel('Paid into').selectOption('Trust account: retainer or advance deposit')
  await page.getByLabel('Item, line 1').fill('Retainer')
  await page.getByLabel('Price, line 1').fill('500')
  await axeCheck(page)
  await screens(page, 'invoice-editor-trust')
  await page.getByRole('button', { name: 'Send invoice' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('To')).toHaveValue(client.email)
  await dialog.getByRole('button', { name: 'Send invoice' }).click()
  await expect(page.getByText('Trust account', { exact: true })).toBeVisible()
  await screens(page, 'invoice-trust')
  const number = (await page.getByRole('heading', { level: 1 }).textContent())!.replace('Invoice ', '')
  const payer = await (await browser.newContext()).newPage()
  await payer.goto(linkTo(await mailTo(request, client.email, new RegExp(number)), '/pay-invoice'))
  await expect(payer.getByText('The firm holds it for you in its trust account.')).toBeVisible()
  await fillCard(payer, '4242424242424242')
  await axeCheck(payer)
  await screens(payer, 'lawpay-trust-payer')
  // The pictures change the colors, and LawPay's fields are loaded again in them.
  await fillCard(payer, '4242424242424242')
  await pay(payer, '$500.00')
  await expectThanks(payer)
  await payer.context().close()
  await page.goto('/payment-processing')
  await page
    .getByRole('row', { name: /Retained Client/ })
    .getByRole('link')
    .first()
    .click()
  await expect(page.getByText('Trust account', { exact: true })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'payment-trust')
  await page.goto('/payment-processing/payouts')
  await expect(page.getByText(/LawPay doesn’t tell us about payouts/)).toBeVisible()
  await axeCheck(page)
  await screens(page, 'payouts-not-told')
})

test('a client pays by card and by e-check in LawPay’s own fields', async ({
  page,
  request,
  browser,
  expectConsole,
}) => {
  expectConsole(/status of 4(02|22)/)
  const company = await openCompany(request, 'Card and Check Law')
  await openAs(page, company, '/settings/payment-processor')
  await connectLawPay(page)
  const customer = await addCustomer(request, company, 'Pinewood Market')
  const payer = await (await browser.newContext()).newPage()
  await payer.goto(await payLinkOf(request, customer, await sendInvoice(request, company, customer, '80.00')))
  await fillCard(payer, '4000000000009995')
  await axeCheck(payer)
  await screens(payer, 'lawpay-fields')
  // The pictures change the colors, and LawPay's fields are loaded again in them.
  await fillCard(payer, '4000000000009995')
  await pay(payer, '$80.00')
  await expect(payer.getByText('The card has insufficient funds.').first()).toBeVisible()
  await fillCard(payer, '4242424242424242')
  await pay(payer, '$80.00')
  await expectThanks(payer)
  await payer.goto(await payLinkOf(request, customer, await sendInvoice(request, company, customer, '60.00')))
  await payer.getByRole('tab', { name: 'E-check' }).click()
  await hosted(payer, 'routing_number').fill('000000013')
  await hosted(payer, 'bank_account_number').fill('000123456789')
  await payer.getByLabel('Account holder').fill('Pinewood Market')
  await pay(payer, '$60.00')
  await expect(payer.getByText(/clear/i).first()).toBeVisible()
  await payer.context().close()
})
