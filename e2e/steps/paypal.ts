import type { APIRequestContext, Page } from '@playwright/test'
import { addCustomer, inCompany, openCompany, payLinkOf, sendInvoice } from './company.ts'

/** Opens the pay page of a new company's invoice with the PayPal tab selected. */
export async function openPayPalTab(page: Page, request: APIRequestContext, name: string, amount: string) {
  const company = await openCompany(request, name)
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const invoice = await sendInvoice(request, company, customer, amount)
  await page.goto(await payLinkOf(request, customer, invoice))
  await page.getByRole('tab', { name: 'PayPal' }).click()
  const remaining = async () =>
    await inCompany<{ remaining: string; in_flight: string }>(
      request,
      company,
      'GET',
      `invoices/${invoice.pk}/`,
    )
  return { company, invoice, remaining }
}

/** Presses the PayPal button and returns the popup. */
export async function openPayPalWindow(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Pay with PayPal' }).click()
  return opened
}
