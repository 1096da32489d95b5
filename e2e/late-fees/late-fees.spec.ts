import type { APIRequestContext, Page } from '@playwright/test'
import { testWithClock as test } from '../dedicated-product.ts'
import { axeCheck, expect, screens } from '../fixtures.ts'
import { addCustomer, openCompany, payLinkOf, sendInvoice } from '../steps/company.ts'
import { logIn, toast } from '../steps/log-in.ts'
import { advanceDays } from '../steps/paying.ts'

/** A company with an invoice whose first fee fell two weeks ago, and one whose first fee comes tomorrow. */
async function openLateCompany(page: Page, request: APIRequestContext, name: string) {
  const company = await openCompany(request, name)
  const customer = await addCustomer(request, company, 'Old Mill Tavern of the Upper Riverside')
  const late = await sendInvoice(request, company, customer, '1880.00', 55)
  const soon = await sendInvoice(
    request,
    company,
    await addCustomer(request, company, 'Ferry Street Deli'),
    '90.00',
    39,
  )
  await logIn(page, company)
  await page.goto('/?activate_system=true')
  await page.getByRole('dialog').getByRole('button', { name: 'Turn on' }).click()
  await expect(toast(page, 'Reminders are on')).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Late fees' }).click()
  await expect(page.getByRole('main')).toContainText('No late fees in the next 30 days')
  return { customer, late, soon }
}

