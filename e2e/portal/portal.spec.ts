import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { callApi } from '../steps/api.ts'
import {
  addCustomer,
  freshEmail,
  inCompany,
  openCompany,
  PASSWORD,
  sendInvoice,
  todayOf,
} from '../steps/company.ts'
import { tabTo } from '../steps/keyboard.ts'
import { openAs } from '../steps/log-in.ts'
import { linkTo, mailTo } from '../steps/mail.ts'
import { expectThanks, fillCard, pay } from '../steps/paying.ts'
import { enrollCustomer, INVITATION, portalOf, signInToPortal, tokenOf } from '../steps/portal.ts'
import { setAccount } from '../steps/set-account.ts'

const SITE = '/customer-portal-site'
const LOGIN = '/customer-portal-site-login'

test('an invited customer enrolls, sees the amount owed, pays an invoice and logs out', {
  tag: '@gate',
}, async ({ page, browser, request, watch, expectConsole }) => {
  test.slow()
  expectConsole(/status of 400/)
  const company = await openCompany(request, 'Lamplighter Ltd')
  const customer = await addCustomer(request, company, 'Pinewood Market')
  const late = await sendInvoice(request, company, customer, '120.00', 75)
  const recent = await sendInvoice(request, company, customer, '300.00')
  await openAs(page, company, `/customers/${customer.pk}`)
  const invite = page.getByRole('region', { name: 'Customer portal' })
  await expect(invite.getByLabel('Invite by email')).toHaveValue(customer.email)
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText('Invitation sent')).toBeVisible()
  await expect(invite).toContainText('was invited but hasn’t accepted yet.')

  const theirs = await browser.newContext()
  await watch(theirs)
  const portal = await theirs.newPage()
  const invitation = linkTo(await mailTo(request, customer.email, INVITATION), '/customer-portal-site-enrol')
  await portal.goto(invitation)
  await expect(portal.getByRole('heading', { name: 'Welcome' })).toBeVisible()
  await expect(portal.getByRole('main')).toContainText('Lamplighter Ltd')
  await axeCheck(portal)
  await screens(portal, 'portal-enroll')
  await portal.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await portal.getByLabel('Repeat the password').fill('something else')
  await portal.getByRole('button', { name: 'Open my portal' }).click()
  await expect(portal.getByText('The passwords don’t match. Enter the same one twice.')).toBeVisible()
  await portal.getByLabel('Repeat the password').fill(PASSWORD)
  await portal.getByRole('button', { name: 'Open my portal' }).click()

  const owed = portal.getByRole('region', { name: 'Total Amount Owed' })
  await expect(owed).toContainText('$420.00')
  for (const name of ['Current', 'Past Due 0-30', '60', '90', '90+', '31 to 60 days', 'Over 90 days'])
    await expect(owed.getByText(name, { exact: true })).toBeVisible()
  await expect(owed).toContainText('$300.00')
  await expect(owed).toContainText('$120.00')
  await expect(portal.getByRole('region', { name: 'Your details' })).toContainText(customer.email)
  await expect(portal.getByText('No credit memos available')).toBeVisible()
  const latest = portal.getByRole('table', { name: 'Latest Invoices' })
  await expect(latest.getByRole('row', { name: new RegExp(late.number) })).toContainText(
    /Overdue by \d+ days/,
  )
  await axeCheck(portal)
  await screens(portal, 'portal-home')

  await portal.getByRole('link', { name: 'See All Invoices' }).click()
  await expect(portal).toHaveURL(/tab=2/)
  const card = (label: string) =>
    portal.getByRole('definition').and(portal.locator(`dt:text-is("${label}") + dd`))
  await expect(card('Total Amount Unpaid')).toHaveText('$420.00')
  await expect(card('Total Amount Paid')).toHaveText('$0.00')
  await expect(card('Total unpaid Invoices')).toHaveText('2')
  const all = portal.getByRole('table', { name: 'All Invoices' })
  for (const name of ['Invoice', 'Due Date', 'Total', 'Remaining', 'Status'])
    await expect(all.getByRole('columnheader', { name })).toBeVisible()
  await expect(all.getByRole('row', { name: new RegExp(recent.number) })).toContainText(/Due in \d+ days/)
  await axeCheck(portal)
  await screens(portal, 'portal-invoices')

  await portal.getByRole('button', { name: `Pay Invoice ${recent.number}, $300.00` }).click()
  const dialog = portal.getByRole('dialog', { name: 'Make a Payment' })
  await expect(dialog).toContainText(`Invoice ${recent.number}`)
  await fillCard(dialog)
  await axeCheck(portal)
  await screens(portal, 'portal-pay')
  await pay(dialog, '$300.00')
  await expectThanks(dialog)
  await axeCheck(portal)
  await screens(portal, 'portal-paid')
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  const row = all.getByRole('row', { name: new RegExp(recent.number) })
  await expect(row).toContainText('Paid')
  await expect(row.getByRole('button')).toHaveCount(0)
  await expect(card('Total Amount Unpaid')).toHaveText('$120.00')
  await expect(card('Total Amount Paid')).toHaveText('$300.00')
  await expect(card('Total unpaid Invoices')).toHaveText('1')
  await portal.getByRole('link', { name: 'Home' }).click()
  await expect(owed).toContainText('$120.00')
  await expect(owed).not.toContainText('$300.00')

  await page.goto(`/invoices/${recent.pk}`)
  await expect(page.getByRole('main').getByText('Paid', { exact: true })).toBeVisible()
  await page.goto('/payment-processing')
  await expect(page.getByRole('row', { name: /Pinewood Market/ })).toContainText('Confirmed')
  await page.goto(`/customers/${customer.pk}`)
  await expect(invite).toContainText(`${customer.email} can log in to the portal.`)

  await portal.getByRole('button', { name: /Customer menu/ }).click()
  await screens(portal, 'portal-menu')
  await portal.getByRole('button', { name: 'Log Out' }).click()
  await expect(portal).toHaveURL(new RegExp(`${LOGIN}$`))
  expect(await portal.evaluate(() => localStorage.getItem('auth-token'))).toBeNull()
  await portal.goto(`${portalOf(company)}${SITE}?tab=2`)
  await expect(portal.getByText('Please log in to see your invoices.')).toBeVisible()
  await portal.goto(invitation)
  await expect(portal.getByRole('heading', { name: 'You already have a login' })).toBeVisible()
  await expect(portal.getByLabel('Repeat the password'), 'no form that will be refused').toHaveCount(0)
  await axeCheck(portal)
  await screens(portal, 'portal-enrolled')
  await portal.getByRole('link', { name: 'Log in' }).click()
  await expect(portal).toHaveURL(new RegExp(`${LOGIN}$`))
  await theirs.close()
})

