import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { callApi } from './steps/api.ts'
import {
  addCustomer,
  freshEmail,
  inCompany,
  openCompany,
  PASSWORD,
  sendInvoice,
  todayOf,
} from './steps/company.ts'
import { mailTo } from './steps/mail.ts'
import { logIn } from './steps/signing-in.ts'
import { axeCheck, expect, screens, test } from './support.ts'

const STEP_MS = 30_000

test('an admin with two-step login confirms that it is them before a credit goes out, and is asked once', async ({
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
  const email = freshEmail('admin')
  await inCompany(request, company, 'POST', 'team/invitations/', { email, role: 'admin' })
  const { text } = await mailTo(request, email, /You are invited/)
  const code = /\/signup\/invite\/([\w-]+)/.exec(text)![1]!
  const person = { email, password1: PASSWORD, password2: PASSWORD, first_name: 'Ann', last_name: 'Admin' }
  await callApi(request, 'POST', `/api/profile/signup/?invite=${code}`, { body: person })
  await logIn(page, { email })
  const token = (await page.evaluate(() => localStorage.getItem('auth-token')))!
  const { secret } = await callApi<{ secret: string }>(request, 'POST', '/api/profile/second-factor/', {
    token,
    body: { current_password: PASSWORD },
  })
  const codeOf = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS })
  await callApi(request, 'POST', '/api/profile/second-factor/confirm/', {
    token,
    body: { auth_code: codeOf(0) },
  })

  await page.goto(`/credit-memos/${memo.pk}`)
  await page.getByRole('button', { name: 'Apply to an invoice' }).click()
  const dialog = page.getByRole('dialog', { name: `Apply ${memo.number}` })
  await dialog.getByLabel('Invoice').click()
  await page.getByRole('option', { name: new RegExp(invoice.number) }).click()
  await dialog.getByRole('button', { name: /^Apply/ }).click()
  const asked = page.getByRole('dialog', { name: 'Is it you?' })
  await expect(asked.getByLabel('Authentication code')).toBeFocused()
  await axeCheck(page)
  await screens(page, 'step-up')
  await page.keyboard.press('Escape')
  await expect(asked).toHaveCount(0)
  await expect(
    dialog.getByText('Confirm that it is you with a code of your authenticator app.'),
  ).toBeVisible()
  await dialog.getByRole('button', { name: /^Apply/ }).click()
  await asked.getByLabel('Authentication code').fill('000000')
  await page.keyboard.press('Enter')
  await expect(asked.getByText('That code is not right, or was used before.')).toBeVisible()
  await asked.getByLabel('Authentication code').fill(codeOf(1))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('link', { name: invoice.number })).toBeVisible()
})
