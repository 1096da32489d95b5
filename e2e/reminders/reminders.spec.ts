import { testWithClock as test } from '../dedicated-product.ts'
import { axeCheck, expect, screens } from '../fixtures.ts'
import { addCustomer, openCompany, sendInvoice } from '../steps/company.ts'
import { openAs, toast } from '../steps/log-in.ts'
import { mailTo } from '../steps/mail.ts'
import { advanceDays } from '../steps/paying.ts'
import { publishStandardFlow } from '../steps/reminders.ts'

test('reminders are turned on, planned, sent when the clock advances, and explained on the invoice', {
  tag: '@gate',
}, async ({ page, request }) => {
  test.slow()
  const company = await openCompany(request, 'Brightwater Reminders')
  const customer = await addCustomer(request, company, 'Old Mill Tavern')
  // Due in a day, on the step “Due today” of the ready-made flow.
  const invoice = await sendInvoice(request, company, customer, '1880.01', 29)
  const held = await sendInvoice(
    request,
    company,
    await addCustomer(request, company, 'Ferry Street Deli'),
    '90.00',
    29,
  )
  await openAs(page, company, '/reminders')
  await expect(page.getByRole('main')).toContainText('Nothing is planned for the next 30 days')
  await axeCheck(page)
  await screens(page, 'reminders-empty')
  await publishStandardFlow(request, company)

  await page.goto('/?activate_system=true')
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await expect(toast(page, 'Reminders are on')).toBeVisible()
  const upcoming = page.getByRole('table', { name: 'Upcoming reminders' })
  await expect(upcoming.getByRole('row', { name: /Old Mill Tavern.*Due today/ })).toContainText('$1,880.01')
  await axeCheck(page)
  await screens(page, 'reminders-upcoming')

  await page.goto(`/invoices/${held.pk}`)
  const reminders = page.getByRole('region', { name: 'Reminders' })
  await expect(reminders).toContainText('No reminders yet.')
  await reminders.getByRole('button', { name: 'Pause…' }).click()
  const dialog = page.getByRole('dialog', { name: `Pause reminders of ${held.number}` })
  await dialog.getByLabel('Note').fill('New bookkeeper')
  await axeCheck(page)
  await screens(page, 'reminders-pause')
  await dialog.getByRole('button', { name: 'Pause reminders' }).click()
  await expect(reminders).toContainText('New bookkeeper')

  await advanceDays(request, 2)
  const mail = await mailTo(request, customer.email, /is due today|was due on/)
  expect(mail.text).toContain('$1,880.01')
  expect(mail.links.some((link) => link.includes('/pay-invoice'))).toBe(true)
  expect(mail.attachments.map(({ name }) => name)).toEqual([expect.stringContaining(invoice.number)])

  await page.goto('/reminders?view=sent')
  await expect(page.getByRole('row', { name: /Old Mill Tavern/ })).toContainText('Due today')
  await axeCheck(page)
  await screens(page, 'reminders-sent')
  await page.getByRole('link', { name: 'Held' }).click()
  await expect(page.getByRole('row', { name: new RegExp(held.number) })).toContainText('New bookkeeper')
  await axeCheck(page)
  await screens(page, 'reminders-held')

  await page.goto(`/invoices/${invoice.pk}`)
  await expect(reminders).toContainText('Due today: sent')
  await page.goto(`/invoices/${held.pk}`)
  await expect(reminders).toContainText('Reminders of this invoice are paused')
  await screens(page, 'reminders-why')
  await reminders.getByRole('button', { name: 'Resume' }).click()
  await expect(reminders.getByRole('button', { name: 'Pause…' })).toBeVisible()
})

test('reminders of a customer wait while they are paused, say why, and go on after it', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  // A pause must end in the future.
  expectConsole(/status of 400/)
  const company = await openCompany(request, 'Brightwater Pauses')
  const paused = await addCustomer(request, company, 'Ferry Street Deli')
  const other = await addCustomer(request, company, 'Old Mill Tavern')
  const held = await sendInvoice(request, company, paused, '90.00', 29)
  await sendInvoice(request, company, other, '80.00', 29)
  await publishStandardFlow(request, company)
  await openAs(page, company, `/customers/${paused.pk}`)
  const reminders = page.getByRole('region', { name: 'Reminders' })
  await reminders.getByRole('button', { name: 'Pause…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause reminders of Ferry Street Deli' })
  await dialog.getByLabel('Until').fill('2020-01-01')
  await dialog.getByRole('button', { name: 'Pause reminders' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Until' })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Until').fill('')
  await dialog.getByLabel('Note').fill('Moving to a new office')
  await axeCheck(page)
  await screens(page, 'customer-pause')
  await dialog.getByRole('button', { name: 'Pause reminders' }).click()
  await expect(reminders).toContainText('Moving to a new office')
  await page.goto('/?activate_system=true')
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await expect(toast(page, 'Reminders are on')).toBeVisible()

  await advanceDays(request, 2)
  await mailTo(request, other.email, /is due today|was due on/)
  await page.goto('/reminders?view=held')
  await expect(page.getByRole('row', { name: new RegExp(held.number) })).toContainText(
    'Moving to a new office',
  )
  await page.goto(`/customers/${paused.pk}`)
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText(
    'Reminders to this customer are paused',
  )
  await axeCheck(page)
  await screens(page, 'customer-paused')
  await reminders.getByRole('button', { name: 'Resume' }).click()
  await expect(reminders.getByRole('button', { name: 'Pause…' })).toBeVisible()
  await advanceDays(request, 1)
  await mailTo(request, paused.email, new RegExp(held.number))
})
