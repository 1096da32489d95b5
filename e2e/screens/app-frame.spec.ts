import { expect, screens, test } from '../fixtures.ts'
import { addCustomer, openCompany } from '../steps/company.ts'
import { logIn, logOut, openAs, toast } from '../steps/log-in.ts'

test('the sidebar shows names from 1400 px on, and symbols with their names below', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Wide Berth Ltd')
  await page.setViewportSize({ width: 1400, height: 900 })
  await logIn(page, company)
  const sidebar = page
    .getByRole('complementary')
    .filter({ has: page.getByRole('navigation', { name: 'Main' }) })
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers' })
  const widthOf = async () => (await link.boundingBox())!.width
  expect(await widthOf()).toBeGreaterThan(150)
  await expect(link.getByText('Customers')).toBeVisible()
  for (const width of [1399, 1200, 800]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await widthOf(), `at ${width} px`).toBeLessThan(60)
  }
  await expect(sidebar).toBeVisible()
  await link.click()
  await expect(page.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()
})

test('a field of options says that it loads them', async ({ page, request }) => {
  const company = await openCompany(request, 'Patient Picker Ltd')
  await addCustomer(request, company, 'Harbor Foods')
  await openAs(page, company, '/invoices')
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(
    (url) => url.pathname === `/api/accounts/${company.accountId}/customers/`,
    async (route) => {
      await released
      await route.continue()
    },
  )
  await page.getByRole('link', { name: 'New invoice' }).first().click()
  const customer = page.getByRole('combobox', { name: 'Customer' })
  await customer.fill('Har')
  await expect(page.getByText('Loading options...')).toBeVisible()
  await screens(page, 'options-loading')
  release()
  await expect(page.getByRole('option', { name: /Harbor Foods/ })).toBeVisible()
  await expect(page.getByText('Loading options...')).toHaveCount(0)
})

test('who logs out is told so', async ({ page, request }) => {
  const company = await openCompany(request, 'Last Orders Ltd')
  await logIn(page, company)
  await logOut(page)
  await expect(toast(page, 'Log Out')).toContainText('You have been logged out.')
})
