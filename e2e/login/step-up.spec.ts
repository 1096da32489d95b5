import { randomUUID } from 'node:crypto'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, inCompany, openCompany, sendInvoice, todayOf } from '../steps/company.ts'
import { logIn } from '../steps/log-in.ts'
import { addAdmin, generateCode, turnOnSecondFactor } from '../steps/second-factor.ts'

test('an admin with two-step login has to enter a code before applying a credit', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of (400|403)/)
  const company = await openCompany(request, 'Twice Asked Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const invoice = await sendInvoice(request, company, customer, '50.00')
  const memo = await inCompany<{ pk: string; number: string }>(request, company, 'POST', 'credit-memos/', {
    customer: customer.pk,
    issued_on: await todayOf(request, company),
    total: '20.00',
    request_id: randomUUID(),
  })
  await logIn(page, await addAdmin(request, company))
  const key = await turnOnSecondFactor(
    request,
    (await page.evaluate(() => localStorage.getItem('auth-token')))!,
  )

  await page.goto(`/credit-memos/${memo.pk}`)
  await page.getByRole('button', { name: 'Apply to an invoice' }).click()
  const dialog = page.getByRole('dialog', { name: `Apply ${memo.number}` })
  await dialog.getByLabel('Invoice').click()
  await page.getByRole('option', { name: new RegExp(invoice.number) }).click()
  await dialog.getByRole('button', { name: /^Apply/ }).click()
  const asked = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(asked.getByLabel('Authentication code')).toBeFocused()
  await axeCheck(page)
  await screens(page, 'step-up')
  await page.keyboard.press('Escape')
  await expect(asked).toHaveCount(0)
  await expect(dialog.getByText('Confirm it’s you with a code from your authenticator app.')).toBeVisible()
  await dialog.getByRole('button', { name: /^Apply/ }).click()
  await asked.getByLabel('Authentication code').fill('000000')
  await page.keyboard.press('Enter')
  await expect(asked.getByText('That code is wrong or was already used. Enter a new one.')).toBeVisible()
  await asked.getByLabel('Authentication code').fill(generateCode(key, 1))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('link', { name: invoice.number })).toBeVisible()
})
