import { testWithClock as test } from '../dedicated-product.ts'
import { axeCheck, expect, screens } from '../fixtures.ts'
import { addCustomer, inCompany, openCompany, payLinkOf, sendInvoice } from '../steps/company.ts'
import { openAs, toast } from '../steps/log-in.ts'
import { mailTo } from '../steps/mail.ts'
import { advanceClock, expectThanks, fillCard, pay } from '../steps/paying.ts'

test('a thank-you is added to a flow, sent in a colleague’s name after the payment, and listed', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 400/)
  const company = await openCompany(request, 'Brightwater Thanks')
  const customer = await addCustomer(request, company, 'Old Mill Tavern')
  const invoice = await sendInvoice(request, company, customer, '1880.01')
  const link = await payLinkOf(request, customer, invoice)
  const { pk } = await inCompany<{ pk: string }>(request, company, 'POST', 'reminder-flows/', {
    name: 'Standard',
    start_from: 'standard',
  })

  await openAs(page, company, '/?activate_system=true')
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await expect(toast(page, 'Reminders are on')).toBeVisible()
  await page.goto(`/reminders/flows/${pk}`)
  await page.getByRole('button', { name: 'Add thank-you' }).click()
  const steps = page.getByRole('region', { name: 'Time line' }).getByRole('listitem')
  await expect(steps.last()).toContainText('1 day after the payment')
  await expect(steps.nth(6)).toHaveText('Paid')
  await expect(page.getByRole('button', { name: 'Add thank-you' })).toBeHidden()
  const step = page.getByRole('region', { name: /^Thank you/ })
  const mail = page.getByRole('article', { name: 'Email' })
  await expect(mail).toContainText(`Thank you for paying invoice ${invoice.number}`)
  await step.getByLabel('Days', { exact: true }).fill('31')
  await step.getByLabel('Days', { exact: true }).press('Control+s')
  await expect(step.getByText('0 to 30 days after.')).toBeVisible()
  await step.getByLabel('Days', { exact: true }).fill('2')
  // Due at any time of the day at which the test runs.
  await step.getByLabel('Hour').selectOption('12:00 AM')
  await step.getByLabel('From').selectOption('Somebody else…')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(step.getByText('Enter the sender’s name.')).toBeVisible()
  await step.getByLabel('Shown as').fill('Jane Doe, Head of Finance')
  await step.getByLabel('Answers to').fill('jane@brightwater.example')
  await expect(mail).toContainText('From Jane Doe, Head of Finance, answers go to jane@brightwater.example')
  await axeCheck(page)
  await screens(page, 'reminder-flow-thanks')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Customers get version 1.')).toBeVisible()

  await page.goto(link)
  await fillCard(page)
  await pay(page, '$1,880.01')
  await expectThanks(page)
  await page.goto('/reminders')
  const row = page.getByRole('table', { name: 'Upcoming reminders' }).getByRole('row', { name: /Thank you/ })
  await expect(row).toContainText('$1,880.01 paid')
  await row.getByRole('button', { name: 'Old Mill Tavern' }).click()
  const dialog = page.getByRole('dialog', { name: 'Thank you to Old Mill Tavern' })
  await expect(dialog).toContainText('Answers go to jane@brightwater.example')
  await expect(dialog).toContainText('Amount paid')
  await axeCheck(page)
  await screens(page, 'reminders-planned-thanks')

  await advanceClock(request, 'P3D')
  const sent = await mailTo(request, customer.email, /^Thank you for paying/)
  expect(sent.from).toContain('Jane Doe, Head of Finance')
  expect(sent.text).toContain(`Invoice ${invoice.number} is paid in full. Thank you for paying $1,880.01.`)
  expect(sent.links.filter((address) => address.includes('/pay-invoice'))).toEqual([])
  await page.goto('/reminders?view=sent')
  await expect(page.getByRole('row', { name: /Old Mill Tavern/ })).toContainText('$1,880.01 paid')
  await axeCheck(page)
  await screens(page, 'reminders-sent-thanks')
  await page.goto(`/invoices/${invoice.pk}`)
  await expect(page.getByRole('region', { name: 'Reminders' })).toContainText('Thank you: sent')
  await page.goto(`/reminders/flows/${pk}/rehearsal`)
  await page.getByRole('button', { name: 'Rehearse', exact: true }).click()
  await expect(page.getByRole('main')).toContainText(/would have sent 1 message to 1 customer/)
  await expect(page.getByRole('table', { name: 'Rehearsed messages' })).toContainText('Thank you')
})
