import { addDays } from '../../domain/dates/calendar.ts'
import { testWithClock as test } from '../dedicated-product.ts'
import { axeCheck, expect, screens } from '../fixtures.ts'
import { callApi } from '../steps/api.ts'
import { addCustomer, inCompany, openCompany, sendInvoice, todayOf } from '../steps/company.ts'
import { MONTHLY_TERMS } from '../steps/late-fee-terms.ts'
import { openAs, toast } from '../steps/log-in.ts'
import { advanceDays } from '../steps/paying.ts'

const TERMS = { ...MONTHLY_TERMS, kind: 'flat', flat: '25.00', rate: '0', repeat: 'once' }

test('a rule of one group charges its customers alone; many fees are waived at once, and one is charged again', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Brightwater Group Fees')
  const inGroup = await addCustomer(request, company, 'Old Mill Tavern')
  const outside = await addCustomer(request, company, 'Ferry Street Deli')
  const own = { token: company.token, account: company.accountId }
  const groups = '/api/customer-groups/'
  const body = { name: 'Restaurants' }
  const group = await callApi<{ pk: string }>(request, 'POST', groups, { ...own, body })
  const members = { group: group.pk, customers: [inGroup.pk] }
  await callApi(request, 'POST', `${groups}memberships/`, { ...own, body: members })
  await inCompany(request, company, 'PATCH', 'update-settings/', { system_enabled: true })
  const invoices = [
    await sendInvoice(request, company, inGroup, '300.00', 55),
    await sendInvoice(request, company, inGroup, '200.00', 50),
  ]
  const free = await sendInvoice(request, company, outside, '90.00', 55)
  const rule = await inCompany<{ pk: string; revision: number }>(
    request,
    company,
    'POST',
    'late-fee-rules/',
    {
      name: 'Restaurants',
      covers: 'groups',
      groups: [group.pk],
      terms: TERMS,
      line_text: 'Late fee, {month}',
      item: '',
    },
  )
  await openAs(page, company, `/late-fees/rules/${rule.pk}`)
  const main = page.getByRole('main')
  await page.getByRole('button', { name: '10 days after the due date' }).click()
  await expect(page.getByLabel('First fee')).toBeFocused()
  await page.getByLabel('First fee').fill('11')
  await page.getByRole('link', { name: 'Rehearse' }).click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click()
  await page.getByLabel('First fee').fill('10')
  await inCompany(request, company, 'POST', `late-fee-rules/${rule.pk}/switch-on/`, {
    revision: rule.revision,
    includes_late: true,
  })
  await advanceDays(request, 1)

  await page.goto('/late-fees?view=charged')
  const fees = page.getByRole('table', { name: 'Late fees' })
  for (const { number } of invoices)
    await expect(fees.getByRole('row', { name: new RegExp(number) })).toContainText('$25.00')
  await expect(fees).not.toContainText(free.number)
  for (const { number } of invoices) await fees.getByRole('checkbox', { name: new RegExp(number) }).check()
  await page.getByRole('button', { name: 'Waive' }).click()
  const waive = page.getByRole('dialog', { name: 'Waive 2 late fees' })
  await waive.getByLabel('Reason').fill('Flooded kitchen')
  await axeCheck(page)
  await screens(page, 'late-fees-waive-many')
  await waive.getByRole('button', { name: 'Waive' }).click()
  await expect(toast(page, '2 late fees waived')).toBeVisible()

  await page.getByRole('link', { name: 'Waived' }).click()
  await fees.getByRole('checkbox', { name: new RegExp(invoices[0]!.number) }).check()
  await page.getByRole('button', { name: 'Charge again' }).click()
  const again = page.getByRole('dialog')
  await screens(page, 'late-fee-undo-waiver')
  await again.getByRole('button', { name: /Charge/ }).click()
  await expect(fees).not.toContainText(invoices[0]!.number)

  // A check that is typed in late, with a date before the fee was due.
  const received = addDays(await todayOf(request, company), -30)
  await inCompany(request, company, 'POST', 'payments/', {
    customer: inGroup.pk,
    type: 'check',
    total: '100.00',
    received_on: received,
    request_id: 'late-check',
    invoices: [{ invoice: invoices[0]!.pk, amount: '100.00' }],
  })
  await page.getByRole('link', { name: 'Paid before' }).click()
  await expect(fees.getByRole('row', { name: new RegExp(invoices[0]!.number) })).toContainText('$25.00')
  await axeCheck(page)
  await screens(page, 'late-fees-paid-before')
  await page.goto(`/invoices/${invoices[0]!.pk}`)
  await expect(main).toContainText('Late fee')
  await expect(main).not.toContainText(`, invoice ${invoices[0]!.number}`)
})
