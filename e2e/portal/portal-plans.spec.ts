import type { APIRequestContext, Page } from '@playwright/test'
import { addDays } from '../../domain/dates/calendar.ts'
import { axeCheck, expect, productUrl, screens, test } from '../fixtures.ts'
import { callApi } from '../steps/api.ts'
import {
  addCustomer,
  type Company,
  type Customer,
  type Invoice,
  inCompany,
  openBilledCompany,
  openCompany,
  sendInvoice,
  todayOf,
} from '../steps/company.ts'
import { toast } from '../steps/log-in.ts'
import { expectThanks, fillCard, fillECheck, pay } from '../steps/paying.ts'
import { enrollCustomer, portalOf, signInToPortal } from '../steps/portal.ts'

/** Proposes and confirms a plan: a down payment today, then payments a week apart. */
async function openPlan(
  request: APIRequestContext,
  company: Company,
  invoice: Invoice,
  amounts: readonly string[],
  fee = '',
): Promise<string> {
  const today = await todayOf(request, company)
  const plan = await inCompany<{ pk: string; revision: number; remaining: string }>(
    request,
    company,
    'POST',
    'payment-plans/',
    {
      invoices: [invoice.pk],
      installments: amounts.map((amount, at) => ({
        due_date: addDays(today, 7 * at),
        amount,
        down_payment: at === 0,
      })),
      fee,
      email: false,
    },
  )
  const { url } = await inCompany<{ url: string }>(request, company, 'POST', `payment-plans/${plan.pk}/link/`)
  await callApi(request, 'POST', '/api/payment-plan-proposal/confirm/', {
    host: company.host,
    body: {
      token: new URL(url).searchParams.get('token'),
      revision: plan.revision,
      total: plan.remaining,
      name: 'Maya Okafor',
      agreed: true,
    },
  })
  return plan.pk
}

/** Signs a customer in who has an invoice on a plan and one without. */
async function openPortal(page: Page, request: APIRequestContext, name: string, amounts: readonly string[]) {
  const company = await openCompany(request, name)
  const customer: Customer = await addCustomer(request, company, 'Harbor Foods')
  await enrollCustomer(request, company, customer)
  const total = amounts.reduce((sum, amount) => sum + Number(amount), 0).toFixed(2)
  const invoice = await sendInvoice(request, company, customer, total)
  const other = await sendInvoice(request, company, customer, '12.00')
  const plan = await openPlan(request, company, invoice, amounts)
  await signInToPortal(page, company, customer)
  return { company, customer, invoice, other, plan }
}

const PHONE = { width: 390, height: 844 }

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Portal' }).getByRole('link')
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Make a Payment' })

