import { axeCheck, expect, productUrl, screens, test } from '../fixtures.ts'
import { openCompany, PASSWORD } from '../steps/company.ts'
import { logIn, openAs } from '../steps/log-in.ts'
import { portalOf } from '../steps/portal.ts'
import { setAccount } from '../steps/set-account.ts'

test('the login and sign-up pages link to the privacy page, which names the operator', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Plain Words Ltd')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL(/\/privacy$/)
  await expect(page.getByRole('heading', { name: 'Privacy', level: 1 })).toBeVisible()
  for (const part of ['Who is responsible', 'What is stored', 'Where', 'How long', 'Who to ask'])
    await expect(page.getByRole('heading', { name: part, exact: true })).toBeVisible()
  await expect(page.getByText(/^Ask the operator of this site about anything else/)).toBeVisible()
  await axeCheck(page)
  await screens(page, 'privacy')
  await page.route('**/api/installation/', (route) =>
    route.fulfill({
      json: { operator: 'Northwind Hosting', support_email: 'help@northwind.test', flags: {} },
    }),
  )
  await page.reload()
  await expect(page.getByText(/^Ask Northwind Hosting about anything else/)).toBeVisible()
  await expect(page.getByRole('link', { name: 'help@northwind.test' })).toHaveAttribute(
    'href',
    'mailto:help@northwind.test',
  )
  await page.goto('/signup')
  await expect(page.getByRole('link', { name: 'Privacy' })).toHaveAttribute('href', '/privacy')
  await page.goto(`${portalOf(company)}/customer-portal-site-login`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page).toHaveURL(`${productUrl()}/privacy`)
})

test('/registration opens its first step', async ({ page }) => {
  await page.goto('/registration')
  await expect(page).toHaveURL(/\/registration\/create-account$/)
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
})

test('unknown addresses ask for a login and then show the not-found page', async ({ page, request }) => {
  const company = await openCompany(request, 'Wrong Turn Ltd')
  for (const path of [
    '/login/more',
    '/no/such/page',
    '/registration/create-account/more',
    '/migration-started/more',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login\?.*reason=no_session/)
  }
  await openAs(page, company, '/registration/no-such-step')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }), 'within the app’s layout').toBeVisible()
})

test('with the new dashboard the registration steps redirect to the settings', async ({ page, request }) => {
  const company = await openCompany(request, 'New Dashboard Ltd')
  await logIn(page, company)
  for (const [step, title, path] of [
    ['account-connection', 'Accounting connection', 'accounting-connection'],
    ['logo-upload', 'Company information', 'company-information'],
    ['plan-selection', 'Plan and billing', 'plan-billing'],
    ['currency-and-timezone-selection', 'Account settings', 'account-settings'],
  ] as const) {
    await page.goto(`/registration/${step}`)
    await expect(page).toHaveURL(`${productUrl()}/settings/${path}`)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    if (step === 'account-connection' || step === 'plan-selection') {
      await axeCheck(page)
      await screens(page, `settings-${path}`)
    }
  }
  await expect(
    page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Plan and billing' }),
  ).toBeVisible()
  await page.goto('/registration')
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible()
  await expect(page.getByText(`You’re logged in as ${company.email}.`)).toBeVisible()
  await expect(page, 'the first step never redirects').toHaveURL(/\/registration\/create-account$/)
  await screens(page, 'sign-up-signed-in')
})

test('without the new dashboard the registration steps are separate screens in order', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Old Dashboard Ltd')
  await setAccount(company, '--flag', 'dashboard-v3=off')
  await openAs(page, company, '/registration/account-connection')
  const steps = page.getByRole('navigation', { name: 'Set-up' })
  const at = (name: string) => expect(steps.locator('[aria-current=step]')).toContainText(name)
  await expect(page.getByRole('heading', { name: 'Accounting platform', level: 1 })).toBeVisible()
  await at('Accounting')
  await axeCheck(page)
  await screens(page, 'registration-account-connection')
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/registration\/logo-upload$/)
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeVisible()
  await at('Logo')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page).toHaveURL(/\/registration\/plan-selection$/)
  await expect(page.getByRole('heading', { name: 'Plan', exact: true })).toBeVisible()
  await at('Plan')
  await axeCheck(page)
  await screens(page, 'registration-plan-selection')
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/registration\/currency-and-timezone-selection$/)
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(page).toHaveURL(`${productUrl()}/`)
})

test('a connection that was ended at the accounting platform shows a message and the way to the settings', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Unplugged Ltd')
  await page.goto('/accounting-disconnect')
  await expect(page).toHaveURL(/\/login\?.*reason=accounting_platform_disconnected/)
  await expect(page.getByText('Your accounting platform was disconnected. Log in to continue.')).toBeVisible()
  await page.getByLabel('Email').fill(company.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'Your accounting platform is disconnected' })).toBeVisible()
  await page.goto('/quickbooks-disconnect')
  await expect(page.getByRole('heading', { name: 'QuickBooks is disconnected' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'disconnected')
  await page.setViewportSize({ width: 320, height: 640 })
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  await expect.poll(wide, { message: 'pixels too wide on a narrow phone' }).toBeLessThanOrEqual(0)
  await page.getByRole('link', { name: 'See the accounting connection' }).click()
  await expect(page.getByRole('heading', { name: 'Accounting connection', level: 1 })).toBeVisible()
})

test('the account type page redirects once a type is chosen, and is not found without its flag', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'No Choice Ltd')
  await logIn(page, company)
  await page.goto('/choose-account-type')
  await expect(page, 'a type is chosen already').toHaveURL(`${productUrl()}/`)
  await setAccount(company, '--flag', 'choose-account-type=off')
  await page.goto('/choose-account-type')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})

test('a portal’s host redirects staff email confirmation to the app, and other staff pages to its login', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Other Host Ltd')
  await page.goto(`${portalOf(company)}/email-verification?x=1`)
  await expect(page).toHaveURL(`${productUrl()}/email-verification?x=1`)
  for (const path of ['/privacy', '/migration-started', '/customer-portal-site-settings', '/customers']) {
    await page.goto(`${portalOf(company)}${path}`)
    await expect(page).toHaveURL(`${portalOf(company)}/customer-portal-site-login`)
  }
})

test('a link to confirm a payment plan reports that there is no plan, on both hosts', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'No Plan Ltd')
  const heading = page.getByRole('heading', { name: 'No payment plan to confirm' })
  await page.goto(`${portalOf(company)}/confirm-payment-plan?token=mistyped`)
  await expect(heading).toBeVisible()
  await expect(page.getByText('Nothing was agreed or charged.')).toBeVisible()
  await expect(page.locator('p', { hasText: company.name })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'confirm-payment-plan')
  await page.getByRole('link', { name: 'To your portal' }).click()
  await expect(page).toHaveURL(/\/customer-portal-site-login\?reason=no_session$/)
  await page.goto('/confirm-payment-plan')
  await expect(heading).toBeVisible()
  await screens(page, 'confirm-payment-plan-app')
  await page.getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL(`${productUrl()}/login`)
})
