import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { callApi } from './api.ts'
import { type Company, inCompany } from './company.ts'

/** Numbers that the Sandbox treats each in its own way. */
export const CARDS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  challenged: '4000 0000 0000 3220',
  authorized: '4000 0000 0000 0077',
} as const

export const THANKS = 'We have received your payment, thank you!'

/** Fills in the card's fields where a payment is made: the pay link's page or the portal's dialog. */
export async function fillCard(form: Page | Locator, number: string = CARDS.good): Promise<void> {
  await form.getByRole('tab', { name: 'Card', exact: true }).click()
  await form.getByLabel('Name on card').fill('Maya Okafor')
  await form.getByLabel('Card number').fill(number)
  await form.getByLabel('Expiration month').selectOption('08')
  await form.getByLabel('Expiration year').selectOption({ index: 3 })
  await form.getByLabel('Security code').fill('123')
}

/** Fills in an account at the one bank that the Sandbox knows. */
export async function fillECheck(form: Page | Locator): Promise<void> {
  await form.getByRole('tab', { name: 'E-check' }).click()
  await form.getByLabel('Account holder').fill('Maya Okafor')
  await form.getByLabel('Routing number').fill('110000000')
  await form.getByLabel('Account number').fill('000123456789')
}

/** Presses the one button that pays; it names the amount. */
export async function pay(form: Page | Locator, total: string): Promise<void> {
  await form.getByRole('button', { name: `Pay ${total}`, exact: true }).click()
}

/** Moves the product's clock on, and waits until what falls due on the way has happened. */
export async function advanceClock(request: APIRequestContext, duration: string): Promise<void> {
  await callApi(request, 'POST', '/api/dev/clock/', { body: { advance: duration } })
}

export const expectThanks = (form: Page | Locator): Promise<void> =>
  expect(form.getByRole('heading', { name: THANKS })).toBeVisible()

/** The payments of a company, as its staff see them. */
export const paymentsOf = async (request: APIRequestContext, company: Company) =>
  (
    await inCompany<{ results: { total: string; status: string; channel: string }[] }>(
      request,
      company,
      'GET',
      'payments/',
    )
  ).results
