import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { locateChromium } from '../../../scripts/find-chromium.ts'
import { mountElement, openShop, pay, reportsOf } from '../testing/open-shop.ts'
import { type OpenSimulator, openSimulator, twentyDollars } from '../testing/open-simulator.ts'

const browserHere = locateChromium()
type Method = 'card' | 'us_bank_account'

describe.skipIf(!browserHere)('the script in a browser', () => {
  let browser: Browser
  let open: OpenSimulator
  let shop: Awaited<ReturnType<typeof openShop>>
  let page: Page
  let errors: string[]
  beforeAll(async () => {
    browser = await chromium.launch({ ...browserHere })
  })
  afterAll(() => browser.close())
  beforeEach(async () => {
    open = await openSimulator()
    shop = await openShop(open.simulator.origin)
    page = await browser.newPage()
    errors = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    page.on('pageerror', (error) => errors.push(String(error)))
    await page.goto(shop.url)
  })
  afterEach(async () => {
    await page.close()
    const { violations } = open.simulator.controls
    await shop.close()
    await open.close()
    expect(violations).toEqual([])
    // Chromium reports a refused payment (402) as a failed request.
    expect(errors.filter((text) => !text.includes('402') && !text.includes('favicon'))).toEqual([])
  })

  /** Creates an intent for the methods and mounts the element that pays it. */
  async function mountPayment(types: Method[], element: 'payment' | 'expressCheckout' = 'payment') {
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
  const fields = () => page.frameLocator('#fields iframe')
  const fillCard = async (number: string) => {
    await fields().getByLabel('Card number').fill(number)
    await fields().getByLabel('Expiration date').fill('12 / 40')
    await fields().getByLabel('Security code').fill('123')
    await fields().getByLabel('ZIP code').fill('10001')
  }

  it('pays by card and never shows the page a number', async () => {
    const { id } = await mountPayment(['card'])
    expect((await pay(page)).error).toMatchObject({ type: 'validation_error', code: 'incomplete_number' })
    await fillCard('4242 4242 4242 4242')
    expect(await pay(page)).toMatchObject({ paymentIntent: { id, status: 'succeeded' } })
    const seen = await reportsOf(page)
    expect(seen).toContain('"complete":true')
    expect(seen).not.toContain('4242')
    expect(await page.locator('input').count()).toBe(0)
  })

  it('reports a declined card, then pays with another', async () => {
    await mountPayment(['card'])
    await fillCard('4000000000009995')
    expect(await pay(page)).toMatchObject({
      error: {
        type: 'card_error',
        decline_code: 'insufficient_funds',
        payment_intent: { status: 'requires_payment_method' },
      },
    })
    await fillCard('4242424242424242')
    expect(await pay(page)).toMatchObject({ paymentIntent: { status: 'succeeded' } })
  })

  it.each([
    ['Complete', { paymentIntent: { status: 'succeeded' } }],
    ['Fail', { error: { code: 'payment_intent_authentication_failure' } }],
  ])('shows the challenge of 3-D Secure in a dialog: %s', async (button, outcome) => {
    await mountPayment(['card'])
    await fillCard('4000002760003184')
    const paid = pay(page)
    await page.getByRole('dialog').waitFor()
    await page.frameLocator('[role=dialog] iframe').getByRole('button', { name: button }).click()
    expect(await paid).toMatchObject(outcome)
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it.each([
    ['instant', { status: 'processing' }],
    ['microdeposits', { status: 'requires_action', next_action: { type: 'verify_with_microdeposits' } }],
  ])('pays by bank account, verified by %s', async (verification, expected) => {
    await mountPayment(['card', 'us_bank_account'])
    await fields().getByLabel('US bank account').check()
    await fields().getByLabel('Full name').fill('Ada Lovelace')
    await fields().getByLabel('Routing number').fill('110000000')
    await fields().getByLabel('Account number').fill('000123456789')
    await fields().getByLabel('Verification').selectOption(verification)
    expect(await pay(page)).toMatchObject({ paymentIntent: expected })
  })

  it('offers no wallet unless one is enabled', async () => {
    await mountPayment(['card'], 'expressCheckout')
    expect(await reportsOf(page)).toBe('[{"elementType":"expressCheckout"}]')
    expect(await fields().getByRole('button').count()).toBe(0)
  })

  it('pays by an enabled wallet', async () => {
    open.simulator.controls.setWallets(['applePay'])
    await mountPayment(['card'], 'expressCheckout')
    const dialog = page.waitForResponse((reply) => reply.url().endsWith('/confirm'))
    await fields().getByRole('button', { name: 'Apple Pay' }).click()
    await dialog
    expect(await pay(page)).toMatchObject({ paymentIntent: { status: 'succeeded' } })
  })
})
