import sharp from 'sharp'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { callApi } from '../steps/api.ts'
import { freshEmail, openBilledCompany, openCompany, PASSWORD } from '../steps/company.ts'
import { logIn, logOut, openAs } from '../steps/log-in.ts'
import { linkTo, mailTo } from '../steps/mail.ts'
import { portalOf } from '../steps/portal.ts'

const picture = (width = 360, height = 120) =>
  sharp({ create: { width, height, channels: 3, background: '#7a2e8f' } })

test('company information and the logo are changed and shown to customers, and an invalid logo file is refused', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 400/)
  const { company, link } = await openBilledCompany(request, 'Purple Press', '12.00')
  await openAs(page, company, '/settings/company-information')
  const logo = page.getByRole('region', { name: 'Logo' })
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  await choose('logo.gif', 'image/gif', Buffer.from('GIF89a'))
  await expect(logo.getByText('Choose a PNG, JPEG or WebP image.')).toBeVisible()
  await choose('large.png', 'image/png', Buffer.alloc(2 * 1024 * 1024 + 1))
  await expect(logo.getByText('Choose an image of at most 2 MB.')).toBeVisible()
  await choose('page.png', 'image/png', Buffer.from('<svg onload="alert(1)"/>'))
  await expect(logo.getByText('Choose a PNG, JPEG or WebP image.')).toBeVisible()
  const whole = await picture().png().toBuffer()
  await choose('cut.png', 'image/png', whole.subarray(0, 60))
  await expect(logo.getByText('This file is damaged or isn’t an image.')).toBeVisible()
  await choose('wide.png', 'image/png', await picture(5000, 10).png().toBuffer())
  await expect(logo.getByText(/^The image is too large/)).toBeVisible()
  await expect(logo.getByRole('img')).toHaveCount(0)
  const address = logo.getByLabel('Or the web address of your logo')
  const message = (text: string) => page.getByRole('status').getByText(text)
  await address.fill('ftp://example.com/logo.png')
  await address.press('Enter')
  await expect(message('Invalid logo URL')).toBeVisible()
  await address.fill('https://127.0.0.1/logo.png')
  await logo.getByRole('button', { name: 'Load logo' }).click()
  await expect(message('Failed to load logo')).toBeVisible()
  await expect(logo.getByText('The address can’t be reached.')).toBeVisible()
  await choose('logo.png', 'image/png', whole)
  await expect(page.getByText('Logo saved')).toBeVisible()
  await expect(logo.getByRole('img', { name: 'Your logo' })).toBeVisible()
  await expect(logo.getByText('too large'), 'the former error is gone').toHaveCount(0)

  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(save).toBeDisabled()
  await page.getByLabel('Company name').fill('')
  await page.getByLabel('Email').fill('nobody')
  await page.getByLabel('Phone').fill('12')
  await page.getByLabel('Website').fill('javascript:alert(1)')
  await save.click()
  await expect(page.getByText('Enter a valid email address.')).toBeVisible()
  await expect(page.getByText('Enter a valid phone number.')).toBeVisible()
  await expect(page.getByText('Enter a web address.')).toBeVisible()
  await expect(page.getByText('This field is required.')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'settings-company')
  await page.getByLabel('Company name').fill('Purple Press & Sons')
  await page.getByLabel('Email').fill(company.email)
  await page.getByLabel('Phone').fill('+49 (0)30 1234567')
  await page.getByLabel('Website').fill('https://purple.test')
  await page.getByRole('button', { name: 'Add address lines' }).click()
  await page.getByLabel('Address line 1').fill('1 Quay')
  await page.getByLabel('Address line 3').fill('Shed 4')
  await page.getByLabel('Address line 4').fill('Gate B')
  await page.getByLabel('City').fill('Madison')
  await save.click()
  await expect(page.getByText('Company information saved')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Company name')).toHaveValue('Purple Press & Sons')
  await expect(page.getByLabel('City')).toHaveValue('Madison')
  await expect(page.getByLabel('Phone')).toHaveValue('+49 30 1234567')
  await expect(page.getByLabel('Address line 4')).toHaveValue('Gate B')
  await page.getByLabel('City').fill('Nowhere')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('City')).toHaveValue('Madison')

  await page.goto(link)
  await expect(page.getByRole('main')).toContainText('Purple Press & Sons')
  const shown = page.getByRole('main').locator('img').first()
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(360)
  await page.goto(`${portalOf(company)}/customer-portal-site-login`)
  await expect(page.getByRole('main').locator('img').first()).toBeVisible()

  await page.goto('/settings/company-information')
  await page.getByRole('button', { name: 'Remove logo' }).click()
  const removing = page.getByRole('dialog', { name: 'Remove the logo?' })
  await expect(removing).toContainText('will show only your company name.')
  await removing.getByRole('button', { name: 'Remove logo' }).click()
  await expect(page.getByText('Logo removed')).toBeVisible()
  await expect(logo.getByRole('img')).toHaveCount(0)
})