test('installments are dots that open their own payment, by keyboard too', { tag: '@gate' }, async ({
  page,
  request,
}) => {
  test.slow()
  const { company, invoice, other } = await openPortal(page, request, 'Step by Step Ltd', [
    '10.01',
    '20.00',
    '30.00',
  ])
  await expect(tabs(page)).toHaveText(['Home', 'Invoices', 'Payment Plans', 'Statement', 'Payments'])
  await page.getByRole('link', { name: 'Invoices', exact: true }).click()
  const list = page.getByRole('table', { name: 'All Invoices' })
  await expect(list.getByRole('row', { name: new RegExp(other.number) }).getByText('PP')).toHaveCount(0)
  await axeCheck(page)
  await screens(page, 'portal-plan-badge')
  await list.getByRole('link', { name: `PP, payment plan of invoice ${invoice.number}` }).click()
  await expect(page).toHaveURL(/tab=3/)

  const table = page.getByRole('table', { name: 'Payment Plans' })
  for (const name of [
    'Invoice Number',
    'Total Amount',
    'Total Remaining',
    'Date',
    'Days Past Due',
    'Payment Method',
    'Installments',
  ])
    await expect(table.getByRole('columnheader', { name: new RegExp(`^${name}`) })).toBeVisible()
  const dots = page.getByRole('list', { name: `Installments of invoice ${invoice.number}` })
  await expect(dots.getByRole('listitem')).toHaveText(['D', '2', '3'])
  await expect(dots.locator('[data-status=Open]')).toHaveCount(3)
  await expect(page.getByLabel('Rows per page')).toHaveValue('5')
  await expect(page.getByLabel('Rows per page').getByRole('option')).toHaveText(['5', '10', '20'])
  await axeCheck(page)
  await screens(page, 'portal-plans')

  const first = dots.getByRole('button', {
    name: /^Pay Down payment, installment 1 of 3: due date .*, status Open, total \$10\.01, balance \$10\.01$/,
  })
  await first.focus()
  const tip = page.getByRole('tooltip')
  await page.keyboard.press('Tab')
  await expect(tip).toContainText(/Status\s*Open\s*Total\s*\$20\.00\s*Balance\s*\$20\.00/)
  await page.keyboard.press('Escape')
  await expect(tip).toHaveCount(0)
  await page.keyboard.press('Shift+Tab')
  await expect(tip).toContainText('Down payment')
  await screens(page, 'portal-plans-tooltip')
  await page.clock.install()
  await first.press('Enter')
  const dialog = dialogOf(page)
  await expect(dialog).toContainText(`Invoice ${invoice.number}, down payment 1 of 3`)
  await expect(dialog.getByLabel('Amount')).toHaveValue('10.01')
  await axeCheck(page)
  await screens(page, 'portal-plans-pay')
  const sent = page.waitForRequest((one) => one.method() === 'POST' && /payment-options/.test(one.url()))
  await fillCard(dialog)
  await pay(dialog, '$10.01')
  expect((await sent).postDataJSON()).toMatchObject({ amount: '10.01', installment_id: expect.any(String) })
  await expectThanks(dialog)
  const asked: string[] = []
  page.on('request', (one) => {
    if (one.method() === 'GET' && /installment_id=/.test(one.url())) asked.push(one.url())
  })
  await page.clock.fastForward(130_000)
  await expect(dialog.getByRole('button', { name: 'Pay the remaining $50.00' })).toBeVisible()
  expect(asked, 'a paid installment’s options are not asked again').toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const paid = dots.getByRole('button', { name: /^Down payment, installment 1 of 3: .*status Paid/ })
  await expect(paid).toHaveAttribute('aria-disabled', 'true')
  await paid.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(dots.locator('[data-status=Paid]')).toHaveCount(1)
  await expect(table).toContainText('50.00')
  expect(await inCompany(request, company, 'GET', `invoices/${invoice.pk}/`)).toMatchObject({
    remaining: '50.00',
  })

  await page.getByRole('button', { name: `Pay all $50.00 of invoice ${invoice.number}` }).click()
  await expect(dialog.getByLabel('Amount')).toHaveValue('50.00')
  await page.keyboard.press('Escape')
  await table
    .getByRole('columnheader', { name: /^Total Remaining/ })
    .getByRole('button')
    .click()
  await expect(page).toHaveURL(/order_by=remaining/)
})

test('a tooltip hides 500 ms after the pointer has left, and 4000 ms while it is hovered itself', async ({
  page,
  request,
}) => {
  const { invoice, company } = await openPortal(page, request, 'Hover Ltd', ['5.00', '5.00'])
  await page.goto(`${portalOf(company)}/customer-portal-site?tab=3`)
  await page.clock.install()
  // Time stands still between the calls of runFor.
  await page.clock.pauseAt(Date.now() + 10_000)
  const dot = page
    .getByRole('list', { name: `Installments of invoice ${invoice.number}` })
    .getByRole('button')
    .first()
  const tip = page.getByRole('tooltip')
  await dot.hover()
  await expect(tip).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(tip, 'stays while its dot is hovered').toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(499)
  await expect(tip).toBeVisible()
  await page.clock.runFor(1)
  await expect(tip).toHaveCount(0)
  await dot.hover()
  await tip.hover()
  await page.clock.runFor(3999)
  await expect(tip).toBeVisible()
  await page.clock.runFor(1)
  await expect(tip).toHaveCount(0)
})