async function addRule(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Rules' }).click()
  await page.getByRole('button', { name: 'New rule' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Standard late fee')
  await page.getByRole('dialog').getByRole('button', { name: 'Add rule' }).click()
  await expect(page.getByRole('heading', { name: 'Standard late fee' })).toBeVisible()
}

test('a rule is switched on with what it charges, and its fees are seen and waived', {
  tag: '@gate',
}, async ({ page, request, expectConsole }) => {
  test.slow()
  const { customer, late, soon } = await openLateCompany(page, request, 'Brightwater Late Fees')
  await axeCheck(page)
  await screens(page, 'late-fees-empty')
  await addRule(page)
  await page.getByRole('button', { name: 'Switch on…' }).click()
  const question = page.getByRole('dialog', { name: 'Switch on Standard late fee' })
  await expect(question).toContainText('1 fee for 1 customer today, $23.50 in all.')
  await axeCheck(page)
  await screens(page, 'late-fee-question')
  await question.getByRole('button', { name: 'Switch on and charge $23.50' }).click()
  await expect(toast(page, 'Rule is on')).toBeVisible()

  await page.getByRole('link', { name: 'Late fees' }).first().click()
  const upcoming = page.getByRole('table', { name: 'Upcoming late fees' })
  await expect(upcoming.getByRole('row', { name: new RegExp(soon.number) })).toContainText('$1.13')
  await axeCheck(page)
  await screens(page, 'late-fees-upcoming')

  await advanceDays(request, 1)
  await page.reload()
  await page.getByRole('link', { name: 'Charged' }).click()
  const fees = page.getByRole('table', { name: 'Late fees' })
  await expect(fees.getByRole('row', { name: new RegExp(late.number) })).toContainText('$23.50')
  await axeCheck(page)
  await screens(page, 'late-fees-charged')

  await page.goto(`/invoices/${late.pk}`)
  await expect(page.getByRole('main')).toContainText('$1,903.50')
  await expect(page.getByRole('main')).toContainText(/Late fee, \w+ \d{4}/)
  await screens(page, 'late-fee-on-invoice')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Waive late fees' }).click()
  const here = page.getByRole('dialog', { name: `Waive the late fee of ${late.number}` })
  await here.getByLabel('Reason').fill('Paid the next day')
  await here.getByRole('button', { name: 'Waive $23.50' }).click()
  await expect(page.getByRole('main')).toContainText('$1,880.00')
  await toast(page, 'Late fee waived').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('main')).toContainText('$1,903.50')

  const payer = await page.context().newPage()
  await payer.goto(await payLinkOf(request, customer, late))
  await expect(payer.getByRole('main')).toContainText('$1,903.50')
  await axeCheck(payer)
  await screens(payer, 'late-fee-pay-page')
  await payer.close()

  await page.goto('/late-fees?view=charged')
  await fees.getByRole('checkbox', { name: new RegExp(late.number) }).check()
  await page.getByRole('button', { name: 'Waive' }).click()
  const waive = page.getByRole('dialog', { name: `Waive the late fee of ${late.number}` })
  expectConsole(/400 \(Bad Request\).*\/late-fees\/waive\//)
  await waive.getByRole('button', { name: 'Waive' }).click()
  await expect(waive.getByText('This field is required.')).toBeVisible()
  await waive.getByLabel('Reason').fill('Agreed on the phone')
  await axeCheck(page)
  await screens(page, 'late-fee-waive')
  await waive.getByRole('button', { name: 'Waive' }).click()
  await expect(toast(page, 'Late fee waived')).toBeVisible()
  await page.getByRole('link', { name: 'Waived' }).click()
  await expect(fees.getByRole('row', { name: new RegExp(late.number) })).toContainText('Agreed on the phone')
  await axeCheck(page)
  await screens(page, 'late-fees-waived')
  await page.goto(`/invoices/${late.pk}`)
  await expect(page.getByRole('main')).toContainText('$1,880.00')
})

test('a rule shows what it would charge while it is written, and is rehearsed', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  const { late, soon } = await openLateCompany(page, request, 'Brightwater Rules')
  await addRule(page)
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await expect(preview).toContainText('$23.50')
  await expect(preview.getByRole('row', { name: new RegExp(late.number) })).toContainText('23.50')

  // The sentence, the example and the yearly rate follow what is typed.
  const main = page.getByRole('main')
  expectConsole(/late-fee-rules.*400|400.*late-fee-rules/)
  await page.getByLabel('Most of the invoice total').fill('20')
  await page.getByLabel('Percentage').fill('2')
  await page.getByLabel('Most in a year').fill('18')
  await expect(main).toContainText('24% a year, above your limit')
  await expect(page.getByRole('button', { name: 'Switch on…' })).toBeDisabled()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(main).toContainText('The fees of a year come to more than the most that you allow for a year.')
  await page.getByLabel('Percentage').fill('1.25')
  await page.getByLabel('Fees on earlier fees').selectOption('yes')
  await expect(main).toContainText('each month, starting 10 days after the due date, on top of earlier fees')
  await expect(main).toContainText('16.08% a year with compounding')
  await expect(page.getByRole('row', { name: /Cap reached/ })).toHaveCount(0)
  await page.getByLabel('Most per invoice').fill('60')
  await expect(page.getByRole('row', { name: /Cap reached/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(toast(page, 'Rule saved')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'late-fee-rule')
  const desktop = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  const names = preview.locator('tbody th, li > span:first-child')
  await expect(names.first()).toContainText('Old Mill Tavern of the Upper Riverside')
  for (const name of await names.all())
    expect(await name.evaluate((cell) => cell.scrollWidth - cell.clientWidth), 'cut off').toBeLessThanOrEqual(
      0,
    )
  await page.setViewportSize(desktop)

  await page.getByRole('link', { name: 'Rehearse' }).click()
  await expect(main).toContainText('this rule would have charged $23.50: 1 fee for 1 customer, on 1 invoice')
  await page.getByRole('button', { name: 'Next 60 days' }).click()
  await expect(main).toContainText('if nobody pays until then')
  await expect(page.getByRole('table', { name: 'Rehearsed late fees' })).toContainText(soon.number)
  await axeCheck(page)
  await screens(page, 'late-fee-rehearsal')

  await page.getByRole('link', { name: 'Standard late fee' }).click()
  await page.getByRole('button', { name: 'Switch on…' }).click()
  await expect(page.getByRole('dialog', { name: 'Switch on Standard late fee' })).toContainText(
    '1 fee for 1 customer today, $23.50 in all.',
  )
})
