import type { Page } from '@playwright/test'
import { axeCheck, expect, productUrl, screens, test } from '../fixtures.ts'
import { openCompany, PASSWORD } from '../steps/company.ts'
import { logIn, logOut, openAs, toast } from '../steps/log-in.ts'
import { linkTo, mailTo } from '../steps/mail.ts'
import { addAdmin, generateCode, readKey, turnOnSecondFactor } from '../steps/second-factor.ts'

async function enterPassword(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByLabel('Authentication code')).toBeFocused()
}

test('two-step login is set up with a QR code, required at login, passed with a recovery code, and turned off', {
  tag: '@gate',
}, async ({ page, request, expectConsole }) => {
  test.slow()
  expectConsole(/status of 400/)
  const company = await openCompany(request, 'Belt and Braces Ltd')
  await openAs(page, company, '/')
  await page.getByRole('button', { name: /user menu/ }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  const section = page.getByRole('region', { name: 'Two-step login' })
  await section.getByRole('button', { name: 'Set up two-step login' }).click()
  const again = page.getByRole('dialog', { name: 'Set up two-step login' })
  await again.getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Scan the QR code' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(section.getByRole('group')).toBeFocused()
  await section.getByRole('button', { name: 'Set up two-step login' }).click()
  const first = page.getByRole('dialog', { name: 'Set up two-step login' })
  await first.getByLabel('Your password').fill('not this one')
  await page.keyboard.press('Enter')
  await expect(first.getByText('That’s not your current password. Please try again.')).toBeVisible()
  await first.getByLabel('Your password').fill(PASSWORD)
  await first.getByRole('button', { name: 'Continue' }).click()

  const scan = page.getByRole('dialog', { name: 'Scan the QR code' })
  await expect(scan.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'second-factor-scan')
  const key = await readKey(scan)
  await scan.getByLabel('Authentication code').fill('000000')
  await page.keyboard.press('Enter')
  await expect(scan.getByText('That code is wrong or was already used. Enter a new one.')).toBeVisible()
  await scan.getByLabel('Authentication code').fill(generateCode(key))
  await scan.getByRole('button', { name: 'Turn on' }).click()

  const kept = page.getByRole('dialog', { name: 'Two-step login is on' })
  const listed = kept.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(listed).toHaveCount(10)
  const codes = await listed.allTextContents()
  // The codes are shown only once, so Back must not close the dialog.
  await page.evaluate(() => history.back())
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/settings\/profile$/)
  await expect(listed).toHaveText(codes)
  await axeCheck(page)
  await screens(page, 'second-factor-codes')
  const saving = page.waitForEvent('download')
  await kept.getByRole('button', { name: 'Download' }).click()
  expect((await saving).suggestedFilename()).toBe('Quittance recovery codes.txt')
  await kept.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(section.getByText('10 recovery codes left')).toBeVisible()
  await expect(section.getByRole('group')).toBeFocused()
  await mailTo(request, company.email, /Two-step login was turned on/)

  await logOut(page)
  await enterPassword(page, company.email)
  await page.getByLabel('Authentication code').fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/That code is wrong\. Please try again\. .*recovery code/)).toBeVisible()
  await axeCheck(page)
  await screens(page, 'login-code')
  await page.getByLabel('Authentication code').fill(generateCode(key, 1))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: /user menu/ })).toBeVisible()

  await logOut(page)
  await enterPassword(page, company.email)
  await page.getByLabel('Authentication code').fill(codes[0]!)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: /user menu/ })).toBeVisible()
  await page.goto('/settings/profile')
  await expect(section.getByText('9 recovery codes left')).toBeVisible()
  await screens(page, 'second-factor-on')
  await section.getByRole('button', { name: 'Turn off' }).click()
  const off = page.getByRole('dialog', { name: 'Turn off two-step login' })
  await off.getByLabel('Your password').fill(PASSWORD)
  await off.getByLabel('Authentication code').fill(codes[1]!)
  await off.getByRole('button', { name: 'Turn off' }).click()
  await expect(section.getByRole('button', { name: 'Set up two-step login' })).toBeVisible()
})