test('the portal refuses wrong passwords, resets a forgotten one, and reports an ended session', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 40[01]/)
  const company = await openCompany(request, 'Second Key Ltd')
  const customer = await addCustomer(request, company, 'Old Mill Tavern')
  await sendInvoice(request, company, customer, '45.00')
  await enrollCustomer(request, company, customer)
  const signIn = async (email: string, password: string) => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Log in' }).click()
  }
  await page.goto(portalOf(company))
  await expect(page).toHaveURL(new RegExp(LOGIN))
  await expect(page.getByRole('main')).toContainText('Second Key Ltd')
  await axeCheck(page)
  await screens(page, 'portal-login')
  await page.goto(`${portalOf(company)}${LOGIN}?reason=__proto__`)
  await expect(page.getByRole('button', { name: 'Log in' }), 'an unknown reason is ignored').toBeVisible()
  await page.evaluate(() => localStorage.setItem('auth-token', 'no token at all'))
  await page.goto(portalOf(company) + SITE)
  await expect(page.getByText('Something was wrong with your session. Please log in again.')).toBeVisible()
  const refusal = page.getByText('Wrong email address or password. Please try again.')
  await signIn(customer.email, 'not this one')
  await expect(refusal).toBeVisible()
  await screens(page, 'portal-login-refused')
  await signIn(freshEmail('nobody'), PASSWORD)
  await expect(refusal, 'the same message for an unknown address').toBeVisible()
  await signIn(company.email, PASSWORD)
  await expect(refusal, 'staff can’t sign in to the portal').toBeVisible()

  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'portal-forgot-password')
  await page.getByLabel('Email').fill(customer.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Check your email')).toBeVisible()
  const reset = linkTo(
    await mailTo(request, customer.email, /^Set a new password for Second Key Ltd$/),
    '/password-reset-confirmation',
  )
  const fresh = 'nine lanterns under ice'
  await page.goto(reset)
  await page.getByLabel('Password', { exact: true }).fill(fresh)
  await page.getByLabel('Repeat the password').fill(fresh)
  await axeCheck(page)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('link', { name: 'Log in' }).click()
  await signIn(customer.email, PASSWORD)
  await expect(refusal).toBeVisible()
  await signIn(customer.email, fresh)
  await expect(page.getByRole('region', { name: 'Total Amount Owed' })).toContainText('$45.00')
  await page.goto(portalOf(company))
  await expect(page, 'signed in already').toHaveURL(new RegExp(`${SITE}$`))
  await expect(page.getByRole('region', { name: 'Total Amount Owed' })).toContainText('$45.00')

  await callApi(request, 'POST', '/api/profile/logout/', {
    host: company.host,
    token: await tokenOf(page.context(), company),
    body: {},
  })
  await page.reload()
  await expect(page).toHaveURL(/reason=session_timed_out/)
  await expect(page.getByText('Your session has timed out. Please log in again.')).toBeVisible()

  await page.goto(reset)
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  await expect(page.getByLabel('Repeat the password'), 'no form that will be refused').toHaveCount(0)
  await axeCheck(page)
  await screens(page, 'portal-link-ended')
  await expect(page.getByRole('link', { name: 'Send a new link' })).toBeVisible()
})

