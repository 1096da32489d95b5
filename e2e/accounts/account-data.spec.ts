import { readFile } from 'node:fs/promises'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import {
  addCustomer,
  inCompany,
  openBilledCompany,
  openCompany,
  sendInvoice,
  todayOf,
} from '../steps/company.ts'
import { openAs, toast } from '../steps/log-in.ts'
import { mailTo } from '../steps/mail.ts'

test('an owner exports everything, closes the account and reopens it', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  // Counts that are asked for while the account closes.
  expectConsole(/status of 402/)
  const company = await openCompany(request, 'Leaving Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  await sendInvoice(request, company, customer, '100.00')
  await openAs(page, company, '/settings/account')
  await expect(page.getByRole('heading', { name: 'Export and close', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Export everything' }).click()
  const download = page.getByRole('button', { name: 'Download the archive' })
  await expect(download).toBeVisible({ timeout: 60_000 })
  await axeCheck(page)
  await screens(page, 'account-data')
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')
  await expect
    .poll(async () => (await mailTo(request, company.email, /export of Leaving Ltd is ready/)).links)
    .toContainEqual(expect.stringContaining('/settings/account?export='))

  await page.getByRole('button', { name: 'Close the account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close Leaving Ltd?' })
  const close = dialog.getByRole('button', { name: 'Close the account' })
  await expect(close).toBeDisabled()
  await dialog.getByRole('textbox').fill('Leaving Ltd')
  await axeCheck(page)
  await screens(page, 'account-close')
  await close.click()
  await expect(page.getByText('This account is closed and will be deleted on')).toBeVisible()
  await page.goto('/invoices')
  await expect(page).toHaveURL(/\/settings\/account$/)
  await screens(page, 'account-closed')
  await page.getByRole('button', { name: 'Reopen the account' }).click()
  await expect(page.getByText('The account is open again')).toBeVisible()
  await page.goto('/invoices')
  await expect(page.getByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible()
})

test('a clerk merges a duplicate and undoes it, writes a note, records a payment for chosen invoices, and erases', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Tidy Books Ltd')
  const stays = await addCustomer(request, company, 'Harbor Foods')
  const twice = await addCustomer(request, company, 'Harbour Foods')
  const invoice = await sendInvoice(request, company, twice, '80.00')
  await sendInvoice(request, company, twice, '80.00')
  await openAs(page, company, `/customers/${twice.pk}`)
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Record payment')
  const recording = page.getByRole('dialog', { name: 'Record payment' })
  await recording.getByRole('checkbox', { name: new RegExp(invoice.number) }).check()
  await screens(page, 'record-chosen')
  await recording.getByRole('button', { name: /^Record \$/ }).click()
  await expect(recording).toBeHidden()

  await act('Merge with another customer')
  const merging = page.getByRole('dialog', { name: 'Merge Harbour Foods' })
  await merging.getByRole('combobox').fill('Harbor')
  await page.getByRole('option', { name: 'Harbor Foods' }).click()
  const effect = merging.getByRole('list', { name: 'What happens' })
  await expect(effect).toContainText(twice.email)
  await expect(effect).toContainText(/1 open invoice \(\$80\.00\) and everything that was booked stay with/)
  await axeCheck(page)
  await screens(page, 'customer-merge')
  await merging.getByRole('button', { name: 'Merge into Harbor Foods' }).click()
  await expect(page).toHaveURL(new RegExp(stays.pk))
  await expect(page.getByText('is merged into this customer')).toBeVisible()
  await expect(page.getByText('Its 1 open invoice ($80.00) is counted and listed here.')).toBeVisible()
  const owed = page.getByRole('region', { name: 'Owed' })
  await expect(owed).toContainText('$80.00')
  await expect(owed).toContainText('$80.00 of it on invoices of Harbour Foods.')
  await expect(page.getByRole('table', { name: 'Open invoices of Harbour Foods' })).toContainText('$80.00')
  const activity = page.getByRole('region', { name: 'Activity' })
  await expect(activity.getByText(`${invoice.number} was sent to Harbour Foods`)).toBeVisible()
  await activity.getByLabel('New note').fill('Pays on Fridays')
  await activity.getByRole('button', { name: 'Add note' }).click()
  const note = activity.getByRole('listitem').filter({ hasText: 'Pays on Fridays' })
  await expect(note).toContainText('Note by')
  await expect(activity.getByText('Got a note'), 'the note itself is in the time line').toHaveCount(0)
  await axeCheck(page)
  await screens(page, 'customer-merged')
  await page.getByRole('button', { name: 'Undo the merge of Harbour Foods' }).click()
  await expect(page.getByText('is merged into this customer')).toBeHidden()
  await expect(owed).toContainText('$0.00')
  await note.getByRole('button', { name: 'Delete this note' }).click()
  await expect(activity.getByText('Pays on Fridays')).toHaveCount(0)
  await toast(page, 'Note deleted').getByRole('button', { name: 'Undo' }).last().click()
  await expect(note).toHaveCount(1)
  const written = activity.getByLabel('New note')
  await written.pressSequentially('Ask @')
  await expect(activity.getByRole('option')).toHaveCount(1)
  await axeCheck(page)
  await screens(page, 'note-mention')
  await written.press('Enter')
  await expect(written).toHaveValue(/^Ask @\S.* $/)
  await expect(activity.getByRole('option')).toHaveCount(0)
  await expect(activity.getByRole('button', { name: /^Don’t tell / })).toBeVisible()
  await written.fill('')

  await act('Erase personal data')
  const erasing = page.getByRole('dialog', { name: /Erase the personal data/ })
  await erasing.getByRole('textbox').fill('Harbor Foods')
  await screens(page, 'customer-erase')
  await erasing.getByRole('button', { name: 'Erase personal data' }).click()
  await expect(page.getByText('The personal data of this customer was erased')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Erased customer')
})

test('credit of a duplicate is applied to an invoice of the customer that it was merged into', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Credit Quay Ltd')
  const stays = await addCustomer(request, company, 'Lasting Lumber')
  const twice = await addCustomer(request, company, 'Twice Timber')
  const invoice = await sendInvoice(request, company, stays, '80.00')
  const received_on = await todayOf(request, company)
  await inCompany(request, company, 'POST', 'payments/', {
    ...{ customer: twice.pk, type: 'check', total: '50.00', received_on, reference: '', invoices: [] },
    request_id: 'credit-of-a-duplicate',
  })
  await inCompany(request, company, 'POST', `customers/${twice.pk}/merge/`, { into: stays.pk })
  await openAs(page, company, `/customers/${stays.pk}`)
  const left = page.getByText(
    '$50.00 of credit is left on its page, which can be applied to invoices here or refunded.',
  )
  await expect(left).toBeVisible()
  await axeCheck(page)
  await screens(page, 'customer-with-credit-of-duplicate')
  await page.getByRole('link', { name: 'Twice Timber', exact: true }).first().click()
  await page.getByRole('button', { name: 'Apply credit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').click()
  await page.getByRole('option', { name: new RegExp(`${invoice.number}.*Lasting Lumber`) }).click()
  await expect(dialog).toContainText(`Lasting Lumber will owe $30.00 on ${invoice.number}`)
  await axeCheck(page)
  await screens(page, 'apply-credit-of-duplicate')
  await dialog.getByRole('button', { name: 'Apply $50.00' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Apply credit' })).toHaveCount(0)
  await page.goto(`/customers/${stays.pk}`)
  await expect(page.getByRole('region', { name: 'Owed' })).toContainText('$30.00')
  await expect(left).toHaveCount(0)
})

test('the message of a merge, with its undo, ends when the merge is undone on the page', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Twice Entered Ltd')
  await addCustomer(request, company, 'Harbor Foods')
  const twice = await addCustomer(request, company, 'Harbour Foods')
  await openAs(page, company, `/customers/${twice.pk}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Merge with another customer' }).click()
  const merging = page.getByRole('dialog', { name: 'Merge Harbour Foods' })
  await merging.getByRole('combobox').fill('Harbor')
  await page.getByRole('option', { name: 'Harbor Foods' }).click()
  await merging.getByRole('button', { name: 'Merge into Harbor Foods' }).click()
  const merged = page.getByText('Harbour Foods is merged into Harbor Foods')
  // A message under the pointer stays until it is replaced.
  await merged.hover()
  await page.getByRole('button', { name: 'Undo the merge of Harbour Foods' }).press('Enter')
  await expect(page.getByText('Harbour Foods is a customer of its own again')).toBeVisible()
  await expect(merged).toHaveCount(0)
})

test('an accountant sees what all companies are owed, and the bell what happened', async ({
  page,
  request,
}) => {
  const { company, link } = await openBilledCompany(request, 'Ledger and Sons', '120.00')
  const paying = await page.context().newPage()
  await paying.goto(link)
  await expect(paying.getByText('$120.00').first()).toBeVisible()
  await paying.close()
  await openAs(page, company, '/companies')
  const row = page.getByRole('row', { name: /Ledger and Sons/ })
  await expect(row).toContainText('$120.00')
  await axeCheck(page)
  await screens(page, 'companies')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'notifications')
  await page.getByRole('link', { name: 'All activity' }).click()
  await expect(page).toHaveURL(/\/activity/)
})