test('a link in the email turns unwanted two-step login off, and requires a new password', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 40[01]/)
  const company = await openCompany(request, 'Stolen Keys Ltd')
  await openAs(page, company, '/settings/profile')
  const section = page.getByRole('region', { name: 'Two-step login' })
  await section.getByRole('button', { name: 'Set up two-step login' }).click()
  await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  const scan = page.getByRole('dialog', { name: 'Scan the QR code' })
  const key = await readKey(scan)
  await scan.getByLabel('Authentication code').fill(generateCode(key))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I’ve saved them' }).click()

  const notice = await mailTo(request, company.email, /Two-step login was turned on/)
  const opened = await page.goto(linkTo(notice, '/email-verification'))
  expect(opened!.headers(), 'no referrer contains the link').toMatchObject({
    'referrer-policy': 'no-referrer',
  })
  await expect(page.getByRole('heading', { name: 'Turn off two-step login?' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'second-factor-undo-asked')
  await page.getByRole('button', { name: 'Turn it off' }).click()
  await expect(page.getByRole('heading', { name: 'Two-step login is off' })).toBeVisible()
  await expect(page.getByText(company.email)).toBeVisible()
  await axeCheck(page)
  await screens(page, 'second-factor-undone')
  const renew = await mailTo(request, company.email, /Set a new password/)
  await page.goto(linkTo(renew, '/password-reset-confirmation'))
  await page.getByLabel('New password').fill('eleven quiet owls')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Your new password is set. Log in with it.')).toBeVisible()
  await logIn(page, { email: company.email, password: 'eleven quiet owls' })
  await page.goto(linkTo(notice, '/email-verification'))
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  await screens(page, 'second-factor-link-over')
})

test('a company requires two-step login, and an admin without it sets it up and returns to their page', async ({
  page,
  request,
  browser,
  watch,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 40[13]/)
  const company = await openCompany(request, 'Two Keys Ltd')
  const ann = await addAdmin(request, company)
  await openAs(page, company, '/settings/team')
  const section = page.getByRole('region', { name: 'Two-step login' })
  const asked = section.getByRole('switch', { name: 'Require two-step login for owners and admins' })
  await expect(asked).toBeDisabled()
  await axeCheck(page)
  await section.getByRole('link', { name: 'set it up yourself' }).click()
  await expect(page.getByRole('heading', { name: 'Profile', level: 1 })).toBeVisible()
  await turnOnSecondFactor(request, (await page.evaluate(() => localStorage.getItem('auth-token')))!)

  const context = await browser.newContext({ baseURL: productUrl() })
  await watch(context)
  const hers = await context.newPage()
  await logIn(hers, ann)
  await hers.goto('/customers')
  await expect(hers.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()

  // The admin's page was opened later, and keys go to the page in front.
  await page.bringToFront()
  await page.goto('/settings/team')
  await expect(section.getByText('Ann Admin would have to set it up to keep working here.')).toBeVisible()
  await asked.focus()
  await page.keyboard.press('Space')
  await expect(asked).toBeChecked()
  await expect(asked, 'the switch keeps the focus').toBeFocused()
  await expect(section.getByText('Ann Admin has no access until they set it up.')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'team-two-step-asked')

  await hers.bringToFront()
  const gate = hers.getByRole('heading', { name: 'Set up two-step login first' })
  await expect(gate, 'an open page requires it on its next request, such as that of its counts').toBeVisible({
    timeout: 90_000,
  })
  await expect(gate).toBeFocused()
  await expect(hers, 'the address stays').toHaveURL(/\/customers$/)
  await axeCheck(hers)
  await screens(hers, 'two-step-gate')
  await hers.getByRole('button', { name: 'Leave company' }).click()
  await expect(hers.getByRole('dialog', { name: 'Leave Two Keys Ltd?' })).toBeVisible()
  await hers.keyboard.press('Escape')
  await hers.getByRole('button', { name: 'Set up two-step login' }).click()
  await hers.getByRole('dialog').getByLabel('Your password').fill(PASSWORD)
  await hers.keyboard.press('Enter')
  const scan = hers.getByRole('dialog', { name: 'Scan the QR code' })
  const key = await readKey(scan)
  await scan.getByLabel('Authentication code').fill(generateCode(key))
  await hers.keyboard.press('Enter')
  await hers.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(hers.getByRole('heading', { name: 'Customers', level: 1 })).toBeVisible()

  await page.reload()
  await expect(section.getByText('All owners and admins have set it up.')).toBeVisible()
  await asked.uncheck()
  await expect(toast(page, 'Two-step login is no longer required')).toBeVisible()
})
