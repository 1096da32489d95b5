import { expect, screens, test } from '../fixtures.ts'
import { reloadAsRole } from '../steps/changed-responses.ts'
import { logIn } from '../steps/log-in.ts'

test('a viewer can read but not change payments and settings, and an advisor can’t read company settings', async ({
  page,
}) => {
  await logIn(page, { email: 'viewer@brightwater.test', password: 'collect-what-is-owed' })
  for (const [path, heading] of [
    ['/payment-processing', 'Payments'],
    ['/invoices', 'Invoices'],
    ['/customers', 'Customers'],
    ['/credit-memos', 'Credit memos'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(page.getByRole('table', { name: heading }).getByRole('rowheader').first()).toBeVisible()
    await expect(page.getByRole('main').getByText(/^(New|Record|Issue|Import)\b/)).toHaveCount(0)
  }
  await page.goto('/payment-processing?filter_status=confirmed')
  await page.getByRole('table', { name: 'Payments' }).getByRole('rowheader').getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: /^Payment /, level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  // A viewer may not see automatic payments, so the browser doesn't request them.
  const requestUrls: string[] = []
  page.on('request', (request) => requestUrls.push(request.url()))
  await page.goto('/invoices?view=open')
  await page.getByRole('table', { name: 'Invoices' }).getByRole('rowheader').getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Remaining' })).toBeVisible()
  expect(requestUrls.filter((url) => url.includes('auto-payment'))).toEqual([])
  await page.goto('/settings/payment-settings')
  await expect(page.getByText('You can view these settings.')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Allow partial payments' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0)
  await screens(page, 'settings-read-only')
  await reloadAsRole(page, 'advisor')
  await expect(page.getByText('Advisors can’t view these settings.')).toBeVisible()
  await expect(page.getByRole('switch')).toHaveCount(0)
  const settings = page.getByRole('navigation', { name: 'Settings' })
  await expect(settings.getByRole('link', { name: 'Account settings' })).toBeVisible()
  await expect(settings.getByRole('link', { name: /Company information|Payment settings/ })).toHaveCount(0)
  await page.goto('/settings/company-information')
  await expect(page.getByText('Advisors can’t view these settings.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  // A viewer may read the preferences of the customer portal, but an advisor may not.
  const entry = page
    .getByRole('navigation', { name: 'Customer portal' })
    .getByRole('link', { name: 'Settings' })
  await page.goto('/customer-portal')
  await expect(page.getByRole('table', { name: 'Portal logins' })).toBeVisible()
  await expect(entry).toHaveCount(0)
  await page.goto('/customer-portal/settings')
  await expect(page.getByText('Advisors can’t view these settings.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  await reloadAsRole(page, 'viewer')
  await expect(page.getByLabel('Portal address')).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Open portal' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0)
  await expect(entry).toBeVisible()
})
