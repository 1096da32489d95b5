import type { Page } from '@playwright/test'
import { freePort } from '../../server/platform/free-port.ts'
import { type PayTraceSimulator, startPayTraceSimulator } from '../../simulators/paytrace/index.ts'
import { withDedicatedProduct } from '../dedicated-product.ts'
import { axeCheck, expect, screens } from '../fixtures.ts'
import { startProductOn } from '../start-product.ts'
import { addCustomer, openCompany, payLinkOf, sendInvoice } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'
import { expectThanks, fillCard, fillECheck, pay } from '../steps/paying.ts'

let payTrace: PayTraceSimulator
const test = withDedicatedProduct(async () => {
  payTrace = await startPayTraceSimulator()
  const product = await startProductOn(await freePort(), {
    DEMO_COMPANY: 'off',
    PAYTRACE_API_URL: payTrace.origin,
  })
  return {
    ...product,
    async stop() {
      await product.stop()
      await payTrace.close()
    },
  }
})

/** A company whose owner enters the keys of its PayTrace account, in the browser. */
async function connected(page: Page, request: Parameters<typeof openCompany>[0], name: string) {
  const company = await openCompany(request, name)
  await openAs(page, company, '/settings/payment-processor')
  await page.getByRole('button', { name: 'Connect PayTrace' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('API user name').fill(payTrace.userName)
  await form.getByLabel('Password', { exact: true }).fill(payTrace.password)
  await form.getByLabel('Integrator ID').fill(payTrace.integratorId)
  await form.getByLabel('Public key').fill(payTrace.publicKey)
  await form.getByLabel('E-checks').selectOption('yes')
  await axeCheck(page)
  await screens(page, 'paytrace-connect')
  await form.getByRole('button', { name: 'Connect PayTrace' }).click()
  await expect(page.getByText('PayTrace connected')).toBeVisible()
  return company
}

async function billed(
  request: Parameters<typeof openCompany>[0],
  company: Parameters<typeof addCustomer>[1],
): Promise<string> {
  const customer = await addCustomer(request, company, 'Pinewood Market')
  return payLinkOf(request, customer, await sendInvoice(request, company, customer, '80.00'))
}

/** Collects everything that the page sends. */
function sentBy(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  return sent
}

test('a payer’s card leaves the browser only encrypted', async ({
  page,
  request,
  browser,
  expectConsole,
}) => {
  expectConsole(/status of 402/)
  const company = await connected(page, request, 'Sealed Cards Ltd')
  const payer = await (await browser.newContext()).newPage()
  const sent = sentBy(payer)
  await payer.goto(await billed(request, company))
  await expect(payer.getByLabel('Card number')).toBeVisible()
  await fillCard(payer, '4000 0000 0000 9995')
  await axeCheck(payer)
  await screens(payer, 'paytrace-card')
  await pay(payer, '$80.00')
  await expect(payer.getByText('The card has insufficient funds.').first()).toBeVisible()
  await fillCard(payer)
  await pay(payer, '$80.00')
  await expectThanks(payer)
  await screens(payer, 'paytrace-paid')
  const all = sent.join('\n')
  expect(all).toContain('/api/card-encryption-key/')
  expect(all).toMatch(/"last_four_digits":"4242"/)
  expect(all).not.toMatch(/4242 ?4242 ?4242|4000 ?0000 ?0000|"cvc":"\d/)
  expect(payTrace.controls.violations).toEqual([])
  await payer.context().close()
})

test('a payer’s bank account is debited', async ({ page, request, browser }) => {
  const company = await connected(page, request, 'Checked Out Ltd')
  const payer = await (await browser.newContext()).newPage()
  await payer.goto(await billed(request, company))
  await fillECheck(payer)
  await axeCheck(payer)
  await screens(payer, 'paytrace-e-check')
  await pay(payer, '$80.00')
  await expect(payer.getByText(/clear/i).first()).toBeVisible()
  await payer.context().close()
})

test('a browser without cryptography shows a notice instead of sending a card', async ({
  page,
  request,
  browser,
}) => {
  const company = await connected(page, request, 'Old Browsers Ltd')
  const payer = await (await browser.newContext()).newPage()
  await payer.addInitScript(() => Object.defineProperty(crypto, 'subtle', { value: undefined }))
  await payer.goto(await billed(request, company))
  await expect(payer.getByText('This browser can’t encrypt your card.')).toBeVisible()
  await axeCheck(payer)
  await screens(payer, 'paytrace-no-cryptography')
  await expect(payer.getByRole('button', { name: 'Pay $80.00' })).toHaveAttribute('aria-disabled', 'true')
  await payer.context().close()
})
