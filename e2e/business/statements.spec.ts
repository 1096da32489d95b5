import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addDays, daysBetween, endOfMonth, formatDate, startOfMonth } from '../../domain/dates/calendar.ts'
import { testWithClock as test } from '../dedicated-product.ts'
import { axeCheck, expect, screens } from '../fixtures.ts'
import { addCustomer, inCompany, openCompany, sendInvoice, todayOf } from '../steps/company.ts'
import { openAs, toast } from '../steps/log-in.ts'
import { mailTo } from '../steps/mail.ts'
import { advanceDays } from '../steps/paying.ts'
import { enrollCustomer, portalOf, signInToPortal } from '../steps/portal.ts'

/** Presses a button that downloads, and returns the file's name and contents. */
async function download(page: Page, button: string) {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const file = await coming
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('a clerk reads, downloads and emails a statement of any period, and only once without asking', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  const company = await openCompany(request, 'Brightwater Statements')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const today = await todayOf(request, company)
  const old = await sendInvoice(request, company, customer, '1250.00', 75)
  const recent = await sendInvoice(request, company, customer, '480.50', 12)
  await inCompany(request, company, 'POST', 'payments/', {
    customer: customer.pk,
    type: 'check',
    total: '250.00',
    received_on: today,
    request_id: randomUUID(),
  })

  await openAs(page, company, `/customers/${customer.pk}`)
  await page.getByRole('main').getByRole('link', { name: 'Statement' }).click()
  await expect(page.getByRole('heading', { name: 'Statement', level: 1 })).toBeVisible()
  await page.goto(`${new URL(page.url()).pathname}?from=${addDays(today, -90)}&to=${today}`)
  const items = page.getByRole('table', { name: 'Open items' })
  await expect(items.getByRole('row', { name: old.number })).toContainText('1,000.00')
  await expect(items.getByRole('row', { name: recent.number })).toContainText('480.50')
  await expect(page.getByRole('region', { name: 'Balance' })).toContainText('$1,480.50')
  await axeCheck(page)
  await screens(page, 'statement-open-items')

  await page.getByRole('button', { name: 'Balance forward' }).click()
  const entries = page.getByRole('table', { name: 'Entries' })
  await expect(entries.getByRole('row')).toHaveCount(4)
  await expect(entries.getByRole('row').last()).toContainText('1,480.50')
  await axeCheck(page)
  await screens(page, 'statement-balance-forward')
  const csv = await download(page, 'CSV')
  expect(csv.name).toBe(`Statement Harbor Foods ${today}.csv`)
  expect(csv.bytes.toString()).toContain(`Invoice ${old.number}`)
  const pdf = await download(page, 'PDF')
  expect(pdf.name).toBe(`Statement Harbor Foods ${today}.pdf`)
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')

  await page.getByRole('button', { name: 'Email statement' }).click()
  await expect(toast(page, /is on its way/)).toBeVisible()
  const mail = await mailTo(request, customer.email, /^Statement from Brightwater Statements/)
  expect(mail.text).toContain('$1,480.50')
  expect(mail.attachments.map(({ media_type }) => media_type)).toEqual(['application/pdf'])
  await page.getByRole('button', { name: 'Email statement' }).click()
  const question = page.getByRole('dialog', { name: 'Send this statement again?' })
  await expect(question).toContainText('was already sent')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()

  await page.goto('/statements')
  const sent = page
    .getByRole('table', { name: 'Issued statements' })
    .getByRole('row', { name: 'Harbor Foods' })
  await expect(sent).toHaveCount(1)
  await expect(sent).toContainText('$1,480.50')
})

test('a period that ends before it begins is refused where it is typed', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 400/)
  const company = await openCompany(request, 'Brightwater Periods')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const today = await todayOf(request, company)
  await openAs(page, company, `/customers/${customer.pk}/statement?from=${today}&to=${addDays(today, -10)}`)
  await expect(page.getByText('The period ends before it begins.')).toBeVisible()
})

test('statements leave by the schedule and in bulk, once for a period, and the customer reads them', async ({
  page,
  request,
  browser,
  watch,
}) => {
  test.slow()
  const company = await openCompany(request, 'Brightwater Schedule')
  const owing = await addCustomer(request, company, 'Harbor Foods')
  await addCustomer(request, company, 'Old Mill Tavern')
  await enrollCustomer(request, company, owing)
  const { number } = await sendInvoice(request, company, owing, '1250.00', 40)
  const today = await todayOf(request, company)

  await openAs(page, company, '/?activate_system=true')
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await expect(toast(page, 'Reminders are on')).toBeVisible()
  await page.goto('/statements')
  await expect(page.getByText('No statements yet')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'statements-empty')
  await page.getByRole('button', { name: 'Send statements' }).first().click()
  const bulk = page.getByRole('dialog', { name: 'Send statements' })
  await expect(bulk.getByRole('region', { name: 'Preview' })).toContainText('$1,250.00')
  await axeCheck(page)
  await screens(page, 'statements-preview')
  await bulk.getByRole('button', { name: 'Send 1 statement' }).click()
  await expect(bulk).toBeHidden()
  const issued = page.getByRole('table', { name: 'Issued statements' })
  await expect(issued.getByRole('row', { name: 'Harbor Foods' })).toContainText('$1,250.00')
  const first = await mailTo(request, owing.email, /^Statement from/)
  await page.getByRole('button', { name: 'Send statements' }).first().click()
  await expect(bulk).toContainText('1 already sent for this period')
  await bulk.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Schedule' }).click()
  const schedule = page.getByRole('dialog', { name: 'Statement schedule' })
  await schedule.getByLabel('Send on').selectOption('Day 1 of each month')
  await axeCheck(page)
  await screens(page, 'statements-schedule')
  await schedule.getByRole('button', { name: 'Save schedule' }).click()
  await expect(page.getByText(/^Next on/)).toContainText(
    `${formatDate(startOfMonth(today))} to ${formatDate(endOfMonth(today))}`,
  )
  // Three days more, for a first day on a weekend. Later the next month's statement would follow.
  await advanceDays(request, daysBetween(today, endOfMonth(today)) + 4)
  const second = await mailTo(request, owing.email, /^Statement from/, first)
  expect(second.subject).toContain(formatDate(endOfMonth(today)))
  await page.reload()
  await expect(issued.getByRole('row', { name: 'Harbor Foods' })).toHaveCount(2)
  await expect(issued.getByRole('row', { name: 'Old Mill Tavern' })).toHaveCount(0)
  await axeCheck(page)
  await screens(page, 'statements-sent')

  const elsewhere = await browser.newContext()
  await watch(elsewhere)
  const payer = await elsewhere.newPage()
  await signInToPortal(payer, company, owing)
  await payer.goto(`${portalOf(company)}/customer-portal-site?tab=4`)
  await expect(payer.getByRole('table', { name: 'Open items' })).toContainText(number)
  await axeCheck(payer)
  await screens(payer, 'portal-statement')
  const pdf = await download(payer, 'Download PDF')
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  await payer.getByRole('button', { name: 'All entries' }).click()
  await expect(payer.getByRole('table', { name: 'Entries' })).toBeVisible()
  await payer.getByRole('link', { name: 'View and pay invoices' }).click()
  await expect(payer.getByRole('table', { name: 'All Invoices' })).toContainText(number)
  await elsewhere.close()
})
