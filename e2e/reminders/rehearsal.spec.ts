import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, inCompany, openCompany, sendInvoice } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'

test('a flow is rehearsed before it is switched on, and every message can be read', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Brightwater Rehearsal')
  const mill = await addCustomer(request, company, 'Old Mill Tavern')
  await sendInvoice(request, company, mill, '1543.87', 29)
  await sendInvoice(request, company, await addCustomer(request, company, 'Harbor & Pine'), '90.00', 24)
  const flow = await inCompany<{ pk: string }>(request, company, 'POST', 'reminder-flows/', {
    name: 'Standard',
    start_from: 'standard',
  })
  await openAs(page, company, `/reminders/flows/${flow.pk}`)
  await page.getByRole('link', { name: 'Rehearse' }).click()
  await expect(page.getByRole('main')).toContainText('See what this flow would have sent')
  await axeCheck(page)
  await page.getByRole('button', { name: 'Next 60 days' }).click()
  await page.getByRole('button', { name: 'Rehearse', exact: true }).click()
  const main = page.getByRole('main')
  await expect(main).toContainText(/this flow would send \d+ messages to 2 customers/)
  await expect(main).toContainText('None after payment')
  await axeCheck(page)
  await screens(page, 'rehearsal')

  await page.getByRole('button', { name: 'Table' }).click()
  await expect(page.getByRole('columnheader', { name: 'After it' })).toBeVisible()
  await page
    .getByRole('region', { name: 'Customers' })
    .getByRole('button', { name: /Old Mill Tavern/ })
    .click()
  const messages = page.getByRole('table', { name: 'Rehearsed messages' })
  await expect(messages.getByRole('row', { name: /Harbor & Pine/ })).toHaveCount(0)
  await messages.getByRole('button', { name: 'Old Mill Tavern' }).first().press('Enter')
  const mail = page.getByRole('dialog')
  await expect(mail.getByRole('article', { name: 'Email' })).toContainText('Subject')
  const first = await mail.getByRole('article').textContent()
  await page.keyboard.press('j')
  await expect.poll(() => mail.getByRole('article').textContent()).not.toBe(first)
  await axeCheck(page)
  await screens(page, 'rehearsal-message')
})
