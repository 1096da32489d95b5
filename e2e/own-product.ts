import { freePort } from '../server/platform/free-port.ts'
import { startOn } from './start-product.ts'
import { test as shared } from './support.ts'

export interface OwnProduct {
  readonly url: string
  stop(): Promise<void>
}

/** ProviderRoundTrips at a product of their own, which other journeys are not at. One for each worker that plays any of them. */
export const atOwnProduct = (start: () => Promise<OwnProduct>) =>
  shared.extend<object, { product: OwnProduct }>({
    product: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter
      async ({}, use) => {
        const product = await start()
        await use(product)
        await product.stop()
      },
      { scope: 'worker', timeout: 180_000 },
    ],
    baseURL: async ({ product }, use) => use(product.url),
  })

/** Where the clock is moved: by that, things fall due in every company of a product. */
export const testWithClock = atOwnProduct(async () => startOn(await freePort(), {}))
