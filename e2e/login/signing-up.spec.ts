import sharp from 'sharp'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { freshEmail, openCompany, PASSWORD } from '../steps/company.ts'
import { logIn, logOut } from '../steps/log-in.ts'
import { linkTo, mailTo } from '../steps/mail.ts'

const logo = () =>
  sharp({ create: { width: 240, height: 120, channels: 3, background: '#0e6553' } })
    .png()
    .toBuffer()

test('a new company signs up, confirms its email address and completes its setup', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 400/)
  const email = freshEmail('ada')
  await page.goto('/?utm_source=news&utm_campaign=june')
  await expect(page.getByText('Please log in to continue.')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'login')
  await page.getByRole('link', { name: 'Create an account' }).click()

  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('This field is required.')).toHaveCount(4)
  await axeCheck(page)
  await screens(page, 'sign-up')
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill("O'Brien")
  await page.getByLabel('Work email').fill(email)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible()
  await password.fill('password1')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('This password is too easy to guess. Choose another one.')).toBeVisible()
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()

  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page).toHaveURL(/\/check-your-email$/)
  await axeCheck(page)
  await screens(page, 'check-your-email')
  for (const path of ['/invoices', '/quickbooks-disconnect', '/accounting-disconnect']) {
    await page.goto(path)
    await expect(page, `without a confirmed address: ${path}`).toHaveURL(/\/check-your-email$/)
  }
  await page.getByRole('button', { name: 'I’ve confirmed it' }).click()
  await expect(page.getByText('Not confirmed yet')).toBeVisible()

  const message = await mailTo(request, email, /Confirm your email address/)
  await page.goto(linkTo(message, '/email-verification'))
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  await axeCheck(page)
  await page.getByRole('link', { name: 'Continue' }).click()

  await expect(page.getByRole('heading', { name: 'How do you invoice?' })).toBeVisible()
  await page.goto('/customers?account_type=none-of-these')
  await expect(page, 'without an account type every page redirects and keeps the query').toHaveURL(
    /\/choose-account-type\?account_type=none-of-these$/,
  )
  await axeCheck(page)
  await screens(page, 'choose-account-type')
  await page.getByRole('button', { name: 'Start with local invoices' }).click()

  await expect(page.getByRole('heading', { name: 'Your company' })).toBeVisible()
  await page.getByLabel('Company name').fill('Lighthouse Paper Co.')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose file' }).click()
  await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await logo() })
  await expect(page.getByRole('img', { name: 'Your logo' })).toBeVisible()
  await expect(page.getByText('Logo saved')).toBeVisible()
  await page.getByLabel('Address line 1').fill('1 Pier Road')
  await page.getByLabel('City').fill('Duluth')
  await axeCheck(page)
  await screens(page, 'set-up-company')
  await page.getByRole('button', { name: 'Save and continue' }).click()

  await expect(page.getByRole('heading', { name: 'Plan', exact: true })).toBeVisible()
  const steps = page.getByRole('navigation', { name: 'Set-up' })
  await expect(steps.locator('[aria-current=step]')).toContainText('Plan')
  await axeCheck(page)
  await screens(page, 'set-up-plan')
  await page.getByRole('link', { name: 'Continue' }).click()

  await expect(page.getByRole('heading', { name: 'Currency and time zone' })).toBeVisible()
  await page.getByRole('combobox', { name: 'Currency' }).click()
  await page.keyboard.type('eur')
  await page.getByRole('option', { name: /EUR/ }).first().click()
  await page.getByRole('combobox', { name: 'Time zone' }).fill('Berlin')
  await page.getByRole('option', { name: /Europe\/Berlin/ }).click()
  await axeCheck(page)
  await screens(page, 'set-up-currency')
  await page.getByRole('button', { name: 'Save and continue' }).click()

  await expect(page.getByRole('heading', { name: 'Welcome, Lighthouse Paper Co.' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'dashboard-new')
  await page.getByRole('button', { name: 'Show dashboard' }).click()
  await expect(page.getByText('Top debtors')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'dashboard-nothing-yet')
  await page.reload()
  await page.getByRole('button', { name: 'Getting started' }).click()
  await expect(page.getByRole('heading', { name: 'Welcome, Lighthouse Paper Co.' })).toBeVisible()
  await page.goto('/settings/account-settings')
  await expect(page.getByRole('combobox', { name: 'Currency' })).toHaveValue(/EUR/)
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Berlin')
  await page.goto('/settings/audit-log')
  await expect(
    page.getByText('opened this account, from the campaign utm_source=news&utm_campaign=june'),
    'the campaign of the first visit is logged',
  ).toBeVisible()
})

test('a forgotten password is reset with a link that works once', { tag: '@gate' }, async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 400/)
  const company = await openCompany(request, 'Forgetful & Sons')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'forgot-password')

  const answer = 'If this address has an account, we sent it a link.'
  await page.getByLabel('Email').fill(freshEmail('nobody'))
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(answer)).toBeVisible()
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(company.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(answer), 'the same message for a known address').toBeVisible()

  const link = linkTo(await mailTo(request, company.email, /password/i), '/password-reset-confirmation')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await axeCheck(page)
  await page.getByLabel('New password').fill('forgetful & sons')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('The password must not contain the name of your company.')).toBeVisible()
  await page.getByLabel('New password').fill('nine lanterns under ice')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Your new password is set. Log in with it.')).toBeVisible()

  const password = page.getByLabel('Password', { exact: true })
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  const pasted = await password.evaluate((field) =>
    field.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true })),
  )
  expect(pasted, 'pasting a password is allowed').toBe(true)
  await page.getByLabel('Email').fill(company.email)
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Wrong email address or password. Please try again.')).toBeVisible()
  await logIn(page, { email: company.email, password: 'nine lanterns under ice' })

  await page.goto(link)
  await page.getByLabel('New password').fill('ten lanterns under ice')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
})

test('logging out, ending the session elsewhere and an unreadable token lead to the login page', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 401/)
  const company = await openCompany(request, 'Evening Shift Ltd')
  await logIn(page, company)
  const stored = () => page.evaluate(() => Object.keys(localStorage))
  expect(await stored()).toContain('auth-token')
  await logOut(page)
  expect(await stored()).not.toContain('auth-token')
  await page.goto('/customers')
  await expect(page).toHaveURL(/\/login\?.*reason=no_session/)

  await page.getByLabel('Email').fill(company.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page, 'the requested page opens after login').toHaveURL(/\/customers/)
  // A pending request would report the end of the session before the reload does.
  await page.waitForLoadState('networkidle')
  const token = await page.evaluate(() => localStorage.getItem('auth-token') ?? '')
  await request.post('/api/profile/logout/', { headers: { authorization: `Bearer ${token}` }, data: {} })
  await page.reload()
  await expect(page).toHaveURL(/\/login\?.*reason=session_timed_out/)
  await expect(page.getByText('Your session has timed out. Please log in again.')).toBeVisible()
  expect(await stored()).not.toContain('auth-token')

  await page.evaluate(() => localStorage.setItem('auth-token', 'no token at all'))
  await page.goto('/customers')
  await expect(page).toHaveURL(/\/login\?.*reason=bad_session/)
  await expect(page.getByText('Something was wrong with your session. Please log in again.')).toBeVisible()
})

test('an unknown address shows the not-found page with a link to the dashboard', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Lost Letters Ltd')
  await logIn(page, company)
  for (const path of ['/no-such-page', '/login/more', '/forgot-password/more']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
  await axeCheck(page)
  await screens(page, 'not-found')
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
})