test('settings change the date format, the defaults of an invoice, and the options of a payer', {
  tag: '@gate',
}, async ({ page, request, expectConsole }) => {
  test.slow()
  expectConsole(/status of 400/)
  const { company, invoice, link } = await openBilledCompany(request, 'House Rules Ltd', '200.00')
  await openAs(page, company, '/settings/account-settings')
  await page.getByLabel('Date format').selectOption({ index: 2 })
  await page.getByLabel('Terms').selectOption('Net 15')
  await page.getByLabel('Note to the customer').fill('Thank you for buying from a small house.')
  await expect(page.getByRole('combobox', { name: 'Currency' })).toBeDisabled()
  await expect(page.getByText('Can’t be changed once transactions are recorded.')).toBeVisible()
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('no such place')
  await expect(
    page.getByText('No options for “no such place”').or(page.getByText(/^No options for/)),
  ).toBeVisible()
  await axeCheck(page)
  await zone.press('Escape')
  await zone.fill('berlin')
  await page.getByRole('option', { name: /Berlin/ }).click()
  await axeCheck(page)
  await screens(page, 'settings-account')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Account settings saved')).toBeVisible()
  await page.goto('/invoices')
  await expect(
    page.getByRole('table', { name: 'Invoices' }).getByRole('row', { name: new RegExp(invoice.number) }),
  ).toContainText(/\d{4}-\d{2}-\d{2}/)
  await page.goto('/invoice-view')
  await expect(page.getByLabel('Terms')).toHaveValue('net_15')
  await expect(page.getByText('Thank you for buying from a small house.').first()).toBeVisible()

  await page.goto('/settings/payment-processor')
  const processors = page.getByRole('region', { name: 'How customers pay' })
  await expect(processors).toContainText(/SandboxConnectedsince \d{4}-\d{2}-\d{2}/)
  await expect(processors).toContainText('No money moves')
  await expect(processors).toContainText('Customers can pay by: Credit card, E-check, PayPal.')
  await expect(processors).toContainText('Card 4242 4242 4242 4242')
  await page.goto('/settings/payment-settings')
  await page.getByRole('switch', { name: 'Email the owners when a customer pays' }).click()
  await page.getByLabel('Credit card').fill('11')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByLabel('Credit card')).toHaveAttribute('aria-invalid', 'true')
  await screens(page, 'settings-payment')
  await page.getByLabel('Credit card').fill('2')
  await page.getByRole('switch', { name: 'Allow partial payments' }).click()
  await page.getByRole('switch', { name: 'Tick “Save this payment method” for them' }).click()
  await axeCheck(page)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Payment settings saved')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Email the owners when a customer pays' })).not.toBeChecked()
  await page.goto(link)
  await expect(page.getByText('includes $4.00 credit card surcharge')).toBeVisible()
  await expect(page.getByLabel('Amount')).toHaveCount(0)
  await expect(page.getByLabel('Save this payment method')).toBeChecked()
})

