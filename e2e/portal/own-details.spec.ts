import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, inCompany, openCompany, sendInvoice, todayOf } from '../steps/company.ts'
import { openAs, toast } from '../steps/log-in.ts'
import { mailTo } from '../steps/mail.ts'
import { enrollCustomer, signInToPortal } from '../steps/portal.ts'

test('a customer proposes contact details that staff approve, and stops reminders', {
  tag: '@gate',
}, async ({ page, browser, request, watch, expectConsole }) => {
  test.slow()
  expectConsole(/status of 400/)
  const company = await openCompany(request, 'Details Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  await enrollCustomer(request, company, customer)
  await signInToPortal(page, company, customer)
  await page.getByRole('link', { name: 'Change your details' }).click()
  const details = page.getByRole('region', { name: 'Contact details' })
  await details.getByRole('button', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change your details' })
  await dialog.getByLabel('City').fill('Portland')
  await dialog.getByLabel('Phone', { exact: true }).fill('12')
  await dialog.getByRole('button', { name: 'Send change' }).click()
  await expect(dialog.getByLabel('Phone', { exact: true })).toBeFocused()
  await expect(dialog).toContainText('Enter a valid phone number.')
  await axeCheck(page)
  await screens(page, 'details-form')
  await dialog.getByLabel('Phone', { exact: true }).fill('207 555 0110')
  await dialog.getByRole('button', { name: 'Send change' }).click()
  await expect(details).toContainText('Your change waits for Details Ltd')
  await page.getByRole('switch', { name: 'Reminders and statements' }).uncheck()
  await expect(toast(page, 'Reminders and statements are off')).toBeVisible()
  await expect(page.getByText(/Receipts, invoices and messages about/)).toBeVisible()
  await axeCheck(page)
  await screens(page, 'details')

  const theirs = await browser.newContext()
  await watch(theirs)
  const staff = await theirs.newPage()
  await openAs(staff, company, '/worklist')
  await expect(staff.getByText('Check changed contact details')).toBeVisible()
  await staff.goto(`/customers/${customer.pk}`)
  const proposal = staff.getByRole('region', { name: 'Proposed contact details' })
  await expect(proposal).toContainText('Portland')
  await axeCheck(staff)
  await screens(staff, 'contact-change')
  await proposal.getByLabel('Note to the customer (optional)').fill('Thank you!')
  await proposal.getByRole('button', { name: 'Approve' }).click()
  await expect(toast(staff, 'Contact details changed')).toBeVisible()
  await expect(proposal).toHaveCount(0)
  await expect(staff.getByText('Unsubscribed', { exact: true })).toBeVisible()
  const mail = await mailTo(request, customer.email, /^Your new details are saved$/)
  expect(mail.text).toContain('Thank you!')
  await page.reload()
  await expect(details).toContainText('Portland')
  await expect(details).not.toContainText('Your change waits')
  await theirs.close()
})

test('a customer opens a credit memo and uses it on an invoice', async ({ page, request }) => {
  test.slow()
  const company = await openCompany(request, 'Credits Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  await enrollCustomer(request, company, customer)
  const invoice = await sendInvoice(request, company, customer, '100.00')
  const memo = await inCompany<{ number: string }>(request, company, 'POST', 'credit-memos/', {
    customer: customer.pk,
    issued_on: await todayOf(request, company),
    total: '30.00',
    reason: 'Broken cups',
    request_id: 'memo-to-be-used',
  })
  await signInToPortal(page, company, customer)
  await page.getByRole('table', { name: 'Credit Memos' }).getByRole('link').click()
  await expect(page.getByRole('heading', { name: `Credit memo ${memo.number}` })).toBeFocused()
  await axeCheck(page)
  await screens(page, 'credit-memo-own')
  await page.getByRole('button', { name: 'Use on an invoice' }).click()
  const dialog = page.getByRole('dialog', { name: `Use credit memo ${memo.number}` })
  await dialog.getByLabel('Amount').fill('40')
  await dialog.getByRole('button', { name: 'Use credit' }).click()
  await expect(dialog.getByLabel('Amount')).toBeFocused()
  await axeCheck(page)
  await screens(page, 'credit-memo-use')
  await dialog.getByLabel('Amount').fill('25')
  await dialog.getByRole('button', { name: 'Use credit' }).dblclick()
  await expect(toast(page, `Credit used on invoice ${invoice.number}`)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Used on' })).toContainText('$25.00')
  await expect(page.getByText('of $30.00')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^Credit memo .*\.pdf$/)
})
