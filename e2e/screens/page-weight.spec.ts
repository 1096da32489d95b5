import type { Browser, BrowserContext, Page } from '@playwright/test'
import { PAGE_BUDGETS, type PageBudget } from '../../scripts/web-build/page-budgets.ts'
import { expect, portalUrl, productUrl, test } from '../fixtures.ts'
import { addCustomer, openCompany, payLinkOf, sendInvoice } from '../steps/company.ts'
import { logIn } from '../steps/log-in.ts'

const MAX_SHIFT = 0.02
/** Logins of the demo company, which has realistic data: hundreds of invoices, two currencies, a logo. */
const DEMO_PASSWORD = 'collect-what-is-owed'
const OWNER = { email: 'owner@brightwater.test', password: DEMO_PASSWORD }
const CUSTOMER = { email: 'accounts@harborfoods.test', password: DEMO_PASSWORD }

interface Loaded {
  readonly path: string
  readonly kind: string
  readonly encoding: string
  readonly cache: string
  bytes: number
}

/** Opens an address with an empty cache. Returns the layout shift and every file that was loaded. */
async function load(context: BrowserContext, address: string, ready: (page: Page) => Promise<void>) {
  const page = await context.newPage()
  const wire = await context.newCDPSession(page)
  await wire.send('Network.enable')
  await wire.send('Network.setCacheDisabled', { cacheDisabled: true })
  const files = new Map<string, Loaded>()
  wire.on('Network.responseReceived', ({ requestId, type, response }) => {
    const headers = new Headers(response.headers)
    files.set(requestId, {
      path: new URL(response.url).pathname,
      kind: type,
      encoding: headers.get('content-encoding') ?? '',
      cache: headers.get('cache-control') ?? '',
      bytes: 0,
    })
  })
  wire.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId)
    if (file) file.bytes += encodedDataLength
  })
  await watchShifts(page)
  await holdBackLater(page)
  await page.goto(address)
  await ready(page)
  await page.waitForLoadState('networkidle')
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift)
  await page.close()
  return { shift, all: [...files.values()].filter(({ path }) => path !== '' && path !== 'image/svg+xml') }
}

/**
 * Holds back what a page fetches a second or more after it is shown (web/business/layout/use-later.ts): that is no part of its first
 * screen, and a busy machine would measure it by chance.
 */
async function holdBackLater(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout } = window
    const soon = (run: TimerHandler, ms = 0, ...values: unknown[]) =>
      ms >= 1000 ? 0 : setTimeout(run, ms, ...values)
    window.setTimeout = soon as typeof window.setTimeout
  })
}

/** Sums the layout shifts without recent input. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number }
    seen.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

function expectWithin(budget: PageBudget, { all, shift }: Awaited<ReturnType<typeof load>>): void {
  const files = all.filter(({ path }) => !path.startsWith('/api/'))
  const code = files.filter(({ path }) => /\.(js|css)$/.test(path))
  const bytes = code.reduce((sum, file) => sum + file.bytes, 0)
  const list = files.map((file) => `${file.bytes} ${file.encoding} ${file.path}`).join('\n')
  test.info().annotations.push({ type: budget.name, description: `${bytes} bytes\n${list}\nshift ${shift}` })
  expect(bytes, list).toBeGreaterThan(0)
  expect(bytes, list).toBeLessThanOrEqual(budget.mostBytes)
  expect(files.length, list).toBeLessThanOrEqual(budget.mostFiles)
  const paths = all.map(({ path }) => path).join('\n')
  expect(all.length, paths).toBeLessThanOrEqual(budget.mostRequests)
  expect(shift, `${budget.name}: layout shift`).toBeLessThanOrEqual(MAX_SHIFT)
  for (const file of files) {
    if (file.kind === 'Document') expect(file.cache).toBe('no-store')
    if (!file.path.startsWith('/assets/')) continue
    expect(file.cache, file.path).toContain('immutable')
    if (code.includes(file)) expect(file.encoding, file.path).toBe('br')
  }
}

/** Returns a new browser context that contains only the session of `signIn`. */
async function signedIn(browser: Browser, signIn: (page: Page) => Promise<void>): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: productUrl() })
  const page = await context.newPage()
  await signIn(page)
  await page.close()
  return context
}

test('the pay page meets its budgets of bytes, files, requests and layout shift', { tag: '@gate' }, async ({
  context,
  request,
}) => {
  const company = await openCompany(request, 'Featherweight Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const link = await payLinkOf(request, customer, await sendInvoice(request, company, customer, '90.00'))
  const loaded = await load(context, link, (page) => expect(page.getByLabel('Amount')).toBeVisible())
  expectWithin(PAGE_BUDGETS.payLink, loaded)
})

test('the login page meets its budgets of bytes, files, requests and layout shift', async ({ context }) => {
  const loaded = await load(context, `${productUrl()}/login`, (page) =>
    expect(page.getByRole('button', { name: 'Log in' })).toBeVisible(),
  )
  expectWithin(PAGE_BUDGETS.signIn, loaded)
})

test('the list of invoices meets its budgets of bytes, files, requests and layout shift', {
  tag: '@gate',
}, async ({ browser, watch }) => {
  const context = await signedIn(browser, (page) => logIn(page, OWNER))
  await watch(context)
  const loaded = await load(context, `${productUrl()}/invoices`, (page) =>
    expect(page.getByRole('row').nth(5)).toBeVisible(),
  )
  expectWithin(PAGE_BUDGETS.invoices, loaded)
  await context.close()
})

test('the portal meets its budgets of bytes, files, requests and layout shift', async ({
  browser,
  watch,
}) => {
  const owed = (page: Page) => page.getByRole('region', { name: 'Total Amount Owed' })
  const context = await signedIn(browser, async (page) => {
    await page.goto(`${portalUrl()}/customer-portal-site-login`)
    await page.getByLabel('Email').fill(CUSTOMER.email)
    await page.getByLabel('Password', { exact: true }).fill(CUSTOMER.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(owed(page)).toBeVisible()
  })
  await watch(context)
  const loaded = await load(context, `${portalUrl()}/customer-portal-site`, (page) =>
    expect(owed(page)).toBeVisible(),
  )
  expectWithin(PAGE_BUDGETS.portal, loaded)
  await context.close()
})
