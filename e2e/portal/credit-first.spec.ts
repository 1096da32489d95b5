import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, inCompany, openCompany, sendInvoice } from '../steps/company.ts'
import { expectThanks, fillCard } from '../steps/paying.ts'
import { enrollCustomer, signInToPortal } from '../steps/portal.ts'

test('a customer uses credit first, for several invoices and for one', async ({ page, request }) => {
  test.slow()
  const company = await openCompany(request, 'Copper Lane Foods')
  const customer = await addCustomer(request, company, 'Rosewood Bistro')
  const early = await sendInvoice(request, company, customer, '120.00', 75)
  await sendInvoice(request, company, customer, '80.50', 40)
  const later = await sendInvoice(request, company, customer, '20.00')
  const credit = (total: string) =>
    inCompany(request, company, 'POST', 'credit-memos/', {
      customer: customer.pk,
      issued_on: '2026-01-05',
      total,
      request_id: `memo-${crypto.randomUUID()}`,
    })
  await credit('150.00')
  await enrollCustomer(request, company, customer)
  await signInToPortal(page, company, customer)

  await page.getByRole('button', { name: 'Pay all · $200.50' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Make a Payment' })
  const box = dialog.getByRole('checkbox', { name: 'Use your credit of $150.00 first' })
  await expect(box).not.toBeChecked()
  await fillCard(dialog)
  await box.press('Space')
  await expect(dialog).toContainText('Your credit pays $150.00. You pay $50.50 now.')
  await expect(dialog.getByLabel('Amount')).toHaveValue('50.50')
  await axeCheck(page)
  await screens(page, 'portal-credit-first')
  await dialog.getByRole('button', { name: 'Pay $50.50' }).press('Enter')
  await expectThanks(dialog)
  await expect(dialog).toContainText('Paid with your credit')
  await expect(dialog).toContainText(early.number)
  await screens(page, 'portal-paid-credit-first')
  await dialog.getByRole('button', { name: 'Close' }).last().press('Enter')

  await credit('35.00')
  await page.reload()
  await page.getByRole('link', { name: 'See All Invoices' }).click()
  await page.getByRole('checkbox', { name: later.number }).press('Space')
  await page.getByRole('button', { name: 'Pay $20.00' }).press('Enter')
  await dialog.getByRole('checkbox', { name: 'Use your credit of $35.00 first' }).press('Space')
  await expect(dialog).toContainText('Nothing is charged.')
  await screens(page, 'portal-credit-alone')
  await dialog.getByRole('button', { name: 'Pay $20.00 with your credit' }).press('Enter')
  await expect(dialog).toContainText('Your credit has paid it, thank you!')
  await axeCheck(page)
  await screens(page, 'portal-paid-with-credit')
})
