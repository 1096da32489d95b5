import type { Page } from '@playwright/test'
import { freePort } from '../../server/platform/free-port.ts'
import { type QuickBooksSimulator, startQuickBooksSimulator } from '../../simulators/quickbooks/index.ts'
import { withDedicatedProduct } from '../dedicated-product.ts'
import { axeCheck, expect, screens } from '../fixtures.ts'
import { startProductOn } from '../start-product.ts'
import { addCustomer, openCompany, payLinkOf, sendInvoice } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'
import { expectThanks, fillCard, fillECheck, formOf, pay, payIncomplete } from '../steps/paying.ts'

let intuit: QuickBooksSimulator
const test = withDedicatedProduct(async () => {
  intuit = await startQuickBooksSimulator()
  const product = await startProductOn(await freePort(), { DEMO_COMPANY: 'off', ...intuit.env })
  return {
    ...product,
    async stop() {
      await product.stop()
      await intuit.close()
    },
  }
})

/** Collects what the page sends to the product. */
function sentToProduct(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(intuit.origin)) sent.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  return sent
}

test('a company connects QuickBooks Payments, and its customer’s numbers go from the browser to QuickBooks only', async ({
  page,
  request,
  browser,
  expectConsole,
}) => {
  expectConsole(/status of 402/)
  const company = await openCompany(request, 'Ledger and Sons')
  await openAs(page, company, '/settings/payment-processor')
  await page.getByRole('button', { name: 'Connect QuickBooks Payments' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('QuickBooks Payments')
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Connect QuickBooks Payments' }).click()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByText('QuickBooks Payments connected')).toBeVisible()
  await expect(page.getByText('QuickBooks company 9130')).toBeVisible()
  await expect(page.getByText('QuickBooks Payments test mode — no money moves')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'quickbooks-payments-connected')
  const customer = await addCustomer(request, company, 'Pinewood Market')
  const payer = await (await browser.newContext()).newPage()
  const sent = sentToProduct(payer)
  await payer.goto(await payLinkOf(request, customer, await sendInvoice(request, company, customer, '80.00')))
  await expect(payer.getByLabel('Card number')).toBeVisible()
  await payIncomplete(payer, '$80.00')
  await expect(formOf(payer).getByText('This field is required').first()).toBeVisible()
  await fillCard(payer, '4000 0000 0000 0002')
  await payer.getByLabel('Postal code').fill('10001')
  await expect(formOf(payer).getByText('This field is required')).toHaveCount(0)
  await axeCheck(payer)
  await screens(payer, 'quickbooks-payments-card')
  await pay(payer, '$80.00')
  await expect(payer.getByText('The card was declined.').first()).toBeVisible()
  await fillCard(payer)
  await pay(payer, '$80.00')
  await expectThanks(payer)
  await payer.goto(await payLinkOf(request, customer, await sendInvoice(request, company, customer, '60.00')))
  await fillECheck(payer)
  await payer.getByLabel('Phone').fill('(212) 555-0100')
  await axeCheck(payer)
  await screens(payer, 'quickbooks-payments-e-check')
  await pay(payer, '$60.00')
  await expect(payer.getByText(/clear/i).first()).toBeVisible()
  for (const number of ['4000000000000002', '4242424242424242', '000123456789'])
    expect(sent.filter((one) => one.replaceAll(' ', '').includes(number))).toEqual([])
  await payer.context().close()
})
