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
  const product = await startProductOn(await freePort(), {
    DEMO_COMPANY: 'off',
    STRIPE_CLIENT_ID: stripe.clientId,
    STRIPE_SECRET_KEY: stripe.apiKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
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

test('an owner without a Stripe account opens one, completes it later, and is paid by it', async ({
  page,
  request,
  browser,
}) => {
  const company = await openCompany(request, 'First Account Ltd')
  await openAs(page, company, '/settings/payment-processor')
  await page.getByRole('button', { name: 'Open a Stripe account' }).click()
  await page.getByRole('button', { name: 'Later' }).click()
  await expect(page.getByText('Stripe doesn’t take payments for you yet')).toBeVisible()
  await expect(page.getByText('Acceptance of Stripe’s terms.')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'stripe-account-waits')
  await page.getByRole('button', { name: 'Continue at Stripe' }).click()
  await page.getByRole('button', { name: 'Finish' }).click()
  // Stripe's event or the page's own check finds it.
  await expect(page.getByText('Connected', { exact: true })).toBeVisible()
  await expect(page.getByText('Stripe doesn’t take payments for you yet')).toHaveCount(0)
  const customer = await addCustomer(request, company, 'Pinewood Market')
  const payer = await (await browser.newContext()).newPage()
  await payer.goto(await payLinkOf(request, customer, await sendInvoice(request, company, customer, '80.00')))
  const fields = payer.frameLocator('iframe[title="Secure payment input frame"]')
  await fields.getByLabel('Card number').fill('4242424242424242')
  await fields.getByLabel('Expiration date').fill('12 / 40')
  await fields.getByLabel('Security code').fill('123')
  await fields.getByLabel('ZIP code').fill('10001')
  await payer.getByRole('button', { name: 'Pay $80.00' }).press('Enter')
  await expectThanks(payer)
  await payer.context().close()
})