test('a login with two customers switches between them, and the list keeps its state in the address', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 404/)
  const company = await openCompany(request, 'Double Entry Ltd')
  const first = await addCustomer(request, company, 'Alder Coffee')
  const second = await addCustomer(request, company, 'Birch Bakery')
  for (let at = 1; at <= 7; at += 1) await sendInvoice(request, company, first, `${at}0.00`)
  await sendInvoice(request, company, second, '500.00')
  await inCompany(request, company, 'POST', 'credit-memos/', {
    customer: second.pk,
    issued_on: await todayOf(request, company),
    total: '25.00',
    reason: 'Damaged in transit',
    request_id: 'portal-credit-memo',
  })
  await enrollCustomer(request, company, first)
  await signInToPortal(page, company, first)
  const stored = () => page.evaluate(() => localStorage.getItem('customerId'))
  expect(await stored()).toBe(first.pk)
  await page.evaluate((pk) => localStorage.setItem('customerId', pk), company.accountId)
  await page.reload()
  await expect(
    page.getByRole('region', { name: 'Total Amount Owed' }),
    'the stored customer is replaced',
  ).toBeVisible()
  expect(await stored()).toBe(first.pk)
  const asked = page.waitForRequest((one) => new URL(one.url()).pathname === '/api/invoices/')
  await page.getByRole('link', { name: 'Invoices', exact: true }).click()
  expect((await asked).headers()['x-customer-id']).toBe(first.pk)
  await page.getByRole('button', { name: /Customer menu/ }).click()
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Switch Account' })).toHaveCount(0)

  await inCompany(request, company, 'POST', `customers/${second.pk}/customer-portal/invite/`, {
    email: first.email,
  })
  await page.goto(`${portalOf(company)}${SITE}?tab=2`)
  const all = page.getByRole('table', { name: 'All Invoices' })
  await expect(all.getByRole('rowheader')).toHaveCount(7)
  await page.getByLabel('Rows per page').selectOption('5')
  await expect(page.getByText('1–5 of 7')).toBeVisible()
  await page.getByRole('button', { name: 'Page 2' }).click()
  await expect(page.getByText('6–7 of 7')).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  await page.goBack()
  await expect(page.getByText('1–5 of 7')).toBeVisible()
  await page.goto(`${portalOf(company)}${SITE}?tab=2&page_size=5&page=9`)
  await expect(page.getByText('6–7 of 7'), 'a page past the end').toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  await setAccount(company, '--flag', 'legacy-portal=on')
  await page.goto(`${portalOf(company)}${SITE}?tab=2`)
  const sizes = page.getByLabel('Rows per page')
  await expect(sizes, 'the older portal').toHaveValue('20')
  await expect(sizes.locator('option')).toHaveText(['5', '10', '20'])
  await setAccount(company, '--flag', 'legacy-portal=default')
  await page.goto(`${portalOf(company)}${SITE}?tab=2`)
  await expect(sizes).toHaveValue('10')
  await expect(sizes.locator('option')).toHaveText(['5', '10', '25', '50', '100'])
  const total = all.getByRole('columnheader', { name: 'Total' })
  for (const order of ['ascending', 'descending', 'none']) {
    await total.getByRole('button').click()
    await expect(total).toHaveAttribute('aria-sort', order)
  }

  await page.getByRole('button', { name: /Customer menu/ }).click()
  await page.getByRole('button', { name: 'Switch Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Switch Account' })
  await dialog.getByRole('radio', { name: /Birch Bakery/ }).check()
  await axeCheck(page)
  await screens(page, 'portal-switch-account')
  await dialog.getByRole('button', { name: 'Switch', exact: true }).click()
  await expect(page.getByRole('button', { name: /Customer menu, Birch Bakery/ })).toBeVisible()
  await expect(all.getByRole('rowheader')).toHaveCount(1)
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('region', { name: 'Total Amount Owed' })).toContainText('$500.00')
  await expect(page.getByRole('row', { name: /^CM-1001 Open/ })).toContainText('25.00')
  await screens(page, 'portal-home-credit')
})

