import { axeCheck, expect, productUrl, screens, test } from '../fixtures.ts'
import { addCustomer, openCompany, sendInvoice } from '../steps/company.ts'
import { logIn, openAs } from '../steps/log-in.ts'

test('what happened is shown on the dashboard, on its own page and on the customer’s', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Busy Bees Ltd')
  const customer = await addCustomer(request, company, 'Old Mill Tavern')
  const other = await addCustomer(request, company, 'Ridgeline Ski Lodge')
  const numbers: string[] = []
  for (let at = 0; at < 6; at++)
    numbers.push((await sendInvoice(request, company, customer, `${at + 1}0.00`)).number)
  await sendInvoice(request, company, other, '75.00')

  await openAs(page, company, '/')
  const panel = page.getByRole('region', { name: 'Activity' })
  await expect(panel.getByRole('listitem').first()).toContainText('was sent to Ridgeline Ski Lodge')
  await expect(panel.getByRole('listitem')).toHaveCount(5)
  await panel.getByRole('link', { name: 'All activity' }).click()
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible()
  const all = page.getByRole('table', { name: 'Activity' })
  const rows = all.getByRole('rowheader')
  await expect(all.getByText('Old Mill Tavern was added')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'activity')
  const views = page.getByRole('navigation', { name: 'Activity shown' })
  await views.getByRole('link', { name: 'Customers' }).click()
  await expect(page).toHaveURL(/about=customer/)
  await expect(rows).toHaveCount(2)
  await views.getByRole('link', { name: 'Payments' }).click()
  await expect(page.getByText('No activity yet')).toBeVisible()
  await page.goBack()
  await expect(rows).toHaveCount(2)
  await all.getByRole('link', { name: 'Old Mill Tavern was added' }).click()

  await expect(page.getByRole('heading', { name: 'Old Mill Tavern', level: 1 })).toBeVisible()
  const own = page.getByRole('region', { name: 'Activity' })
  await expect(own.getByRole('listitem')).toHaveCount(10)
  await expect(own).not.toContainText('Ridgeline')
  await own.getByRole('button', { name: 'Show older' }).click()
  await expect(own.getByText('Added', { exact: true })).toBeVisible()
  await expect(own.getByRole('button', { name: 'Show older' })).toBeHidden()
  await axeCheck(page)
  await own.getByRole('link', { name: `${numbers[0]} was sent` }).click()
  await expect(page.getByRole('heading', { name: `Invoice ${numbers[0]}` })).toBeVisible()
})

test('the demo company has a history of events', async ({ page }) => {
  await page.goto(`${productUrl()}/login`)
  await logIn(page, { email: 'owner@brightwater.test', password: 'collect-what-is-owed' })
  const panel = page.getByRole('region', { name: 'Activity' })
  await expect(panel.getByRole('listitem')).toHaveCount(5)
  await screens(page, 'dashboard-activity')
  await page.goto('/activity')
  await expect(page.getByRole('table', { name: 'Activity' }).getByRole('rowheader')).toHaveCount(25)
  await screens(page, 'activity-demo')
  await page.goto('/customers')
  await page.getByRole('table').getByRole('rowheader').getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Activity' }).getByRole('listitem').first()).toBeVisible()
  await screens(page, 'customer-activity')
})
