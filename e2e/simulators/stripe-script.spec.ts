import type { Page } from '@playwright/test'
import { mountElement, openShop, pay, reportsOf } from '../../simulators/stripe/testing/open-shop.ts'
import {
  type OpenSimulator,
  openSimulator,
  twentyDollars,
} from '../../simulators/stripe/testing/open-simulator.ts'
import { axeCheck, expect, screens, test } from '../fixtures.ts'

type Method = 'card' | 'us_bank_account'

let open: OpenSimulator
let shop: Awaited<ReturnType<typeof openShop>>
test.beforeEach(async ({ page }) => {
  open = await openSimulator()
  shop = await openShop(open.simulator.origin)
  await page.goto(shop.url)
})
test.afterEach(async () => {
  const { violations } = open.simulator.controls
  await shop.close()
  await open.close()
  expect(violations).toEqual([])
})

/** Creates an intent for the methods and mounts the element that pays it. */
async function mountPayment(page: Page, types: Method[], element: 'payment' | 'expressCheckout' = 'payment') {
  const intent = await open.client.paymentIntents.create(
    { ...twentyDollars, allowed_payment_method_types: types },
    open.on,
  )
  await mountElement(page, {
    key: open.simulator.publishableKey,
    account: open.account.id,
    secret: intent.client_secret!,
    element,
    options: { mode: 'payment', amount: 2000, currency: 'usd', allowedPaymentMethodTypes: types },
  })
  return intent
}
const fieldsOf = (page: Page) => page.frameLocator('#fields iframe')
async function fillCard(page: Page, number: string) {
  const fields = fieldsOf(page)
  await fields.getByLabel('Card number').fill(number)
  await fields.getByLabel('Expiration date').fill('12 / 40')
  await fields.getByLabel('Security code').fill('123')
  await fields.getByLabel('ZIP code').fill('10001')
}

test('pays by card and never shows the page a number', async ({ page }) => {
  const { id } = await mountPayment(page, ['card'])
  expect((await pay(page)).error).toMatchObject({ type: 'validation_error', code: 'incomplete_number' })
  await fillCard(page, '4242 4242 4242 4242')
  expect(await pay(page)).toMatchObject({ paymentIntent: { id, status: 'succeeded' } })
  const seen = await reportsOf(page)
  expect(seen).toContain('"complete":true')
  expect(seen).not.toContain('4242')
  await expect(page.locator('input')).toHaveCount(0)
})

test('reports a declined card, then pays with another', async ({ page, expectConsole }) => {
  expectConsole(/status of 402/)
  await mountPayment(page, ['card'])
  await fillCard(page, '4000000000009995')
  expect(await pay(page)).toMatchObject({
    error: {
      type: 'card_error',
      decline_code: 'insufficient_funds',
      payment_intent: { status: 'requires_payment_method' },
    },
  })
  await fillCard(page, '4242424242424242')
  expect(await pay(page)).toMatchObject({ paymentIntent: { status: 'succeeded' } })
})

for (const [button, outcome] of [
  ['Complete', { paymentIntent: { status: 'succeeded' } }],
  ['Fail', { error: { code: 'payment_intent_authentication_failure' } }],
] as const)
  test(`shows the challenge of 3-D Secure in a dialog: ${button}`, async ({ page }) => {
    await mountPayment(page, ['card'])
    await fillCard(page, '4000002760003184')
    const paid = pay(page)
    await page.getByRole('dialog').waitFor()
    const challenge = page.frameLocator('[role=dialog] iframe')
    await expect(challenge.getByRole('heading', { name: 'Confirm your payment' })).toBeVisible()
    await screens(page, `stripe-challenge-${button}`)
    await challenge.getByRole('button', { name: button }).click()
    expect(await paid).toMatchObject(outcome)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

for (const [verification, expected] of [
  ['instant', { status: 'processing' }],
  ['microdeposits', { status: 'requires_action', next_action: { type: 'verify_with_microdeposits' } }],
] as const)
  test(`pays by bank account, verified by ${verification}`, async ({ page }) => {
    await mountPayment(page, ['card', 'us_bank_account'])
    const fields = fieldsOf(page)
    await fields.getByLabel('US bank account').check()
    await fields.getByLabel('Full name').fill('Ada Lovelace')
    await fields.getByLabel('Routing number').fill('110000000')
    await fields.getByLabel('Account number').fill('000123456789')
    await fields.getByLabel('Verification').selectOption(verification)
    await screens(page, 'stripe-bank-account')
    expect(await pay(page)).toMatchObject({ paymentIntent: expected })
  })

test('offers no wallet unless one is enabled', async ({ page }) => {
  await mountPayment(page, ['card'], 'expressCheckout')
  expect(await reportsOf(page)).toBe('[{"elementType":"expressCheckout"}]')
  await expect(fieldsOf(page).getByRole('button')).toHaveCount(0)
})

test('pays by an enabled wallet', async ({ page }) => {
  open.simulator.controls.setWallets(['applePay'])
  await mountPayment(page, ['card'], 'expressCheckout')
  const confirmed = page.waitForResponse((reply) => reply.url().endsWith('/confirm'))
  await fieldsOf(page).getByRole('button', { name: 'Apple Pay' }).click()
  await confirmed
  expect(await pay(page)).toMatchObject({ paymentIntent: { status: 'succeeded' } })
})

test('connects an account on an accessible page', async ({ page }) => {
  const request = new URLSearchParams({
    response_type: 'code',
    client_id: open.simulator.clientId,
    scope: 'read_write',
    redirect_uri: shop.url,
    state: 's-1',
  })
  await page.goto(`${open.simulator.origin}/oauth/authorize?${request}`)
  await axeCheck(page)
  await screens(page, 'stripe-connect')
  await page.getByRole('button', { name: 'Connect' }).click()
  await expect(page).toHaveURL(/scope=read_write&code=ac_\w+&state=s-1/)
})
