import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, openCompany, payLinkOf, sendInvoice } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'
import { setAccount } from '../steps/set-account.ts'

test('without an active subscription the settings stay open, and customers can still pay', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 40[29]/)
  const company = await openCompany(request, 'Overdue Ourselves Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const link = await payLinkOf(request, customer, await sendInvoice(request, company, customer, '90.00'))
  await openAs(page, company, '/customers')
  await expect(page.getByText('Harbor Foods').first()).toBeVisible()

  await setAccount(company, '--subscription', 'past_due')
  const billing = page.getByRole('heading', { name: 'Plan and billing', level: 1 })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Invoices' }).click()
  await expect(billing, 'an open page redirects on its next request').toBeVisible()
  await expect(page).toHaveURL(/\/settings\/plan-billing$/)
  await expect(page.getByText('Your subscription is not active')).toBeVisible()
  await expect(page.getByText('Past due')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'plan-billing-past-due')
  await setAccount(company, '--quota', 'MAX_INVOICES=1')
  await page.reload()
  const used = page.getByRole('region', { name: 'Usage' })
  await expect(used.getByRole('progressbar', { name: 'Invoices' })).toHaveAttribute('aria-valuenow', '100')
  await expect(used.getByText('1 of 1')).toBeVisible()
  await expect(used.getByText('1, no limit')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'plan-billing-full')
  for (const path of [
    '/',
    '/invoices',
    '/invoice-view',
    '/customer-details',
    '/credit-memos',
    '/settings/plan-billing',
  ]) {
    await page.goto(path)
    await expect(billing, path).toBeVisible()
  }
  for (const [path, title] of [
    ['/settings/company-information', 'Company information'],
    ['/settings/account-settings', 'Account settings'],
    ['/settings/profile', 'Profile'],
    ['/getting-started', 'Getting started'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
  }
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Make a Payment' })).toBeVisible()

  await setAccount(company, '--subscription', 'trialing')
  await page.goto('/invoice-view')
  await page.getByRole('combobox', { name: 'Customer' }).fill('harbor')
  await page.getByRole('option', { name: 'Harbor Foods' }).click()
  await page.getByLabel('Item, line 1').fill('One too many')
  await page.getByLabel('Price, line 1').fill('5')
  await page.getByRole('button', { name: 'Save draft' }).click()
  const full = page.getByRole('alert').filter({ hasText: 'Your plan allows no more invoices.' })
  await expect(full.getByRole('link', { name: 'See plans' })).toHaveAttribute(
    'href',
    '/settings/plan-billing',
  )
  await axeCheck(page)
  await screens(page, 'invoice-editor-plan-full')
  await full.getByRole('link', { name: 'See plans' }).click()
  await page.getByRole('button', { name: /Leave|Discard/ }).click()
  await expect(page.getByText(/^It ends on /)).toBeVisible()
  await expect(page.getByText('Your subscription is not active')).toHaveCount(0)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
})

test('the getting-started page leads a new company through its steps and lets it mark them as done', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'First Light Ltd')
  await openAs(page, company, '/')
  await page.getByRole('link', { name: 'All steps' }).click()
  await expect(page.getByRole('heading', { name: 'Getting started', level: 1 })).toBeVisible()
  await expect(page.getByText('1 of 9 steps done')).toBeVisible()
  const step = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  await expect(step('Complete your registration').getByText('Done', { exact: true })).toBeVisible()
  await expect(step('Create your first invoice').getByText('5 min')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'getting-started')
  await step('Add your address and logo')
    .getByRole('button', { name: /^Mark as done/ })
    .click()
  await expect(page.getByText('2 of 9 steps done')).toBeVisible()
  await expect(step('Add your address and logo').getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: 'Advanced options' }).click()
  await expect(page).toHaveURL(/\/getting-started\?advanced=true$/)
  await expect(step('Invite customers to their portal')).toBeVisible()
  await axeCheck(page)
  await page.reload()
  await expect(step('Turn reminders on').getByText('5 s', { exact: true })).toBeVisible()
  const settings = page.getByRole('navigation', { name: 'Settings of these steps' })
  for (const [name, path] of [
    ['Company information', 'company-information'],
    ['Payment settings', 'payment-settings'],
    ['Payment processor', 'payment-processor'],
    ['Accounting connection', 'accounting-connection'],
  ] as const)
    await expect(settings.getByRole('link', { name })).toHaveAttribute('href', `/settings/${path}`)
  await step('Review payment settings').getByRole('link', { name: 'Payment settings' }).click()
  await expect(page.getByRole('heading', { name: 'Payment settings', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: /user menu/ }).click()
  await page.getByRole('menuitem', { name: 'Getting started' }).click()
  await expect(page.getByText('2 of 9 steps done')).toBeVisible()
  await step('Create your first invoice').getByRole('link', { name: 'New invoice' }).click()
  await expect(page).toHaveURL(/invoice-view/)
})

test('an operator’s message and a block are shown on every page, and customers can still pay', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 40[23]/)
  const company = await openCompany(request, 'Held Back Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const link = await payLinkOf(request, customer, await sendInvoice(request, company, customer, '90.00'))
  await openAs(page, company, '/invoices')
  await setAccount(company, '--message', 'Maintenance on Sunday, 8 to 9.', '--blocked', 'on')
  await page.goto('/invoices')
  await expect(page).toHaveURL(/\/settings\/plan-billing$/)
  await expect(page.getByText('This account is blocked')).toBeVisible()
  await page.goto('/settings/developers')
  await expect(page.getByText('Ask the operator of this site.').last()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await page.goto('/settings/account-settings')
  await expect(page.getByText('Maintenance on Sunday, 8 to 9.')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'account-blocked')
  await setAccount(company, '--message', 'none', '--blocked', 'off')
  await page.goto('/invoices')
  await expect(page.getByRole('heading', { name: 'Invoices', level: 1 })).toBeVisible()
  await expect(page.getByText('Maintenance on Sunday, 8 to 9.')).toHaveCount(0)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Make a Payment' })).toBeVisible()
})
