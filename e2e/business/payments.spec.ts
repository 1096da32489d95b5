import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { addDays, formatDate } from '../../domain/dates/calendar.ts'
import { standsAsRole } from '../steps/changed-answers.ts'
import {
  addCustomer,
  billedCompany,
  type Company,
  type Customer,
  inCompany,
  openCompany,
  payLinkOf,
  sendInvoice,
  todayOf,
} from '../steps/company.ts'
import { mailTo } from '../steps/mail.ts'
import { expectThanks, fillCard, fillECheck, pay } from '../steps/paying.ts'
import { logIn, openAs, toast } from '../steps/signing-in.ts'
import { axeCheck, expect, screens, test } from '../support.ts'

test('a cheque settles two invoices, what is over is credit, and all of it goes back in two parts', {
  tag: '@gate',
}, async ({ page, request }) => {
  test.slow()
  const company = await openCompany(request, 'Paper Trail Ltd')
  const customer = await addCustomer(request, company, 'Copper Kettle')
  const older = await sendInvoice(request, company, customer, '100.00')
  const newer = await sendInvoice(request, company, customer, '60.00')
  await openAs(page, company, '/payment-processing')
  await expect(page.getByText('No payments yet')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'payments-none')

  await page.getByRole('button', { name: 'Record payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  await dialog.getByRole('combobox', { name: 'Customer' }).fill('copper')
  await page.getByRole('option', { name: 'Copper Kettle' }).click()
  await expect(dialog.getByText('Owes $160.00 on 2 invoices')).toBeVisible()
  await dialog.getByLabel('Amount').fill('200')
  await dialog.getByLabel('Paid by').selectOption('Check')
  await dialog.getByLabel('Reference').fill('CHQ 1042')
  const yesterday = addDays(await todayOf(request, company), -1)
  await dialog.getByLabel('Received on').fill(yesterday)
  await expect(dialog.getByLabel('Email a receipt to the customer')).toBeChecked()
  await axeCheck(page)
  await screens(page, 'payment-record')
  await expect(dialog).toContainText('Copper Kettle will owe nothing more, and $40.00 stays as their credit.')
  await dialog.getByRole('button', { name: 'Record $200.00' }).dblclick()

  await expect(page.getByText('Recorded $200.00')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Payment PAY-\d+$/, level: 1 })).toBeVisible()
  const facts = page.getByRole('region', { name: 'Payment' })
  const settled = page.getByRole('table', { name: 'Invoices of this payment' })
  await expect(facts).toContainText('$200.00')
  await expect(facts).toContainText('CHQ 1042')
  await expect(facts).toContainText(`Received on${formatDate(yesterday)}`)
  const receipt = await mailTo(request, customer.email, /^Receipt: \$200\.00 paid to Paper Trail Ltd$/)
  expect(receipt.attachments).toMatchObject([{ media_type: 'application/pdf' }])
  await expect(facts).toContainText('Unapplied credit$40.00')
  await expect(settled.getByRole('row', { name: new RegExp(older.number) })).toContainText('Settled$100.00')
  await expect(settled.getByRole('row', { name: new RegExp(newer.number) })).toContainText('Settled$60.00')
  await page.getByRole('button', { name: 'Mark reconciled' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark reconciled' }).click()
  await expect(page.getByText('Payment reconciled')).toBeVisible()
  await expect(page.getByRole('main').getByText('Reconciled', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark reconciled' })).toHaveCount(0)
  await axeCheck(page)
  await screens(page, 'payment')

  await page.getByRole('button', { name: 'Refund' }).click()
  const refund = page.getByRole('dialog', { name: /^Refund payment/ })
  await refund.getByLabel('Amount').fill('200.01')
  await expect(refund.getByRole('button', { name: /^Refund/ })).toBeDisabled()
  await refund.getByLabel('Amount').fill('50')
  await refund.getByLabel('Reason').fill('Two cases came back')
  await expect(refund).toContainText('$50.00 goes back to Copper Kettle')
  await axeCheck(page)
  await screens(page, 'payment-refund')
  await refund.getByRole('button', { name: 'Refund $50.00' }).click()
  await expect(page.getByText('$50.00 to Copper Kettle')).toBeVisible()
  const refunds = page.getByRole('table', { name: 'Refunds' })
  await expect(refunds.getByRole('row', { name: /Two cases came back/ })).toContainText('Refunded$50.00')
  await expect(refunds.getByRole('row', { name: /Two cases came back/ })).toContainText(
    /[A-Z][a-z]{2} \d+, \d{4}/,
  )
  await expect(page.getByText('Confirmed', { exact: true }).first()).toBeVisible()
  const badge = page.getByText('Partly refunded', { exact: true })
  await expect(badge).toBeVisible()
  const desktop = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: 'Payments' }).first().click()
  await expect(badge, 'on a phone the list says it too').toBeInViewport({ ratio: 1 })
  await page.goBack()
  await page.setViewportSize(desktop)
  await expect(page.getByRole('complementary', { name: 'History' })).toContainText('Refund of $50.00')
  // The credit goes back first, then what the newest invoice got.
  expect(await inCompany(request, company, 'GET', `invoices/${newer.pk}/`)).toMatchObject({
    remaining: '10.00',
  })

  await page.getByRole('button', { name: 'Refund' }).click()
  await expect(refund.getByLabel('Amount')).toHaveValue('150.00')
  await refund.getByRole('button', { name: 'Refund $150.00' }).click()
  await expect(page.getByRole('main').getByText('Refunded', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(0)
  await axeCheck(page)
  await screens(page, 'payment-refunded')
  await page.goto(`/customers/${customer.pk}`)
  await expect(page.getByText('2 open invoices, $0.00 received')).toBeVisible()
})

test('what a cheque left over settles a later invoice, from the customer and from the payment', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Credit Later Ltd')
  const customer = await addCustomer(request, company, 'Copper Kettle')
  await inCompany(request, company, 'POST', 'payments/', {
    customer: customer.pk,
    type: 'check',
    total: '100.00',
    received_on: '2026-11-01',
    request_id: 'a-cheque-too-large',
  })
  const invoice = await sendInvoice(request, company, customer, '130.00')
  await openAs(page, company, `/customers/${customer.pk}`)
  await expect(page.getByText('1 open invoice, $100.00 received, $100.00 of it unapplied')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'customer-credit')
  const credit = page.getByRole('region', { name: 'Unapplied credit' })
  await credit.getByRole('button', { name: 'Use credit' }).click()
  const dialog = page.getByRole('dialog', { name: /^Use the credit of PAY-/ })
  await dialog.getByRole('combobox', { name: 'Invoice' }).click()
  await page.getByRole('option', { name: new RegExp(invoice.number) }).click()
  await expect(dialog.getByLabel('Amount')).toHaveValue('100.00')
  await dialog.getByLabel('Amount').fill('60')
  await expect(dialog).toContainText('will owe $70.00 on')
  await axeCheck(page)
  await screens(page, 'credit-use')
  await dialog.getByRole('button', { name: 'Use $60.00' }).dblclick()
  await expect(page.getByText('1 open invoice, $100.00 received, $40.00 of it unapplied')).toBeVisible()

  await credit.getByRole('link', { name: /^PAY-/ }).click()
  await expect(page.getByRole('heading', { name: /^Payment PAY-/ })).toBeVisible()
  await page.getByRole('button', { name: 'Use credit' }).click()
  await dialog.getByRole('combobox', { name: 'Invoice' }).click()
  await page.getByRole('option', { name: new RegExp(invoice.number) }).click()
  await dialog.getByRole('button', { name: 'Use $40.00' }).click()
  const settled = page.getByRole('table', { name: 'Invoices of this payment' })
  await expect(settled.getByRole('row', { name: new RegExp(invoice.number) })).toContainText('Settled$100.00')
  await expect(page.getByRole('button', { name: 'Use credit' })).toHaveCount(0)
  await axeCheck(page)
  await screens(page, 'credit-used')
})

test('a payment recorded beside one that is under way says what is owed then, and is found by its reference', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Two Ways In Ltd')
  const customer = await addCustomer(request, company, 'Copper Kettle')
  const invoice = await sendInvoice(request, company, customer, '100.00')
  await page.goto(await payLinkOf(request, customer, invoice))
  await page.getByRole('textbox', { name: 'Amount' }).fill('30.00')
  await fillECheck(page)
  await pay(page, '$30.00')
  await expect(page.getByRole('heading', { name: 'Your payment is being confirmed' })).toBeVisible()

  await openAs(page, company, '/payment-processing')
  await page.getByRole('button', { name: 'Record payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  await dialog.getByRole('combobox', { name: 'Customer' }).fill('copper')
  await page.getByRole('option', { name: 'Copper Kettle' }).click()
  await dialog.getByLabel('Amount').fill('100')
  await expect(dialog).toContainText(
    'Copper Kettle will owe $30.00, which is being paid already, and $30.00 stays as their credit.',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`/invoices/${invoice.pk}`)
  await page.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialog.getByLabel('Amount')).toHaveValue('70.00')
  await expect(dialog).toContainText(`${invoice.number} is paid once the $30.00 under way has arrived.`)
  await dialog.getByLabel('Amount').fill('20')
  await expect(dialog).toContainText(
    `$50.00 of ${invoice.number} remains to be paid, besides the $30.00 that is being paid already.`,
  )
  await dialog.getByLabel('Reference').fill('TRF-77')
  await dialog.getByLabel('Email a receipt to the customer').uncheck()
  await axeCheck(page)
  await screens(page, 'invoice-record-payment')
  await dialog.getByRole('button', { name: 'Record $20.00' }).click()
  await expect(page.getByText('Recorded $20.00')).toBeVisible()

  await page.goto('/payment-processing?search=trf-77')
  const list = page.getByRole('table', { name: 'Payments' })
  await expect(list.getByRole('rowheader')).toHaveCount(1)
  await expect(list.getByRole('row', { name: /Copper Kettle/ })).toContainText('TRF-77')
})

test('a card payment is refunded through its processor once that is there, and its receipt stays in the mail', {
  tag: '@gate',
}, async ({ page, request, expectConsole }) => {
  expectConsole(/status of 503/)
  const { company, customer, invoice, link } = await billedCompany(request, 'Round Trip Ltd', '80.00')
  await page.goto(link)
  await fillCard(page)
  await pay(page, '$80.00')
  await expectThanks(page)
  const receipt = await mailTo(request, customer.email, /^Receipt: \$80\.00 paid to Round Trip Ltd$/)
  expect(receipt.attachments).toMatchObject([{ media_type: 'application/pdf' }])

  await openAs(page, company, '/payment-processing')
  const list = page.getByRole('table', { name: 'Payments' })
  await expect(list.getByRole('row', { name: /Harbor Foods/ })).toContainText('Visa •••• 4242')
  await list.getByRole('rowheader').getByRole('link').click()
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const refund = page.getByRole('dialog', { name: /^Refund payment/ })
  await expect(refund).toContainText(
    '(Visa •••• 4242), and the invoice that it settled is open again by $80.00.',
  )
  const away = '**/api/accounts/*/payments/*/refund/'
  await page.route(away, (route) =>
    route.fulfill({
      status: 503,
      json: {
        code: 'processor_unavailable',
        detail:
          'We were unable to contact the payment processor. Please try again later, or contact support if the issue persists',
      },
    }),
  )
  await refund.getByRole('button', { name: 'Refund $80.00' }).click()
  const notice = toast(page, 'Payment processor unavailable')
  await expect(notice).toContainText(
    'We were unable to contact the payment processor. Please try again later',
  )
  await screens(page, 'payment-refund-away')
  await notice.getByRole('button', { name: 'Close message' }).click()
  await page.unroute(away)
  await refund.getByRole('button', { name: 'Refund $80.00' }).dblclick()
  await expect(page.getByText('$80.00 to Harbor Foods')).toBeVisible()
  await mailTo(request, customer.email, /^Refund: \$80\.00 from Round Trip Ltd$/)
  await mailTo(request, company.email, /^Harbor Foods paid \$80\.00$/)
  await expect(page.getByRole('table', { name: 'Refunds' }).getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: invoice.number }).click()
  await expect(page.getByRole('region', { name: 'Remaining' })).toContainText('$80.00')
  await expect(page.getByRole('main').getByText(/^Due in \d+ days$/)).toBeVisible()
})

test('the list of payments is searched, filtered, ordered and paged, and the address keeps it', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Ledger & Sons')
  const often = await addCustomer(request, company, 'Alder Coffee')
  const once = await addCustomer(request, company, 'Zinnia Flowers')
  for (let at = 1; at <= 11; at += 1) await recordCash(request, company, often, `${at * 10}.00`)
  await recordCash(request, company, once, '999.00')
  await openAs(page, company, '/payment-processing?page_size=5')
  const list = page.getByRole('table', { name: 'Payments' })
  const customers = list.getByRole('rowheader')
  await expect(customers).toHaveCount(5)
  await expect(page.getByText('1–5 of 12')).toBeVisible()
  await page.getByRole('button', { name: 'Page 3' }).click()
  await expect(page.getByText('11–12 of 12')).toBeVisible()
  await expect(customers).toHaveCount(2)
  await expect(page).toHaveURL(/page=3/)
  await page.goBack()
  await expect(page.getByText('1–5 of 12')).toBeVisible()

  const amount = list.getByRole('columnheader', { name: 'Amount' })
  await amount.getByRole('button').click()
  await expect(list.getByRole('row').nth(1)).toContainText('$10.00')
  await amount.getByRole('button').click()
  await expect(amount).toHaveAttribute('aria-sort', 'descending')
  await expect(list.getByRole('row').nth(1)).toContainText('$999.00')
  await axeCheck(page)
  await screens(page, 'payments')
  await amount.getByRole('button').click()
  await expect(amount).toHaveAttribute('aria-sort', 'none')

  const search = page.getByRole('searchbox', { name: 'Search payments' })
  await search.fill('zinnia')
  await search.press('Enter')
  await expect(customers).toHaveCount(1)
  await expect(page).toHaveURL(/search=zinnia/)
  await page.reload()
  await expect(search).toHaveValue('zinnia')
  await expect(list.getByRole('row', { name: /Zinnia Flowers/ })).toContainText('Cash')
  await search.press('Escape')
  await expect(page.getByText('1–5 of 12')).toBeVisible()

  const views = page.getByRole('navigation', { name: 'Payments shown' })
  await views.getByRole('link', { name: 'Refunded' }).click()
  await expect(page.getByText('No items found. Try changing your filter settings.')).toBeVisible()
  await expect(page).toHaveURL(/filter_status=refunded/)
  await views.getByRole('link', { name: 'Confirmed' }).click()
  await expect(customers).toHaveCount(12)
})

test('a viewer sees payments and settings, and nothing that changes them', async ({ page }) => {
  await logIn(page, { email: 'viewer@brightwater.test', password: 'collect-what-is-owed' })
  for (const [path, heading] of [
    ['/payment-processing', 'Payments'],
    ['/invoices', 'Invoices'],
    ['/customers', 'Customers'],
    ['/credit-memos', 'Credit memos'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expect(page.getByRole('table', { name: heading }).getByRole('rowheader').first()).toBeVisible()
    await expect(page.getByRole('main').getByText(/^(New|Record|Issue|Import)\b/)).toHaveCount(0)
  }
  await page.goto('/payment-processing?filter_status=confirmed')
  await page.getByRole('table', { name: 'Payments' }).getByRole('rowheader').getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: /^Payment /, level: 1 })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  // Nor what will be charged by itself, and to what: their browser doesn't ask for it.
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/invoices?view=open')
  await page.getByRole('table', { name: 'Invoices' }).getByRole('rowheader').getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Remaining' })).toBeVisible()
  expect(asked.filter((url) => url.includes('auto-payment'))).toEqual([])
  await page.goto('/settings/payment-settings')
  await expect(page.getByText('You can look at these settings.')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Allow partial payments' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0)
  await screens(page, 'settings-read-only')
  await standsAsRole(page, 'advisor')
  await expect(page.getByText('Whoever works in the company can look at these settings')).toBeVisible()
  await expect(page.getByRole('switch')).toHaveCount(0)
  const settings = page.getByRole('navigation', { name: 'Settings' })
  await expect(settings.getByRole('link', { name: 'Account settings' })).toBeVisible()
  await expect(settings.getByRole('link', { name: /Company information|Payment settings/ })).toHaveCount(0)
  await page.goto('/settings/company-information')
  await expect(page.getByText('Whoever works in the company can look at these settings')).toBeVisible()
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  // Nor the preferences of the customer portal, which a viewer may look at.
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customer portal' })
  await expect(entry).toHaveCount(0)
  await page.goto('/customer-portal')
  await expect(page.getByText('Whoever works in the company can look at these settings')).toBeVisible()
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  await standsAsRole(page, 'viewer')
  await expect(page.getByLabel('Name in the address')).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Open portal' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0)
  await expect(entry).toBeVisible()
})

const recordCash = async (
  request: APIRequestContext,
  company: Company,
  customer: Customer,
  total: string,
): Promise<void> => {
  await inCompany(request, company, 'POST', 'payments/', {
    customer: customer.pk,
    type: 'cash',
    total,
    received_on: await todayOf(request, company),
    request_id: randomUUID(),
  })
}

test('a payment that comes in meanwhile appears in the list by itself', async ({ page, request }) => {
  const company = await openCompany(request, 'Live List Ltd')
  const customer = await addCustomer(request, company, 'Copper Kettle')
  await page.clock.install()
  await openAs(page, company, '/payment-processing')
  await expect(page.getByText('No payments yet')).toBeVisible()
  await inCompany(request, company, 'POST', 'payments/', {
    customer: customer.pk,
    type: 'cash',
    total: '12.00',
    received_on: '2026-11-01',
    request_id: 'while-nobody-reloads',
  })
  await expect(page.getByRole('row', { name: /Copper Kettle/ })).toHaveCount(0)
  await page.clock.runFor('00:35')
  await expect(page.getByRole('row', { name: /Copper Kettle/ })).toBeVisible()
})

/** Records $100.00 for an invoice of $100.00 on its page. */
async function recordOnInvoice(page: Page, request: APIRequestContext, name: string, role?: 'advisor') {
  const company = await openCompany(request, name)
  const customer = await addCustomer(request, company, 'Copper Kettle')
  const invoice = await sendInvoice(request, company, customer, '100.00')
  await openAs(page, company, `/invoices/${invoice.pk}`)
  if (role) await standsAsRole(page, role)
  await page.getByRole('button', { name: 'Record payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  await dialog.getByLabel('Email a receipt to the customer').uncheck()
  await dialog.getByRole('button', { name: 'Record $100.00' }).click()
  const message = toast(page, 'Recorded $100.00')
  await expect(message).toContainText(`From Copper Kettle for ${invoice.number}`)
  const found = await inCompany<{ results: { pk: string; transaction_number: string }[] }>(
    request,
    company,
    'GET',
    'payments/',
  )
  const payment = found.results[0]!
  const standing = () =>
    inCompany<{ status: string; refunded_amount: string; refunds: unknown[] }>(
      request,
      company,
      'GET',
      `payments/${payment.pk}/`,
    )
  return { company, invoice, payment, message, standing }
}

test('a recorded payment is undone from its message, once, however often Undo is pressed', {
  tag: '@gate',
}, async ({ page, request }) => {
  const { company, invoice, payment, message, standing } = await recordOnInvoice(page, request, 'Undo Ltd')
  await expect(page.getByRole('main').getByText('Paid', { exact: true })).toBeVisible()
  await expect(message.getByRole('link', { name: 'View payment' })).toHaveAttribute(
    'href',
    `/payment-processing/${payment.pk}`,
  )
  // While it has the focus the message stays.
  await page.keyboard.press('F8')
  await axeCheck(page)
  await screens(page, 'payment-recorded-message')
  let refunds = 0
  page.on('request', (sent) => {
    if (sent.method() === 'POST' && sent.url().endsWith('/refund/')) refunds += 1
  })
  await message.getByRole('button', { name: 'Undo' }).dblclick()
  const undone = toast(page, 'Payment undone')
  await expect(undone).toContainText(
    `$100.00 of ${payment.transaction_number} was refunded. ${invoice.number} is open again.`,
  )
  await expect(message.getByText('Recorded $100.00')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Remaining' })).toContainText('$100.00')
  expect(refunds).toBe(1)
  expect(await standing()).toMatchObject({
    status: 'refunded',
    refunded_amount: '100.00',
    refunds: [{ amount: '100.00', reason: 'Undone after recording' }],
  })
  expect(await inCompany(request, company, 'GET', `invoices/${invoice.pk}/`)).toMatchObject({
    remaining: '100.00',
  })
})

test('undo leaves a payment alone that was refunded or reconciled meanwhile, and says why', async ({
  page,
  request,
}) => {
  const { company, payment, message, standing } = await recordOnInvoice(page, request, 'Too Late Ltd')
  await inCompany(request, company, 'POST', `payments/${payment.pk}/refund/`, {
    total: '100.00',
    total_currency: 'USD',
    request_id: randomUUID(),
  })
  await message.getByRole('button', { name: 'Undo' }).click()
  const refused = toast(page, 'Not undone')
  await expect(refused).toContainText(`${payment.transaction_number} was already refunded.`)
  await expect(refused.getByRole('link', { name: 'View payment' })).toBeVisible()
  expect(await standing()).toMatchObject({ refunded_amount: '100.00', refunds: [{ amount: '100.00' }] })

  await page.getByRole('button', { name: 'Record payment' }).click()
  await page.getByRole('dialog').getByLabel('Amount').fill('30')
  await page.getByRole('dialog').getByRole('button', { name: 'Record $30.00' }).click()
  await expect(toast(page, 'Recorded $30.00')).toBeVisible()
  const { results } = await inCompany<{ results: { pk: string; transaction_number: string }[] }>(
    request,
    company,
    'GET',
    'payments/?filter_total=30',
  )
  await inCompany(request, company, 'POST', `payments/${results[0]!.pk}/post/`, {})
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Not undone')).toContainText(
    `${results[0]!.transaction_number} was changed after it was recorded. Open it to refund it.`,
  )
  expect(await inCompany(request, company, 'GET', `payments/${results[0]!.pk}/`)).toMatchObject({
    status: 'confirmed',
    refunded_amount: '0.00',
    refunds: [],
  })
})

test('a message with Undo waits while it is pointed at or focused, and is reached by a key', async ({
  page,
  request,
}) => {
  const { message, standing } = await recordOnInvoice(page, request, 'Slow Hands Ltd')
  const undo = message.getByRole('button', { name: 'Undo' })
  await undo.hover()
  await page.clock.install()
  await page.clock.runFor(60_000)
  await expect(undo, 'it is pointed at').toBeVisible()
  await page.mouse.move(5, 5)
  await page.clock.runFor(10_000)
  await expect(undo, 'it stays ten seconds').toBeVisible()
  await page.keyboard.press('F8')
  await expect(message.getByRole('link', { name: 'View payment' })).toBeFocused()
  await page.clock.runFor(60_000)
  await page.keyboard.press('Tab')
  await expect(undo, 'it has the focus').toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Payment undone')).toBeVisible()
  await expect(page.locator('body'), 'the focus is back on the page').not.toBeFocused()
  expect(await standing()).toMatchObject({ refunded_amount: '100.00' })
  await page.clock.runFor(12_500)
  await expect(toast(page, 'Payment undone')).toHaveCount(0)
})

test('only those who may refund are offered Undo', async ({ page, request }) => {
  const { message } = await recordOnInvoice(page, request, 'Advised Ltd', 'advisor')
  await expect(message.getByRole('link', { name: 'View payment' })).toBeVisible()
  await expect(message.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})
