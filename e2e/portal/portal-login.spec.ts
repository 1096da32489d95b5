import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { callApi } from '../steps/api.ts'
import { addCustomer, openCompany, PASSWORD } from '../steps/company.ts'
import { tabTo } from '../steps/keyboard.ts'
import { linkTo, mailTo } from '../steps/mail.ts'
import { enrollCustomer, portalOf, signInToPortal } from '../steps/portal.ts'
import { generateCode, readKey } from '../steps/second-factor.ts'

const NEXT = 'eleven quiet owls'
test('a customer manages two-step login, the password and active sessions in the portal by keyboard', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 400/)
  const company = await openCompany(request, 'Careful Joinery Ltd')
  const customer = await addCustomer(request, company, 'Elm & Ash Interiors')
  await enrollCustomer(request, company, customer)
  await signInToPortal(page, company, customer)
  const menu = page.getByRole('button', { name: /Customer menu/ })
  const press = (key: string) => page.keyboard.press(key)
  const type = (text: string) => page.keyboard.type(text)

  await tabTo(page, /Customer menu/)
  await press('Enter')
  await tabTo(page, 'Login and security')
  await press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Login and security' })
  await expect(dialog).toBeFocused()
  await expect(dialog).toContainText(`You log in as ${customer.email}`)
  // One session from the enrollment, one from this browser.
  const sessions = dialog.getByRole('list', { name: 'Active sessions' }).getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.first()).toContainText('This device')
  await axeCheck(page)
  await screens(page, 'portal-login-security')

  await tabTo(page, 'Set up two-step login')
  await press('Enter')
  await expect(page.getByLabel('Your password')).toBeFocused()
  await type(PASSWORD)
  await press('Enter')
  const scan = page.getByRole('dialog', { name: 'Scan the QR code' })
  const key = await readKey(scan)
  await expect(scan.getByLabel('Authentication code')).toBeFocused()
  await axeCheck(page)
  await screens(page, 'portal-second-factor-scan')
  await type(generateCode(key))
  await press('Enter')
  const kept = page.getByRole('dialog', { name: 'Two-step login is on' })
  await expect(kept.getByRole('listitem')).toHaveCount(10)
  const codes = await kept.getByRole('listitem').allTextContents()
  await screens(page, 'portal-second-factor-codes')
  await tabTo(page, 'I’ve saved them')
  await press('Enter')
  const twoStep = dialog.getByRole('region', { name: 'Two-step login' })
  await expect(twoStep).toContainText('10 recovery codes left')
  await expect(twoStep.getByRole('group')).toBeFocused()
  // Turning on two-step login ends all other sessions.
  await expect(sessions).toHaveCount(1)
  const notice = await mailTo(
    request,
    customer.email,
    /^Two-step login was turned on for Careful Joinery Ltd$/,
  )
  expect(linkTo(notice, '/password-reset-confirmation')).toContain(portalOf(company))

  // Another login creates a second session.
  const elsewhere = { email: customer.email, password: PASSWORD, auth_code: codes[0] }
  await callApi(request, 'POST', '/api/profile/login/', { host: company.host, body: elsewhere })
  await tabTo(page, 'Close', 'Shift+Tab')
  await press('Enter')
  await expect(menu).toBeFocused()
  await press('Enter')
  await tabTo(page, 'Login and security')
  await press('Enter')
  await expect(sessions).toHaveCount(2)
  await expect(twoStep).toContainText('9 recovery codes left')
  await tabTo(page, 'Make new recovery codes')
  await screens(page, 'portal-login-security-on')
  await tabTo(page, /^Log out .*, last seen /)
  await press('Enter')
  await expect(page.getByText('Device logged out')).toBeVisible()
  await expect(sessions).toHaveCount(1)
  await expect(dialog.getByRole('list', { name: 'Active sessions' })).toBeFocused()

  await tabTo(page, 'Current password', 'Shift+Tab')
  await type('not this one')
  await tabTo(page, 'New password')
  await type(NEXT)
  await press('Enter')
  const current = dialog.getByLabel('Current password')
  await expect(dialog.getByText('That’s not your current password. Please try again.')).toBeVisible()
  await expect(current).toBeFocused()
  await press('Control+a')
  await type(PASSWORD)
  await press('Enter')
  await expect(page.getByText('Password changed', { exact: true })).toBeVisible()
  await expect(current).toHaveValue('')

  await press('Escape')
  await expect(menu).toBeFocused()
  await press('Enter')
  await tabTo(page, 'Log Out')
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible()
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill(NEXT)
  await press('Enter')
  const code = page.getByLabel('Authentication code')
  await expect(code).toBeFocused()
  await type('000000')
  await press('Enter')
  await expect(page.getByText(/That code is wrong\. Please try again\. .*recovery code/)).toBeVisible()
  await axeCheck(page)
  await screens(page, 'portal-login-code')
  await code.fill(generateCode(key, 1))
  await press('Enter')
  await expect(page.getByRole('region', { name: 'Total Amount Owed' })).toBeVisible()
})