test('the portal works by keyboard alone, and an unknown or broken tab shows an error with links', async ({
  page,
  request,
  expectConsole,
}) => {
  const company = await openCompany(request, 'Quiet Keys Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const invoice = await sendInvoice(request, company, customer, '64.00')
  await enrollCustomer(request, company, customer)
  await page.goto(portalOf(company))
  await expect(page.getByLabel('Email')).toBeVisible()
  await tabTo(page, 'Email')
  await page.keyboard.type(customer.email)
  await tabTo(page, 'Password')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Total Amount Owed' })).toBeVisible()
  await tabTo(page, 'Invoices')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('table', { name: 'All Invoices' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Invoices', exact: true })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await tabTo(page, `Pay Invoice ${invoice.number}, $64.00`)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Make a Payment' })
  await expect(dialog.getByLabel('Card number')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(
    page.getByRole('button', { name: /^Pay Invoice/ }),
    'the focus returns to the button',
  ).toBeFocused()
  await page.goto(`${portalOf(company)}${SITE}?tab=9`)
  await expect(page.getByText("Sorry, we couldn't find that page.")).toBeVisible()

  expectConsole(/./)
  const invoices = (url: URL) => url.pathname === '/api/invoices/'
  await page.route(invoices, (route) => route.fulfill({ json: { results: [null], count: 1 } }))
  const broken = page.getByRole('heading', { name: 'Well, this is embarrassing...' })
  const owed = page.getByRole('region', { name: 'Total Amount Owed' })
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(owed).toBeVisible()
  await page.getByRole('link', { name: 'Invoices', exact: true }).click()
  await expect(broken).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'portal-broken')
  await page.goBack()
  await expect(owed, 'another tab renders again').toBeVisible()
  await page.goForward()
  await page.getByRole('link', { name: 'Go to the portal' }).click()
  await expect(owed).toBeVisible()
  await page.getByRole('link', { name: 'Invoices', exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(new RegExp(`${LOGIN}$`))
})
