import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, inCompany, openCompany, sendInvoice } from '../steps/company.ts'
import { expectThanks, fillCard } from '../steps/paying.ts'

test('one pay link pays several invoices without a login', async ({ page, request }) => {
  test.slow()
  const company = await openCompany(request, 'Slate Row Supply')
  const customer = await addCustomer(request, company, 'Fern Street Cafe')
  const early = await sendInvoice(request, company, customer, '120.00', 75)
  const late = await sendInvoice(request, company, customer, '80.50')
  const path = `customers/${customer.pk}/pay-link/`
  const { url } = await inCompany<{ url: string }>(request, company, 'POST', path, {})
  await page.goto(url)
  const lines = page.getByRole('region', { name: 'Invoices to pay' })
  await expect(lines).toContainText(early.number)
  await expect(lines).toContainText(late.number)
  await expect(page.getByLabel('Amount')).toHaveValue('200.50')
  await fillCard(page)
  await axeCheck(page)
  await screens(page, 'pay-link-several')
  await page.getByRole('button', { name: 'Pay $200.50' }).press('Enter')
  await expectThanks(page)
  await screens(page, 'pay-link-several-paid')
  await page.reload()
  await expect(page.getByText('These invoices can’t be paid right now')).toBeVisible()
  await expect(lines).toContainText('$120.00')
  await expect(lines.getByRole('checkbox')).toHaveCount(0)
  await screens(page, 'pay-link-several-done')
})
