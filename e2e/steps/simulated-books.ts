import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { DAY_MS } from '../../domain/dates/durations.ts'
import { freePort } from '../../server/platform/free-port.ts'
import { withDedicatedProduct } from '../dedicated-product.ts'
import { startProductOn } from '../start-product.ts'
import { type Company, inCompany } from './company.ts'

interface Simulator {
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** A test with a product of its own, connected to a simulated accounting platform that starts and ends with it. */
export const withSimulatedBooks = (start: () => Promise<Simulator>) =>
  withDedicatedProduct(async () => {
    const simulator = await start()
    const product = await startProductOn(await freePort(), { DEMO_COMPANY: 'off', ...simulator.env })
    return {
      ...product,
      async stop() {
        await product.stop()
        await simulator.close()
      },
    }
  })

/** Waits until a platform is connected and its books are read. */
export async function expectConnected(page: Page, platform: string): Promise<void> {
  await expect(page.getByText(`${platform} connected`)).toBeVisible()
  await expect(page.getByText('Synced just now')).toBeVisible({ timeout: 30_000 })
}

/** Records a check for $40 on the company's first invoice, or on the one with a number, and opens its page. */
export async function openNewPayment(
  page: Page,
  request: APIRequestContext,
  company: Company,
  number = '',
): Promise<string> {
  const { results } = await inCompany<{ results: { pk: string; customer: { pk: string } }[] }>(
    request,
    company,
    'GET',
    `invoices/?search=${number}`,
  )
  const invoice = results[0]!
  const payment = await inCompany<{ pk: string }>(request, company, 'POST', 'payments/', {
    customer: invoice.customer.pk,
    type: 'check',
    total: '40.00',
    // In the company’s time zone it may still be the day before.
    received_on: new Date(Date.now() - DAY_MS).toISOString().slice(0, 10), // the browser's own clock
    reference: '',
    request_id: `books-${invoice.pk}`,
    invoices: [{ invoice: invoice.pk, amount: '40.00' }],
  })
  await page.goto(`/payment-processing/${payment.pk}`)
  return payment.pk
}

/** Ends the connection on its page. */
export async function disconnect(page: Page, platform: string): Promise<void> {
  await page.goto('/settings/accounting-connection')
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('button', { name: `Disconnect ${platform}` }).click()
  await expect(page.getByText(`${platform} disconnected`)).toBeVisible()
}
