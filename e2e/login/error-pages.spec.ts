import type { Page } from '@playwright/test'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { openCompany } from '../steps/company.ts'
import { logIn, toast } from '../steps/log-in.ts'

const mockResponse = (page: Page, path: string, given: { status?: number; json: unknown }) =>
  page.route(
    (url) => url.pathname === path,
    (route) => route.fulfill(given),
  )

test('a rendering error shows the error page, and the next page renders again', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/./)
  const company = await openCompany(request, 'Framed Picture Ltd')
  await logIn(page, company)
  await mockResponse(page, `/api/accounts/${company.accountId}/customers/`, {
    json: { results: [null], count: 1 },
  })
  const broken = page.getByRole('heading', { name: 'Well, this is embarrassing...' })
  await page.getByRole('link', { name: 'Customers' }).click()
  await expect(broken).toBeVisible()
  await axeCheck(page)
  await screens(page, 'internal-error')
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await page.goto('/customers')
  await expect(broken).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await expect(broken).toHaveCount(0)
})

test('accounts that can’t be loaded show an error with a retry', async ({ page, request, expectConsole }) => {
  expectConsole(/status of 503/)
  const company = await openCompany(request, 'Not Now Ltd')
  await logIn(page, company)
  await mockResponse(page, '/api/accounts/', {
    status: 503,
    json: { detail: 'The server is busy. Please try again in a moment.' },
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Error', exact: true })).toBeVisible()
  await expect(page.getByText('There was an error loading your user data.')).toBeVisible()
  await expect(toast(page, 'Load accounts')).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Main' }),
    'no navigation without an account',
  ).toHaveCount(0)
  await axeCheck(page)
  await screens(page, 'accounts-failed')
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
})

test('a user without an active account sees a message, and the stored account is removed', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Closed Door Ltd')
  await logIn(page, company)
  const storedKeys = () =>
    page.evaluate(() => ['account', 'currency'].filter((key) => localStorage.getItem(key) !== null))
  expect(await storedKeys()).toEqual(['account', 'currency'])
  const none = { page: 1, count: 0, num_pages: 1, next: null, previous: null, results: [] }
  await mockResponse(page, '/api/accounts/', { json: none })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No active company' })).toBeVisible()
  await expect(toast(page, 'Retrieve Active User')).toBeVisible()
  expect(await storedKeys()).toEqual([])
  await axeCheck(page)
  await screens(page, 'no-active-account')
  await page.getByRole('main').getByRole('button', { name: 'Log Out' }).click()
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
})

test('a script that fails to load is requested again, and again on the next visit', async ({
  page,
  request,
  expectConsole,
  browserName,
}) => {
  expectConsole(/ERR_FAILED|Failed to fetch dynamically imported module/)
  // Firefox reports no details.
  if (browserName === 'firefox') expectConsole(/^error: Error \(/)
  const company = await openCompany(request, 'Third Time Lucky Ltd')
  await logIn(page, company)
  let tries = 0
  await page.route(/\/assets\/credit-memos-page-[^/]*\.js/, (route) => {
    tries += 1
    return tries < 3 ? route.abort() : route.continue()
  })
  await page.getByRole('link', { name: 'Credit memos' }).click()
  await expect(page.getByRole('heading', { name: 'Credit memos', level: 1 })).toBeVisible()
  expect(tries).toBe(3)
  const customers = /\/assets\/customers-page-[^/]*\.js/
  await page.route(customers, (route) => route.abort())
  await page.getByRole('link', { name: 'Customers' }).click()
  await expect(page.getByRole('heading', { name: 'Well, this is embarrassing...' })).toBeVisible()
  await page.unroute(customers)
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Customers' }).click()
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
})

test('without storage the app shows a notice once and works until the page is closed', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Incognito Ltd')
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  await page.goto('/login')
  const dialog = page.getByRole('dialog', { name: 'Site Storage is Disabled' })
  await expect(dialog).toContainText('incognito mode')
  await axeCheck(page)
  await screens(page, 'storage-disabled')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByLabel('Email').fill(company.email)
  await page.getByLabel('Password', { exact: true }).fill('seven harbours at dusk')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  expect(page.url()).not.toMatch(/token/)
})
