import { freePort } from '../server/platform/free-port.ts'
import { test as shared } from './fixtures.ts'
import { startProductOn } from './start-product.ts'

export interface DedicatedProduct {
  readonly url: string
  stop(): Promise<void>
}

/** Returns a `test` that runs against its own instance of the product. Each worker starts at most one. */
export const withDedicatedProduct = (start: () => Promise<DedicatedProduct>) =>
  shared.extend<object, { product: DedicatedProduct }>({
    product: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from its first parameter
      async ({}, use) => {
        const product = await start()
        await use(product)
        await product.stop()
      },
      { scope: 'worker', timeout: 300_000 },
    ],
    baseURL: async ({ product }, use) => use(product.url),
  })

/**
 * For tests that advance the clock, which affects every company of the instance. There is no demo company, whose work would take
 * time.
 */
export const testWithClock = withDedicatedProduct(async () =>
  startProductOn(await freePort(), { DEMO_COMPANY: 'off' }),
)
