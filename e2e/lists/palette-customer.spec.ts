import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, openCompany, sendInvoice } from '../steps/company.ts'
import { openAs, toast } from '../steps/log-in.ts'

test('the command palette acts for the customer that is typed', async ({ page, request, context }) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => undefined)
  const company = await openCompany(request, 'Command Ltd')
  const harbor = await addCustomer(request, company, 'Marigold Teahouse')
  await sendInvoice(request, company, harbor, '64.00')
  await openAs(page, company, '/customers')
  await expect(page.getByRole('table', { name: 'Customers' })).toContainText('Marigold Teahouse')
  const palette = page.getByRole('dialog', { name: /^Search/ })
  const choose = async (label: string) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('marigold')
    await palette.getByRole('option', { name: label }).click()
  }
  await page.keyboard.press('Control+k')
  await page.keyboard.type('marigold')
  await expect(palette.getByRole('group', { name: 'For this customer' }).getByRole('option')).toHaveText([
    'New invoice for Marigold Teahouse',
    'Record payment from Marigold Teahouse',
    'Statement of Marigold Teahouse',
    'Copy link to all open invoices of Marigold Teahouse',
  ])
  await axeCheck(page)
  await screens(page, 'palette-customer')
  await page.keyboard.press('Escape')

  await choose('Copy link to all open invoices of Marigold Teahouse')
  await expect(toast(page, 'Pay link copied')).toBeVisible()
  await choose('Statement of Marigold Teahouse')
  await expect(page).toHaveURL(/\/customers\/[0-9a-f-]+\/statement/)
  await choose('Record payment from Marigold Teahouse')
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(/\/customers\/[0-9a-f-]+$/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await choose('New invoice for Marigold Teahouse')
  await expect(page).toHaveURL(/\/invoice-view\?customer=/)
  await expect(page.getByText('Marigold Teahouse').first()).toBeVisible()
})

test('the command palette begins an invoice or a payment for the customer named after it', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Request Ltd')
  await addCustomer(request, company, 'Marigold Teahouse')
  await addCustomer(request, company, 'Harbor Lane')
  await openAs(page, company, '/')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  const palette = page.getByRole('dialog', { name: /^Search/ })
  const first = palette.getByRole('option').first()
  const type = async (text: string) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(text)
  }
  await type('new invoice for')
  await expect(first).toHaveText('New invoice')
  await page.keyboard.type(' mari')
  await expect(first).toHaveText('New invoice for Marigold Teahouse')
  await axeCheck(page)
  await screens(page, 'palette-request')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/invoice-view\?customer=/)
  await expect(page.getByText('Marigold Teahouse').first()).toBeVisible()

  await type('new invoice for harbor lane')
  await expect(first).toHaveText('New invoice for Harbor Lane')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Harbor Lane').first()).toBeVisible()

  await type('record payment marigold')
  await expect(first).toHaveText('Record payment from Marigold Teahouse')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await type('payment from nobody at all')
  await expect(palette.getByRole('option')).toHaveText(['Record payment'])
  await page.keyboard.press('Escape')
})

test('the command palette switches the theme, shows the shortcuts, lists settings and logs out', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Switches Ltd')
  await openAs(page, company, '/')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  const options = page.getByRole('dialog', { name: /^Search/ }).getByRole('option')
  const type = async (text: string) => {
    await page.keyboard.press('Control+k')
    await page.keyboard.type(text)
  }
  await type('theme')
  await expect(options).toHaveText([/^System theme/, 'Light theme', 'Dark theme'])
  await page.keyboard.press('Escape')
  await type('dark')
  await expect(options).toHaveText(['Dark theme'])
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await type('settings')
  for (const name of ['Company information', 'Payment processor', 'Developers', 'Portal settings'])
    await expect(options.filter({ hasText: name })).toHaveCount(1)
  await page.keyboard.press('Escape')
  await type('shortcuts')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await type('sign out')
  await expect(options).toHaveText(['Log Out'])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login/)
})
