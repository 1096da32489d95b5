import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, openCompany, sendInvoice } from '../steps/company.ts'
import { openAs, toast } from '../steps/log-in.ts'

test('selected invoices of one customer get one pay link', async ({ page, request, context }) => {
  test.slow()
  const company = await openCompany(request, 'Ledger Lane Supply')
  const customer = await addCustomer(request, company, 'Fern Street Cafe')
  const early = await sendInvoice(request, company, customer, '120.00', 75)
  const late = await sendInvoice(request, company, customer, '80.50')
  const other = await addCustomer(request, company, 'Harbor Foods')
  const foreign = await sendInvoice(request, company, other, '40.00')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAs(page, company, '/invoices')
  const select = (number: string) => page.getByRole('checkbox', { name: new RegExp(`${number}$`) })
  const bar = page.getByRole('region', { name: 'Selection' })
  const copy = bar.getByRole('button', { name: 'Copy pay link' })

  await select(early.number).check()
  await select(foreign.number).check()
  await expect(bar).toContainText('For a pay link, select invoices of one customer.')
  await expect(copy).toHaveAttribute('aria-disabled', 'true')
  await copy.click({ force: true })
  await axeCheck(page)
  await screens(page, 'invoices-no-pay-link')

  await select(foreign.number).uncheck()
  await select(late.number).check()
  await expect(bar).toContainText('2 selected')
  await screens(page, 'invoices-selected')
  await copy.press('Enter')
  await expect(toast(page, 'Pay link copied')).toContainText('these 2 invoices')
  await expect(bar).toHaveCount(0)
  await page.goto(await page.evaluate(() => navigator.clipboard.readText()))
  const lines = page.getByRole('region', { name: 'Invoices to pay' })
  await expect(lines).toContainText(early.number)
  await expect(lines).toContainText(late.number)
  await expect(page.getByLabel('Amount')).toHaveValue('200.50')
})
