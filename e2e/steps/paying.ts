import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { callApi } from './api.ts'
import { type Company, inCompany } from './company.ts'

/** Card numbers with a defined outcome in the Sandbox. */
export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  challenged: '4000 0000 0000 3220',
  authorized: '4000 0000 0000 0077',
} as const

export const THANKS = 'We have received your payment, thank you!'

/** Fills in the card fields of the pay page or the portal's payment dialog. */
export async function fillCard(form: Page | Locator, number: string = CARDS.good): Promise<void> {
  await form.getByRole('tab', { name: 'Card', exact: true }).click()
  await form.getByLabel('Name on card').fill('Maya Okafor')
  await form.getByLabel('Card number').fill(number)
  await form.getByLabel('Expiration date').fill('08/30')
  await form.getByLabel('Security code').fill('123')
}

/** Fills in an account with the only routing number that the Sandbox accepts. */
export async function fillECheck(form: Page | Locator): Promise<void> {
  await form.getByRole('tab', { name: 'E-check' }).click()
  await form.getByLabel('Account holder').fill('Maya Okafor')
  await form.getByLabel('Routing number').fill('110000000')
  await form.getByLabel('Account number').fill('000123456789')
}

/** Presses the button that pays, which names the amount. */
export async function pay(form: Page | Locator, total: string): Promise<void> {
  await form.getByRole('button', { name: `Pay ${total}`, exact: true }).click()
}

/** Presses the button of an incomplete form, which tells what is missing. It is disabled only for assistive technology. */
export async function payIncomplete(form: Page | Locator, total: string): Promise<void> {
  await form.getByRole('button', { name: `Pay ${total}`, exact: true }).click({ force: true })
}

/** The form of the pay page. A failure is shown in it and in a message over the page. */
export const formOf = (page: Page): Locator => page.getByRole('region', { name: 'Make a Payment' })

/** Advances the product's clock by an ISO 8601 duration, and waits for the jobs that become due. */
export async function advanceClock(request: APIRequestContext, duration: string): Promise<void> {
  await callApi(request, 'POST', '/api/dev/clock/', { body: { advance: duration } })
}

/** Advances the clock by days, and past the hour at which steps of flows run, whatever time it is now. */
export async function advanceDays(request: APIRequestContext, days: number): Promise<void> {
  await advanceClock(request, `P${days}D`)
  await advanceClock(request, 'PT10H')
}

export const expectThanks = (form: Page | Locator): Promise<void> =>
  expect(form.getByRole('heading', { name: THANKS })).toBeVisible()

/** Returns the company's payments as its staff see them. */
export const paymentsOf = async (request: APIRequestContext, company: Company) =>
  (
    await inCompany<{ results: { total: string; status: string; channel: string }[] }>(
      request,
      company,
      'GET',
      'payments/',
    )
  ).results
