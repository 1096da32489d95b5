import { randomUUID } from 'node:crypto'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, inCompany, openCompany, sendInvoice, todayOf } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'

test('every figure of the dashboard links to the records behind it', async ({ page, request }) => {
  test.slow()
  const company = await openCompany(request, 'Figures & Co.')
  const late = await addCustomer(request, company, 'Alder Coffee')
  const good = await addCustomer(request, company, 'Zinnia Flowers')
  const overdue = await sendInvoice(request, company, late, '120.00', 75)
  const soon = await sendInvoice(request, company, late, '75.00', 27)
  const later = await sendInvoice(request, company, good, '300.00')
  await inCompany(request, company, 'POST', 'payments/', {
    customer: good.pk,
    type: 'check',
    total: '100.00',
    received_on: await todayOf(request, company),
    request_id: randomUUID(),
  })
  await openAs(page, company, '/')
  const owed = page.getByRole('region', { name: 'Total owed' })
  const aging = page.getByRole('region', { name: 'Aging' })
  const numbers = page.getByRole('table', { name: 'Invoices' }).getByRole('rowheader')
  await axeCheck(page)
  await screens(page, 'dashboard')

  await owed.getByRole('link', { name: '395.00' }).click()
  await expect(numbers).toHaveText([later.number, soon.number, overdue.number])
  await page.goBack()
  await owed.getByRole('link', { name: 'Past due: 120.00' }).click()
  await expect(numbers).toHaveText([overdue.number])
  await page.goBack()
  await owed.getByRole('link', { name: 'Due in 7 days: 75.00' }).click()
  await expect(numbers).toHaveText([soon.number])
  await page.goBack()
  await aging.getByRole('button', { name: /31–60 days/ }).click()
  await expect(page).toHaveURL(/view=open&aging=days_60/)
  await expect(numbers).toHaveText([overdue.number])
  await page.goBack()
  await owed.getByRole('link', { name: 'Collected in 30 days: 100.00' }).click()
  const payments = page.getByRole('table', { name: 'Payments' })
  await expect(payments.getByRole('rowheader')).toHaveCount(1)
  await expect(page.getByRole('main').getByText(/^Date from/)).toBeVisible()
  await axeCheck(page)
  await screens(page, 'payments-since')
  await page.getByRole('button', { name: 'Remove filter Date from' }).click()
  await expect(page).not.toHaveURL(/filter_created/)
  await page.goto('/')
  await owed.getByRole('link', { name: 'Pending payments: 0.00' }).click()
  await expect(page.getByText('No items found. Try changing your filter settings.')).toBeVisible()

  await page.goto('/')
  await page
    .getByRole('region', { name: 'Latest payments' })
    .getByRole('link', { name: 'Zinnia Flowers' })
    .click()
  await expect(page.getByRole('heading', { name: /^Payment PAY-/, level: 1 })).toBeVisible()
  await page.goBack()
  await page.getByRole('region', { name: 'Top debtors' }).getByRole('link', { name: 'Alder Coffee' }).click()
  await expect(page.getByRole('heading', { name: 'Alder Coffee', level: 1 })).toBeVisible()
  await page.goBack()
  await page
    .getByRole('region', { name: 'In all' })
    .getByRole('link', { name: /Open invoices/ })
    .click()
  await expect(numbers).toHaveCount(3)

  const lyon = { short_name: 'Brasserie Lyon', email: 'b@lyon.test', currency: 'EUR' }
  const { pk } = await inCompany<{ pk: string }>(request, company, 'POST', 'customers/', lyon)
  await sendInvoice(request, company, { pk, name: lyon.short_name, email: lyon.email }, '9.00')
  await page.goto('/')
  const debtors = page.getByRole('region', { name: 'Top debtors' })
  await expect(debtors.getByRole('rowheader')).toHaveText([/^Zinnia/, /^Alder/])
  await debtors.getByLabel('Top debtors in').selectOption('EUR')
  await expect(debtors.getByRole('rowheader')).toHaveText([/^Brasserie/])
  await expect(page).toHaveURL(/debtors=EUR/)
})

test('the command palette finds customers, invoices and pages, and a key focuses the search of a list', {
  tag: '@gate',
}, async ({ page, request }) => {
  const company = await openCompany(request, 'Finders Ltd')
  const customer = await addCustomer(request, company, 'Marigold Teahouse')
  const invoice = await sendInvoice(request, company, customer, '64.00')
  await openAs(page, company, '/')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: /^Search/ })
  const found = palette.getByRole('option')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('marigold')
  await expect(found.first()).toContainText('Marigold Teahouse')
  await axeCheck(page)
  await screens(page, 'palette')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Marigold Teahouse', level: 1 })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }), 'the heading has the focus').toBeFocused()

  await page.keyboard.press('Control+k')
  await page.keyboard.type(invoice.number)
  await expect(found.first()).toContainText(invoice.number)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/invoices/${invoice.pk}`))
  await page.keyboard.press('Control+k')
  await page.keyboard.type('payment set')
  await expect(found).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/payment-settings/)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('nothing like this')
  await expect(palette.getByText('Nothing found for "nothing like this".')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)

  await page.goto('/customers')
  await expect(page.getByRole('table', { name: 'Customers' }).getByRole('rowheader')).toHaveCount(1)
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Search customers' })).toBeFocused()
  await page.keyboard.type('mari')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=mari/)
})
