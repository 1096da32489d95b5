import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { addCustomer, type Company, inCompany, openCompany, sendInvoice } from '../steps/company.ts'
import { enrolCustomer } from '../steps/portal.ts'
import { payWithin, serveWebsites, signInWithin, WEBSITE } from '../steps/website.ts'
import { axeCheck, expect, portalUrl, screens, test } from '../support.ts'

/*
 * Both ways in which browsers treat a page in another website's frame. Switches set them, so that the defaults of a browser's
 * next version change nothing here. Playwright's own list of disabled features is replaced as a whole: the last one counts.
 */
const SETTINGS = {
  // Each website's frame has a storage of its own.
  allowed: ['--enable-features=ThirdPartyStoragePartitioning', '--disable-features=HttpsUpgrades'],
  // A frame has none.
  blocked: [
    '--test-third-party-cookie-phaseout',
    '--disable-features=HttpsUpgrades,ThirdPartyStoragePartitioning',
  ],
} as const

test.describe.configure({ timeout: 240_000 })

interface Framed {
  readonly email: string
  readonly invoice: string
  readonly portal: string
}

async function framePortal(request: APIRequestContext): Promise<Framed> {
  const company = await openCompany(request, 'Framed Goods')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const { number } = await sendInvoice(request, company, customer, '120.00')
  await enrolCustomer(request, company, customer)
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
const loginIn = (page: Page) => page.frameLocator('iframe').getByRole('heading', { name: 'Sign in' })

/** Whether the browser lets the frame store anything. */
const storageOf = (page: Page): Promise<'allowed' | 'blocked'> =>
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

for (const setting of ['allowed', 'blocked'] as const)
  test(`a framed portal keeps its customer signed in where third-party storage is ${setting}`, {
    tag: '@gate',
  }, async ({ playwright, launchOptions, request, watch }) => {
    const { email, invoice, portal } = await framePortal(request)
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), ...SETTINGS[setting]],
    })
    try {
      const context = await browser.newContext({ permissions: ['local-network-access'] })
      await watch(context)
      const page = await open(context, portal)
      await expect(loginIn(page)).toBeVisible()
      expect(await storageOf(page), 'the browser does as its switches say').toBe(setting)

      await signInWithin(page, email)
      await expect(owedIn(page)).toBeVisible()
      await payWithin(page, invoice)
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

test('a framed portal whose cookie the browser refuses asks for storage by a button', async ({
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
    // A browser that knows the Storage Access API and no partitioned cookies: only its handle reaches any storage.
    await context.addInitScript(hideOwnStorage)
    await context.route('**/api/profile/framed-session/', async (route) => {
      await context.clearCookies()
      await route.continue()
    })
    const page = await open(context, portal)
    await signInWithin(page, email)
    const dialog = page.frameLocator('iframe').getByRole('dialog', { name: 'Stay signed in' })
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

function hideOwnStorage(): void {
  if (window.top === window.self) return
  Object.defineProperty(window, 'localStorage', {
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })
}
