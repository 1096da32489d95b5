import { addDays } from '../../domain/dates/calendar.ts'
import { testWithClock } from '../dedicated-product.ts'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import {
  addCustomer,
  inCompany,
  openBilledCompany,
  openCompany,
  payLinkOf,
  sendInvoice,
  todayOf,
} from '../steps/company.ts'
import { openAs, toast } from '../steps/log-in.ts'
import { advanceDays } from '../steps/paying.ts'
import { enrollCustomer, portalOf, signInToPortal } from '../steps/portal.ts'
import { publishStandardFlow } from '../steps/reminders.ts'

testWithClock(
  'a customer promises a day, reminders wait for it, and a broken promise becomes a task',
  async ({ page, request }) => {
    test.slow()
    const company = await openCompany(request, 'Promises Kept')
    const customer = await addCustomer(request, company, 'Harbor Foods')
    // Due in a day, on the step “Due today” of the ready-made flow.
    const invoice = await sendInvoice(request, company, customer, '1880.01', 29)
    await publishStandardFlow(request, company)
    await inCompany(request, company, 'PATCH', 'update-settings/', {
      system_enabled: true,
      holding_on_weekend: false,
      holiday_country: null,
    })
    const day = addDays(await todayOf(request, company), 4)

    await page.goto(await payLinkOf(request, customer, invoice))
    await page.getByRole('button', { name: 'Not able to pay now?' }).click()
    const dialog = page.getByRole('dialog', { name: 'Not able to pay now?' })
    await expect(dialog).toBeVisible()
    await axeCheck(page)
    await screens(page, 'pay-answer-choice')
    await dialog.getByRole('radio', { name: /Tell us when you will pay/ }).check()
    await dialog.getByRole('button', { name: 'Send date' }).click()
    await expect(dialog).toContainText('Choose a day.')
    await dialog.getByLabel('When will you pay?').fill(day)
    await dialog.getByLabel('Message').fill('After the fair')
    await axeCheck(page)
    await screens(page, 'pay-promise')
    await dialog.getByRole('button', { name: 'Send date' }).click()
    await expect(dialog).toContainText('Thank you. We expect your payment by')
    await axeCheck(page)
    await screens(page, 'pay-promised')
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(page.getByText(/^You’ll pay by/)).toBeVisible()
    await axeCheck(page)
    await screens(page, 'pay-page-promised')

    await openAs(page, company, `/invoices/${invoice.pk}`)
    const main = page.getByRole('main')
    await expect(main.getByText(/^Promised for .*by the customer \(pay link\)$/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Tasks' })).toContainText('Promised to pay by')
    await axeCheck(page)
    await screens(page, 'invoice-promised')
    await page.goto('/invoices')
    await expect(page.getByRole('row', { name: new RegExp(invoice.number) })).toContainText(/Promised for \w/)
    await axeCheck(page)
    await screens(page, 'invoices-promised')
    await advanceDays(request, 2)
    await page.goto('/reminders?view=held')
    await expect(page.getByRole('row', { name: new RegExp(invoice.number) })).toContainText(
      'Waits for the promised payment',
    )
    await screens(page, 'reminders-held-promised')

    await advanceDays(request, 4)
    await page.goto('/worklist')
    await expect(page.getByRole('row', { name: /^.*Promise of .* was not kept/ })).toContainText('$1,880.01')
    await expect(page.getByRole('row', { name: /Promised to pay by/ })).toHaveCount(0)
    await axeCheck(page)
    await screens(page, 'worklist-broken-promise')
    await page.goto('/reminders?view=sent')
    await expect(page.getByRole('row', { name: /Harbor Foods/ })).toBeVisible()
    await page.goto(`/invoices/${invoice.pk}`)
    await expect(page.getByRole('region', { name: 'Promises and disputes' })).toContainText('Not kept')
    await expect(page.getByRole('region', { name: 'Reminders' })).toContainText(
      'Waits for the promised payment',
    )
    await screens(page, 'invoice-broken-promise')
  },
)

test('a customer disputes a part by keyboard, and staff resolve it', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 400/)
  const { company, customer, invoice, link } = await openBilledCompany(request, 'Disputes Settled', '250.00')
  await page.goto(link)
  await page.getByRole('button', { name: 'Not able to pay now?' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Not able to pay now?' })
  await dialog.getByRole('radio', { name: /Tell us when/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: /Something is wrong/ })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(dialog.getByRole('radio', { name: 'The amount is wrong' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('300')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Two hours too many')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('The amount should not be greater than the balance of 250.00')
  await axeCheck(page)
  await screens(page, 'pay-dispute')
  await dialog.getByLabel('How much of it is wrong?').fill('30')
  await dialog.getByRole('button', { name: 'Send message' }).click()
  await expect(dialog).toContainText('Thank you. We’re looking into it.')
  await page.keyboard.press('Escape')
  await expect(page.getByText('We’re looking into this invoice')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Two hours too many')

  await openAs(page, company, `/invoices/${invoice.pk}`)
  const panel = page.getByRole('region', { name: 'Promises and disputes' })
  await expect(page.getByRole('main')).toContainText('$30.00 disputed: the amount is wrong')
  await page.goto('/invoices')
  await expect(page.getByRole('row', { name: new RegExp(invoice.number) })).toContainText('Disputed')
  await page.goto(`/invoices/${invoice.pk}`)
  await panel.getByRole('button', { name: 'Record promise…' }).click()
  const promising = page.getByRole('dialog', { name: `Promise to pay ${invoice.number}` })
  await promising.getByLabel('Amount').fill('100')
  await promising.getByLabel('Note').fill('On the phone')
  await axeCheck(page)
  await screens(page, 'invoice-record-promise')
  await promising.getByRole('button', { name: 'Record promise' }).click()
  await expect(toast(page, 'Promise recorded')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('$100.00 promised for')
  await axeCheck(page)
  await screens(page, 'invoice-disputed')
  await panel.getByRole('button', { name: 'Withdraw promise…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw promise' }).click()
  await expect(panel).toContainText('Withdrawn')
  await panel.getByRole('button', { name: 'Resolve dispute…' }).click()
  const resolving = page.getByRole('dialog', { name: `Resolve the dispute of ${invoice.number}` })
  await resolving.getByLabel('How it was resolved').fill('We sent a credit memo')
  await axeCheck(page)
  await screens(page, 'invoice-resolve-dispute')
  await resolving.getByRole('button', { name: 'Resolve dispute' }).click()
  await expect(panel).toContainText('We sent a credit memo')
  await panel.getByRole('button', { name: 'Record dispute…' }).click()
  const recording = page.getByRole('dialog', { name: `Dispute of ${invoice.number}` })
  await recording.getByLabel('What the customer says').fill('Box 3 is missing')
  await axeCheck(page)
  await screens(page, 'invoice-record-dispute')
  await recording.getByRole('button', { name: 'Cancel' }).click()

  await enrollCustomer(request, company, customer)
  await signInToPortal(page, company, customer)
  await page.goto(`${portalOf(company)}/customer-portal-site/?tab=2&invoice=${invoice.pk}`)
  await page.getByRole('button', { name: 'Not able to pay now?' }).click()
  await expect(dialog.getByRole('radio', { name: /Tell us when/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await axeCheck(page)
  await screens(page, 'portal-invoice-answer')

  await page.goto('/settings/payment-settings')
  await page.getByRole('switch', { name: 'Let customers promise a day' }).click()
  await page.getByRole('switch', { name: 'Let customers say that something is wrong' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(toast(page, 'Payment settings saved')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'settings-answers')
  await page.goto(link)
  await expect(page.getByRole('button', { name: 'Download PDF' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Not able to pay now?' })).toHaveCount(0)
})
