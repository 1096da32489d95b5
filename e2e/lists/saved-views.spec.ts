import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, openCompany, sendInvoice } from '../steps/company.ts'
import { openAs, toast } from '../steps/log-in.ts'

test('a clerk saves a view of the invoices, shares it, replaces it and deletes it', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  // A name that is taken.
  expectConsole(/status of 400/)
  const company = await openCompany(request, 'Viewpoint Ltd')
  const harbor = await addCustomer(request, company, 'Harbor Foods')
  await sendInvoice(request, company, harbor, '20.00')
  await openAs(page, company, '/invoices?search=Harbor')
  const views = page.getByRole('navigation', { name: 'Invoices shown' })

  await views.getByRole('button', { name: 'Save view' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByLabel('Name').fill('Harbor')
  await dialog.getByLabel('Share with everybody in the company').check()
  await axeCheck(page)
  await screens(page, 'saved-view-dialog')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(toast(page, 'View saved')).toBeVisible()
  const tab = views.getByRole('link', { name: 'Harbor' })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  await axeCheck(page)
  await screens(page, 'saved-view')

  await views.getByRole('link', { name: 'All' }).click()
  await expect(page).toHaveURL(/\/invoices$/)
  await expect(views.getByRole('button', { name: 'Save view' })).toHaveCount(0)
  await page.goto('/invoices?view=open&search=Harbor')
  await views.getByRole('button', { name: 'Save view' }).click()
  await dialog.getByLabel('Name').fill('harbor')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog).toContainText('A view of this name exists already.')
  await dialog.getByLabel('Save as').selectOption('Harbor')
  await dialog.getByRole('button', { name: 'Replace Harbor' }).click()
  await expect(tab).toHaveAttribute('aria-current', 'page')

  await views.getByRole('button', { name: 'Change the view Harbor' }).click()
  await page.getByRole('menuitem', { name: 'Delete view' }).click()
  await expect(toast(page, 'View deleted')).toBeVisible()
  await expect(tab).toHaveCount(0)
  await toast(page, 'View deleted').getByRole('button', { name: 'Undo' }).click()
  await expect(tab).toBeVisible()
})
