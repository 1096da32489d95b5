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
    'Record payment for Marigold Teahouse',
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
  await choose('Record payment for Marigold Teahouse')
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(/\/customers\/[0-9a-f-]+$/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await choose('New invoice for Marigold Teahouse')
  await expect(page).toHaveURL(/\/invoice-view\?customer=/)
  await expect(page.getByText('Marigold Teahouse').first()).toBeVisible()
})
