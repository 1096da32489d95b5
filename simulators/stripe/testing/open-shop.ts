import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'

/** Result of a confirmation in the browser. */
export interface BrowserResult {
  readonly error?: { readonly type: string; readonly code?: string }
  readonly paymentIntent?: { readonly status: string }
  readonly setupIntent?: { readonly status: string }
}

interface BrowserElement {
  on(type: string, listener: (event: object) => void): void
  mount(target: string): void
}

interface BrowserStripe {
  elements(options: object): {
    create(type: string, options?: object): BrowserElement
    submit(): Promise<BrowserResult>
  }
  confirmPayment(options: object): Promise<BrowserResult>
}

/** Globals of the shop's page. */
export interface ShopWindow {
  Stripe(key: string, options: object): BrowserStripe
  pay(): Promise<BrowserResult>
  changes: object[]
}

/** Serves a page under a policy that allows nothing but the simulator's origin. */
export async function openShop(origin: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((_, response) => {
    response.writeHead(200, {
      'content-type': 'text/html',
      'content-security-policy': `default-src 'none'; img-src 'self'; script-src ${origin}; frame-src ${origin}; connect-src ${origin}`,
    })
    response.end(
      `<!doctype html><html lang="en"><title>Shop</title><main id="fields"></main><script src="${origin}/endive/stripe.js"></script></html>`,
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export interface Mounted {
  readonly key: string
  readonly account: string
  readonly secret: string
  readonly element: 'payment' | 'expressCheckout'
  readonly options: object
}

/** Mounts an element; the page's `pay` then submits and confirms, and so does the click on a wallet. */
export const mountElement = (page: Page, given: Mounted): Promise<void> =>
  page.evaluate(async ({ key, account, secret, element: type, options }) => {
    const shop = globalThis as unknown as ShopWindow
    const stripe = shop.Stripe(key, { stripeAccount: account })
    const elements = stripe.elements(options)
    const element = elements.create(type)
    const confirmParams = { return_url: 'http://localhost/done' }
    shop.changes = []
    element.on('change', (event) => shop.changes.push(event))
    const ready = new Promise<object>((resolve) => element.on('ready', resolve))
    let wallet: Promise<BrowserResult> = Promise.resolve({})
    element.on('confirm', () => {
      wallet = stripe.confirmPayment({
        elements,
        clientSecret: secret,
        redirect: 'if_required',
        confirmParams,
      })
    })
    element.mount('#fields')
    shop.changes.push(await ready)
    shop.pay = async () => {
      if (type === 'expressCheckout') return wallet
      const { error } = await elements.submit()
      if (error) return { error }
      return stripe.confirmPayment({ elements, clientSecret: secret, redirect: 'if_required', confirmParams })
    }
  }, given)

export const pay = (page: Page): Promise<BrowserResult> =>
  page.evaluate(() => (globalThis as unknown as ShopWindow).pay())

/** Everything that the element reported to the page. */
export const reportsOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify((globalThis as unknown as ShopWindow).changes))