test('dots have the color and the shape of their status', async ({ page, request }) => {
  const { company } = await openPortal(page, request, 'Red and Blue Ltd', ['5.00', '6.00', '7.00'])
  // Days pass in another test's product; here the last reply is changed on its way.
  await page.route('**/api/payment-plans/**', async (route) => {
    // Node may not resolve the company's host, so it is sent as a header.
    const sent = route.request()
    const { pathname, search, host } = new URL(sent.url())
    const url = new URL(pathname + search, productUrl()).href
    const reply = await (await route.fetch({ url, headers: { ...(await sent.allHeaders()), host } })).json()
    const { installments } = reply.results[0]
    installments[0].status = 'Paid'
    installments[1].status = 'Overdue'
    await route.fulfill({ json: reply })
  })
  await page.goto(`${portalOf(company)}/customer-portal-site?tab=3&order_by=total`)
  const dots = page.getByRole('list', { name: /^Installments of invoice/ })
  const colorOf = (token: string) =>
    page.evaluate((name) => {
      const sample = document.body.appendChild(document.createElement('i'))
      sample.style.color = `var(--${name})`
      const { color } = getComputedStyle(sample)
      sample.remove()
      return color
    }, token)
  const mark = (status: string) => dots.locator(`[data-status=${status}]`)
  await expect(mark('Paid')).toHaveCSS('background-color', await colorOf('paid'))
  await expect(mark('Overdue')).toHaveCSS('background-color', await colorOf('overdue'))
  await expect(mark('Overdue'), 'never by color alone').toHaveText('!')
  await expect(mark('Open')).toHaveCSS('border-top-color', await colorOf('open'))
  await expect(page.getByRole('button', { name: /^Pay \$6\.00, installment 2 of invoice/ })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'portal-plans-late')
})

test('a dot whose plan changed meanwhile shows that, and nothing is charged twice', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 400/)
  const { company, invoice, plan } = await openPortal(page, request, 'Meanwhile Ltd', ['10.00', '20.00'])
  await page.getByRole('link', { name: 'Payment Plans' }).click()
  const dots = page.getByRole('list', { name: `Installments of invoice ${invoice.number}` })
  const dialog = dialogOf(page)
  await dots.getByRole('button').first().click()
  await fillECheck(dialog)
  await pay(dialog, '$10.00')
  await expect(dialog.getByRole('heading', { name: 'Your payment is being confirmed' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dots.getByRole('button').first().click()
  await expect(dialog).toContainText('A payment of this installment is on its way.')
  await axeCheck(page)
  await screens(page, 'portal-plans-under-way')
  await page.keyboard.press('Escape')

  await dots.getByRole('button').nth(1).click()
  await fillCard(dialog)
  await inCompany(request, company, 'POST', `payment-plans/${plan}/cancel/`, {})
  await pay(dialog, '$20.00')
  await expect(dialog).toContainText('not part of the invoice’s payment plan')
  await screens(page, 'portal-plans-ended')
  expect(await inCompany(request, company, 'GET', `invoices/${invoice.pk}/`)).toMatchObject({
    remaining: '30.00',
    in_flight: '10.00',
  })
})

test('without a plan there is no tab, and its address explains that; failures are shown', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 500/)
  const company = await openCompany(request, 'No Plan Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  await enrollCustomer(request, company, customer)
  await signInToPortal(page, company, customer)
  await expect(tabs(page)).toHaveText(['Home', 'Invoices', 'Statement', 'Payments'])
  await page.goto(`${portalOf(company)}/customer-portal-site?tab=3`)
  await expect(page.getByText('This account does not have any payment plan')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'portal-plans-empty')
  await page.route('**/api/payment-plans/**', (route) =>
    route.fulfill({ status: 500, json: { detail: 'Not now.' } }),
  )
  await page.goto(`${portalOf(company)}/customer-portal-site?tab=3&order_by=total`)
  await expect(toast(page, 'Failed to load payment plans').first()).toBeVisible()
})

