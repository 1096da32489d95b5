import type { Page } from '@playwright/test'
import { freePort } from '../../server/platform/free-port.ts'
import { startPayPalSimulator } from '../../simulators/paypal/index.ts'
import { withDedicatedProduct } from '../dedicated-product.ts'
import { axeCheck, expect, screens } from '../fixtures.ts'
import { startProductOn } from '../start-product.ts'
import { addCustomer, openCompany, payLinkOf, sendInvoice } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'
import { expectThanks } from '../steps/paying.ts'
import { openPayPalWindow } from '../steps/paypal.ts'

type Requests = Parameters<typeof openCompany>[0]

const test = withDedicatedProduct(async () => {
  const payPal = await startPayPalSimulator({ acceptsAnyKeys: true })
  const product = await startProductOn(await freePort(), {
    DEMO_COMPANY: 'off',
    PAYPAL: 'on',
    PAYPAL_API_URL: payPal.origin,
    PAYPAL_SANDBOX_API_URL: payPal.origin,
    PAYPAL_SCRIPT_URL: `${payPal.origin}/sdk/js`,
    PAYPAL_CLIENT_ID: payPal.partner.clientId,
    PAYPAL_CLIENT_SECRET: payPal.partner.secret,
    PAYPAL_PARTNER_ID: payPal.partner.partnerId,
    PAYPAL_PARTNER_WORLD: 'sandbox',
  })
  return {
    ...product,
    async stop() {
      await product.stop()
      await payPal.close()
    },
  }
})

async function openPayLink(page: Page, request: Requests, company: Parameters<typeof addCustomer>[1]) {
  const customer = await addCustomer(request, company, 'Pinewood Market')
  const invoice = await sendInvoice(request, company, customer, '80.00')
  await page.goto(await payLinkOf(request, customer, invoice))
}

test('an owner connects PayPal by link, a payer is declined once and then pays', async ({
  page,
  request,
  browser,
  expectConsole,
}) => {
  expectConsole(/status of 402/)
  const company = await openCompany(request, 'Two Windows Ltd')
  await openAs(page, company, '/settings/payment-processor')
  await expect(page.getByRole('button', { name: 'Connect PayPal', exact: true })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'payment-processor-paypal')
  await page.getByRole('button', { name: 'Connect PayPal', exact: true }).click()
  await page.getByRole('button', { name: 'Agree and connect' }).click()
  await expect(page.getByText('PayPal connected')).toBeVisible()
  await expect(page.getByText('Simulated Studio')).toBeVisible()

  const payer = await (await browser.newContext()).newPage()
  const scripts: string[] = []
  payer.on('request', (sent) => sent.resourceType() === 'script' && scripts.push(sent.url()))
  await openPayLink(payer, request, company)
  await expect(payer.getByRole('button', { name: 'Pay with PayPal' })).toBeVisible()
  expect(scripts.some((url) => url.includes('/sdk/js?'))).toBe(true)
  await axeCheck(payer)
  await screens(payer, 'pay-real-paypal')

  const declining = await openPayPalWindow(payer)
  await expect(declining.getByText('80.00 USD')).toBeVisible()
  await declining.getByLabel('Card that is declined').check()
  await declining.getByRole('button', { name: 'Complete purchase' }).click()
  await expect(payer.getByText('PayPal couldn’t charge the chosen bank or card.').first()).toBeVisible()
  await screens(payer, 'paypal-declined')

  const canceled = await openPayPalWindow(payer)
  await canceled.getByRole('button', { name: 'Cancel and return' }).click()
  await expect(payer.getByRole('button', { name: 'Pay with PayPal' })).toBeVisible()

  const paid = await openPayPalWindow(payer)
  await paid.getByRole('button', { name: 'Complete purchase' }).click()
  await expectThanks(payer)
  await payer.context().close()

  await page.goto('/payment-processing')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByText('Processor’s fee')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'payment-of-paypal')
})

test('an owner enters keys, and a bank transfer at PayPal is not paid at once', async ({
  page,
  request,
  browser,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  const company = await openCompany(request, 'Own Keys Ltd')
  await openAs(page, company, '/settings/payment-processor')
  await page.getByRole('button', { name: /keys/i }).click()
  await page.getByLabel('Environment').selectOption('sandbox')
  await page.getByLabel('Client ID').fill('client-of-own-keys')
  await page.getByLabel('Secret key').fill('short')
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Connect PayPal' })
  await confirm.click()
  await expect(page.getByText(/PayPal did not accept these keys/)).toBeVisible()
  await axeCheck(page)
  await screens(page, 'paypal-keys')
  await page.getByLabel('Secret key').fill('secret-of-own-keys')
  await confirm.click()
  await expect(page.getByText('PayPal connected')).toBeVisible()

  const payer = await (await browser.newContext()).newPage()
  await openPayLink(payer, request, company)
  const window = await openPayPalWindow(payer)
  await window.getByLabel('Bank account (takes days to clear)').check()
  await window.getByRole('button', { name: 'Complete purchase' }).click()
  await expect(payer.getByText(/is being confirmed/).first()).toBeVisible()
  await screens(payer, 'paypal-waiting')
  await payer.context().close()
})