test('a user changes their name and password, which ends other sessions and the old password', async ({
  page,
  request,
  expectConsole,
  browserName,
}) => {
  expectConsole(/status of 400/)
  const company = await openCompany(request, 'Mirror Mirror Ltd')
  await openAs(page, company, '/settings/profile')
  await page.getByLabel('First name').fill('Ophelia')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Name saved')).toBeVisible()
  await page.getByLabel('Current password').fill('not this one')
  await page.getByLabel('New password').fill('eleven quiet owls')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true')
  await axeCheck(page)
  await screens(page, 'settings-profile')
  const sessions = page.getByRole('list', { name: 'Active sessions' }).getByRole('listitem')
  const before = await sessions.count()
  expect(before, 'the API calls that set up the company have their own session').toBeGreaterThan(1)
  await expect(sessions.first()).toContainText('This device')
  await sessions
    .nth(1)
    .getByRole('button', { name: /^Log out / })
    .click()
  await expect(page.getByText('Device logged out')).toBeVisible()
  await expect(sessions).toHaveCount(before - 1)
  await callApi(request, 'POST', '/api/profile/login/', {
    body: { email: company.email, password: PASSWORD },
  })
  await page.reload()
  await screens(page, 'settings-places')
  await page.getByRole('button', { name: 'Log out everywhere else' }).click()
  await expect(page.getByText('Logged out everywhere else')).toBeVisible()
  await expect(sessions).toHaveCount(1)
  await page.getByLabel('New password').fill('eleven quiet owls')
  await page.getByLabel('Current password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()
  await logOut(page)
  await page.getByLabel('Email').fill(company.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Wrong email address or password. Please try again.')).toBeVisible()
  await logIn(page, { email: company.email, password: 'eleven quiet owls' })
  await expect(page.getByRole('button', { name: /Ophelia.*user menu|user menu.*Ophelia/ })).toBeVisible()
  await page.goto('/settings/profile')
  await expect(sessions.first()).toContainText(
    browserName === 'firefox' ? /^Firefox on LinuxThis device/ : /^Chrome on (Linux|Windows)This device/,
  )
  await screens(page, 'settings-sessions')
})

test('a new email address takes effect once it is confirmed, and the old address can revert the change', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 40[01]/)
  const company = await openCompany(request, 'Moving House Ltd')
  const next = freshEmail('moved')
  await openAs(page, company, '/settings/profile')
  const section = page.getByRole('region', { name: 'Email address' })
  const ask = async (email: string, password: string) => {
    await section.getByLabel('New email address').fill(email)
    await section.getByLabel('Your password').fill(password)
    await section.getByRole('button', { name: 'Change email address' }).click()
  }
  await ask('nobody', 'not this one')
  await expect(section.getByText('Enter a valid email address.')).toBeVisible()
  await ask(next, 'not this one')
  await expect(section.getByText('That’s not your current password. Please try again.')).toBeVisible()
  await ask(next, PASSWORD)
  await expect(section.getByText(`Open the link we sent to ${next}.`)).toBeVisible()
  await axeCheck(page)
  await screens(page, 'settings-email-pending')
  const former = await mailTo(request, next, /Confirm your new email address/)
  await section.getByRole('button', { name: 'Cancel change' }).click()
  await expect(page.getByText('Your email address won’t change')).toBeVisible()
  await ask(next, PASSWORD)
  await expect(section.getByText(`Open the link we sent to ${next}.`)).toBeVisible()
  await mailTo(request, company.email, /Your email address is about to change/)

  const latter = await mailTo(request, next, /Confirm your new email address/, former)
  const link = linkTo(latter, '/email-verification')
  await page.goto(link)
  await expect(page.getByText(`You’ll log in with ${next} from now on.`)).toBeVisible()
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.goto('/settings/profile')
  await expect(section).toContainText(`You log in as ${next}.`)
  await logOut(page)
  await logIn(page, { email: next })

  const notice = await mailTo(request, company.email, /Your email address was changed/)
  await page.goto(linkTo(notice, '/email-verification'))
  await expect(page.getByRole('heading', { name: 'Restore your email address?' })).toBeVisible()
  await screens(page, 'email-restore-asked')
  await page.getByRole('button', { name: 'Restore address' }).click()
  await expect(page.getByRole('heading', { name: 'Your email address is restored' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'email-restored')
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  const renew = await mailTo(request, company.email, /Set a new password/)
  await page.goto(linkTo(renew, '/password-reset-confirmation'))
  await page.getByLabel('New password').fill('eleven quiet owls')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Your new password is set. Log in with it.')).toBeVisible()
  await logIn(page, { email: company.email, password: 'eleven quiet owls' })
})

test('leaving unsaved settings asks for confirmation, in the app and when the tab closes', {
  tag: '@gate',
}, async ({ page, request }) => {
  test.slow()
  const company = await openCompany(request, 'Half Typed Ltd')
  await openAs(page, company, '/settings/company-information')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const forms = [
    { path: '/settings/company-information', change: () => page.getByLabel('City').fill('Madison') },
    {
      path: '/settings/payment-settings',
      change: () => page.getByRole('switch', { name: 'Allow partial payments' }).click(),
    },
    {
      path: '/settings/account-settings',
      change: () => page.getByLabel('Terms').selectOption('Net 15'),
    },
    {
      path: '/customer-portal/settings',
      change: () => page.getByRole('textbox', { name: 'Website' }).fill('https://half.test'),
    },
    { path: '/settings/profile', change: () => page.getByLabel('First name').fill('Ophelia') },
    { path: '/settings/profile', change: () => page.getByLabel('New email address').fill('o@half.test') },
  ]
  const leave = () => page.getByRole('link', { name: 'Invoices' }).first().click()
  for (const { path, change } of forms) {
    await page.goto(path)
    await change()
    await leave()
    await expect(question).toContainText('You have unsaved changes.')
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    const closing = page.waitForEvent('dialog')
    const reloading = page.reload()
    const asked = await closing
    expect(asked.type(), path).toBe('beforeunload')
    await asked.accept()
    await reloading
    await leave()
    await expect(page.getByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible()
  }

  await page.goto('/settings/company-information')
  await page.getByLabel('City').fill('Madison')
  await leave()
  await expect(question).toBeVisible()
  await axeCheck(page)
  await screens(page, 'settings-unsaved')
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible()
  await page.goto('/settings/company-information')
  await page.getByLabel('City').fill('Madison')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Company information saved')).toBeVisible()
  await leave()
  await expect(page.getByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible()
})
