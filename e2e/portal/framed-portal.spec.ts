import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { locateFullChromium } from '../../scripts/find-chromium.ts'
import { axeCheck, expect, portalUrl, screens, test } from '../fixtures.ts'
import { addCustomer, type Company, inCompany, openCompany, sendInvoice } from '../steps/company.ts'
import { enrollCustomer } from '../steps/portal.ts'
import { payInFrame, serveWebsites, signInToFrame, WEBSITE } from '../steps/website.ts'

/*
 * Browsers partition or block the storage of another website's frame. Switches choose the behavior, so the
 * tests don't depend on a version's defaults. The last --disable-features replaces Playwright's own list.
 */
const SETTINGS = {
  // Storage is partitioned by the top-level website.
  allowed: ['--enable-features=ThirdPartyStoragePartitioning', '--disable-features=HttpsUpgrades'],
  // The frame has no storage.
  blocked: [
    '--test-third-party-cookie-phaseout',
    '--disable-features=HttpsUpgrades,ThirdPartyStoragePartitioning',
  ],
} as const

/** The headless shell ignores the switch that blocks third-party storage, so these tests prefer a full Chromium. */
const FULL_CHROMIUM = locateFullChromium()
const TESTED: readonly (keyof typeof SETTINGS)[] = FULL_CHROMIUM ? ['allowed', 'blocked'] : ['allowed']

test.describe.configure({ timeout: 600_000 })

interface Framed {
  readonly email: string
  readonly invoice: string
  readonly portal: string
}

async function framePortal(request: APIRequestContext): Promise<Framed> {
  const company = await openCompany(request, 'Framed Goods')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const { number } = await sendInvoice(request, company, customer, '120.00')
  await enrollCustomer(request, company, customer)
  await inCompany(request, company, 'POST', 'customer-portal/preferences/', {
    embed: true,
    allowed_embed_url: WEBSITE,
  })
  return { email: customer.email, invoice: number, portal: portalUrl(subDomainOf(company)) }
}

const subDomainOf = ({ host }: Company): string => host.split('.')[0]!

const open = async (context: BrowserContext, portal: string): Promise<Page> => {
  const page = await context.newPage()
  await serveWebsites(
    page,
    () =>
      `<iframe src="${portal}/customer-portal-site" title="Portal" style="width: 100%; height: 50rem"></iframe>`,
  )
  await page.goto(`${WEBSITE}/account`)
  return page
}

const owedIn = (page: Page) => page.frameLocator('iframe').getByRole('region', { name: 'Total Amount Owed' })
const loginIn = (page: Page) => page.frameLocator('iframe').getByRole('heading', { name: 'Log in' })

/** Returns whether the browser gives the frame storage. */
const readStorageAccess = (page: Page): Promise<'allowed' | 'blocked'> =>
  page
    .frameLocator('iframe')
    .locator('body')
    .evaluate(() => {
      try {
        window.localStorage.getItem('theme')
        return 'allowed'
      } catch {
        return 'blocked'
      }
    })

for (const setting of TESTED)
  test(`a framed portal keeps its customer signed in when third-party storage is ${setting}`, {
    // One setting is enough for the gate: the one that needs more of the product.
    tag: setting === TESTED.at(-1) ? '@gate' : [],
  }, async ({ playwright, launchOptions, request, watch }) => {
    const { email, invoice, portal } = await framePortal(request)
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      ...(FULL_CHROMIUM && { executablePath: FULL_CHROMIUM }),
      args: [...(launchOptions.args ?? []), ...SETTINGS[setting]],
    })
    try {
      const context = await browser.newContext({ permissions: ['local-network-access'] })
      await watch(context)
      const page = await open(context, portal)
      await expect(loginIn(page)).toBeVisible()
      expect(await readStorageAccess(page), 'the switches take effect').toBe(setting)

      await signInToFrame(page, email)
      await expect(owedIn(page)).toBeVisible()
      await payInFrame(page, invoice)
      await page.reload()
      await expect(owedIn(page), 'still signed in').toBeVisible()
      const dialogs = page.frameLocator('iframe').getByRole('dialog')
      await expect(dialogs).toHaveCount(0)
      const cookies = (await context.cookies()).map(({ name, httpOnly, secure, sameSite, partitionKey }) => ({
        ...{ name, httpOnly, secure, sameSite, partitioned: partitionKey !== undefined },
      }))
      expect(cookies).toEqual(
        setting === 'allowed'
          ? []
          : [
              {
                name: '__Host-framed-session',
                httpOnly: true,
                secure: true,
                sameSite: 'None',
                partitioned: true,
              },
            ],
      )

      const second = await open(context, portal)
      await expect(owedIn(second), 'signed in by the other tab').toBeVisible()
      await second.reload()
      await page.reload()
      await expect(owedIn(page)).toBeVisible()
      await expect(owedIn(second)).toBeVisible()
      await second.frameLocator('iframe').getByRole('button', { name: 'Log Out' }).click()
      await expect(loginIn(second)).toBeVisible()
      expect(await context.cookies()).toEqual([])
      await page.reload()
      await expect(loginIn(page), 'logged out in every tab').toBeVisible()
    } finally {
      await browser.close()
    }
  })

test('a framed portal whose cookie the browser refuses offers a button to allow storage', async ({
  playwright,
  launchOptions,
  request,
  watch,
}) => {
  const { email, portal } = await framePortal(request)
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), ...SETTINGS.allowed],
  })
  try {
    const context = await browser.newContext({ permissions: ['local-network-access'] })
    await watch(context)
    // Simulates a browser with the Storage Access API but without partitioned cookies. Only the API gives
    // storage.
    await context.addInitScript(denyLocalStorage)
    await context.route('**/api/profile/framed-session/', async (route) => {
      await context.clearCookies()
      await route.continue()
    })
    const page = await open(context, portal)
    await signInToFrame(page, email)
    const dialog = page.frameLocator('iframe').getByRole('dialog', { name: 'Stay logged in' })
    await expect(dialog.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute(
      'href',
      '/customer-portal-site',
    )
    await screens(page, 'portal-framed-storage')
    await axeCheck(page)
    await context.grantPermissions(['local-network-access', 'storage-access'])
    await dialog.getByRole('button', { name: 'Allow storage' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(owedIn(page)).toBeVisible()
    await page.reload()
    await expect(owedIn(page), 'still signed in, without another press').toBeVisible()
    await expect(dialog).toHaveCount(0)
    await page.frameLocator('iframe').getByRole('button', { name: 'Log Out' }).click()
    await expect(loginIn(page)).toBeVisible()
    await page.reload()
    await expect(loginIn(page)).toBeVisible()
  } finally {
    await browser.close()
  }
})

function denyLocalStorage(): void {
  if (window.top === window.self) return
  Object.defineProperty(window, 'localStorage', {
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })
}