test('a payer chooses a plan inside the company’s policy from the pay link', async ({ page, request }) => {
  const { company, invoice, link } = await openBilledCompany(request, 'Own Choice Ltd', '100.01')
  await inCompany(request, company, 'PUT', 'payment-plan-policy/', {
    customers_may_choose: true,
    min_amount: '50.00',
    max_installments: 4,
    max_days: 200,
    down_payment_percent: 0,
    intervals: ['weekly', 'monthly'],
    grace_days: 5,
    fee: '5.00',
  })
  await page.goto(link)
  await page.getByRole('button', { name: 'Not able to pay now?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Not able to pay now?' })
  const choices = dialog.getByRole('radio')
  await expect(choices).not.toHaveCount(0)
  const marks = await choices.evaluateAll((all) => all.map((one) => getComputedStyle(one, '::after').scale))
  expect(new Set(marks), 'no choice has a mark yet').toEqual(new Set(['0']))
  await dialog.getByLabel('Pay in installments').check()
  await dialog.getByRole('combobox', { name: 'How often' }).selectOption('Every month')
  await dialog.getByRole('combobox', { name: 'Payments', exact: true }).selectOption({ index: 1 })
  await expect(
    dialog.getByText(/^A fee of \$5\.00 for the plan is part of the first payment\./),
  ).toBeVisible()
  await axeCheck(page)
  await screens(page, 'pay-choose-plan')
  await dialog.getByRole('button', { name: /^Pay in \d installments$/ }).click()
  await expect(dialog.getByText('Enter your name.')).toBeVisible()
  await expect(dialog.getByText('Agree to the payment plan to continue.')).toBeVisible()
  await dialog.getByLabel('Your name').fill('Maya Okafor')
  await dialog.getByLabel('I agree to this payment plan').check()
  await dialog.getByRole('button', { name: /^Pay in \d installments$/ }).click()
  await expect(dialog).toContainText('Your payment plan is agreed.')
  expect(await inCompany(request, company, 'GET', `payment-plans/?invoice=${invoice.pk}`)).toMatchObject({
    results: [{ state: 'confirmed', origin: 'customer', remaining: '105.01' }],
  })
})

test('a plan’s fee is shown beside its installments and on the invoice', async ({ page, request }) => {
  const company = await openCompany(request, 'With a Fee Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  await enrollCustomer(request, company, customer)
  const invoice = await sendInvoice(request, company, customer, '100.00')
  await openPlan(request, company, invoice, ['40.00', '60.00'], '7.50')
  await signInToPortal(page, company, customer)
  await page.getByRole('link', { name: 'Payment Plans' }).click()
  await expect(page.getByText('Installment 1 includes the plan’s fee of $7.50')).toBeVisible()
  await page
    .getByRole('list', { name: `Installments of invoice ${invoice.number}` })
    .getByRole('button')
    .first()
    .hover()
  await expect(page.getByRole('tooltip')).toContainText('Includes the plan’s fee of $7.50')
  await axeCheck(page)
  await screens(page, 'portal-plans-fee')
  await page.getByRole('button', { name: /^Pay \$47\.50, installment 1/ }).click()
  await expect(dialogOf(page).getByLabel('Amount')).toHaveValue('47.50')
})

test('the current tab is in view on a phone, and a fade shows that more follow', async ({
  page,
  request,
}) => {
  await page.setViewportSize(PHONE)
  const { company } = await openPortal(page, request, 'Narrow Ltd', ['5.00', '6.00'])
  const nav = page.getByRole('navigation', { name: 'Portal' })
  await expect(nav).toHaveAttribute('data-more', /after/)
  await expect(nav).toHaveCSS('mask-image', /gradient/)
  await page.goto(`${portalOf(company)}/customer-portal-site?tab=payments`)
  await expect(page.getByRole('link', { name: 'Payments', exact: true })).toBeInViewport({ ratio: 1 })
  await expect(nav).toHaveAttribute('data-more', /before/)
  await screens(page, 'portal-tabs-phone')
})
