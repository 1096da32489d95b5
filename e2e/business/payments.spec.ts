import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { addDays, formatDate } from '../../domain/dates/calendar.ts'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import {
  addCustomer,
  type Company,
  type Customer,
  inCompany,
  openBilledCompany,
  openCompany,
  payLinkOf,
  sendInvoice,
  todayOf,
} from '../steps/company.ts'
import { openAs, toast } from '../steps/log-in.ts'
import { mailTo } from '../steps/mail.ts'
import { expectThanks, fillCard, fillECheck, pay } from '../steps/paying.ts'

test('a check settles two invoices and leaves the rest as credit', {
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
  await dialog.getByLabel('Payment method').selectOption('Check')
  await dialog.getByLabel('Reference').fill('CHQ 1042')
  const yesterday = addDays(await todayOf(request, company), -1)
  await dialog.getByLabel('Received on').fill(yesterday)
  await expect(dialog.getByLabel('Email a receipt to the customer')).toBeChecked()
  await axeCheck(page)
  await screens(page, 'payment-record')
  await expect(dialog).toContainText('Copper Kettle will owe nothing, and $40.00 becomes credit.')
  await dialog.getByRole('button', { name: 'Record $200.00' }).dblclick()

  await expect(page.getByText('Recorded $200.00')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Payment PAY-\d+$/, level: 1 })).toBeVisible()
  const facts = page.getByRole('region', { name: 'Payment' })
  const settled = page.getByRole('table', { name: 'Invoices' })
  await expect(facts).toContainText('$200.00')
  await expect(facts).toContainText('CHQ 1042')
  await expect(facts).toContainText(`Received on${formatDate(yesterday)}`)
  const receipt = await mailTo(request, customer.email, /^Receipt: \$200\.00 paid to Paper Trail Ltd$/)
  expect(receipt.attachments).toMatchObject([{ media_type: 'application/pdf' }])
  await expect(facts).toContainText('Unapplied credit$40.00')
  await expect(settled.getByRole('row', { name: new RegExp(older.number) })).toContainText('Applied$100.00')
  await expect(settled.getByRole('row', { name: new RegExp(newer.number) })).toContainText('Applied$60.00')
  await page.getByRole('button', { name: 'Mark as reconciled' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as reconciled' }).click()
  await expect(page.getByText('Payment reconciled')).toBeVisible()
  await expect(page.getByRole('main').getByText('Reconciled', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mark as reconciled' })).toHaveCount(0)
  await axeCheck(page)
  await screens(page, 'payment')
})

test('a check with a rest is refunded in two parts, the rest first', async ({ page, request }) => {
  test.slow()
  const company = await openCompany(request, 'Paper Back Ltd')
  const customer = await addCustomer(request, company, 'Copper Kettle')
  const older = await sendInvoice(request, company, customer, '100.00')
  const newer = await sendInvoice(request, company, customer, '60.00')
  const payment = await inCompany<{ pk: string }>(request, company, 'POST', 'payments/', {
    customer: customer.pk,
    type: 'check',
    total: '200.00',
    received_on: await todayOf(request, company),
    request_id: 'a-check-to-refund',
    invoices: [
      { invoice: older.pk, amount: '100.00' },
      { invoice: newer.pk, amount: '60.00' },
    ],
  })
  await openAs(page, company, `/payment-processing/${payment.pk}`)
  await page.getByRole('button', { name: 'Refund' }).click()
  const refund = page.getByRole('dialog', { name: /^Refund payment/ })
  await refund.getByLabel('Amount').fill('200.01')
  await expect(refund.getByRole('button', { name: /^Refund/ })).toBeDisabled()
  await refund.getByLabel('Amount').fill('50')
  await refund.getByLabel('Reason').fill('Two cases came back')
  await expect(refund).toContainText('Refunds $50.00 to Copper Kettle')
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
  await expect(badge, 'the list on a phone shows it').toBeInViewport({ ratio: 1 })
  await page.goBack()
  await page.setViewportSize(desktop)
  await expect(page.getByRole('complementary', { name: 'History' })).toContainText('Refund of $50.00')
  // A refund takes the unapplied credit first, then the newest invoice's share.
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

test('a check’s unapplied credit settles a later invoice, from the customer’s page and from the payment’s page', async ({
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
    request_id: 'a-check-too-large',
  })
  const invoice = await sendInvoice(request, company, customer, '130.00')
  await openAs(page, company, `/customers/${customer.pk}`)
  await expect(page.getByText('1 open invoice, $100.00 received, $100.00 of it unapplied')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'customer-credit')
  const credit = page.getByRole('region', { name: 'Unapplied credit' })
  await credit.getByRole('button', { name: 'Apply credit' }).click()
  const dialog = page.getByRole('dialog', { name: /^Apply credit from PAY-/ })
  await dialog.getByRole('combobox', { name: 'Invoice' }).click()
  await page.getByRole('option', { name: new RegExp(invoice.number) }).click()
  await expect(dialog.getByLabel('Amount')).toHaveValue('100.00')
  await dialog.getByLabel('Amount').fill('60')
  await expect(dialog).toContainText('will owe $70.00 on')
  await axeCheck(page)
  await screens(page, 'credit-use')
  await dialog.getByRole('button', { name: 'Apply $60.00' }).dblclick()
  await expect(page.getByText('1 open invoice, $100.00 received, $40.00 of it unapplied')).toBeVisible()

  await credit.getByRole('link', { name: /^PAY-/ }).click()
  await expect(page.getByRole('heading', { name: /^Payment PAY-/ })).toBeVisible()
  await page.getByRole('button', { name: 'Apply credit' }).click()
  await dialog.getByRole('combobox', { name: 'Invoice' }).click()
  await page.getByRole('option', { name: new RegExp(invoice.number) }).click()
  await dialog.getByRole('button', { name: 'Apply $40.00' }).click()
  const settled = page.getByRole('table', { name: 'Invoices' })
  await expect(settled.getByRole('row', { name: new RegExp(invoice.number) })).toContainText('Applied$100.00')
  await expect(page.getByRole('button', { name: 'Apply credit' })).toHaveCount(0)
  await axeCheck(page)
  await screens(page, 'credit-used')
})

test('recording a payment beside a pending one shows the balance after both, and search finds it by its reference', async ({
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
    'Copper Kettle will owe $30.00, already pending, and $30.00 becomes credit.',
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`/invoices/${invoice.pk}`)
  await page.getByRole('button', { name: 'Record payment' }).click()
  await expect(dialog.getByLabel('Amount')).toHaveValue('70.00')
  await expect(dialog).toContainText(`This pays ${invoice.number} once the $30.00 pending clears.`)
  await dialog.getByLabel('Amount').fill('20')
  await expect(dialog).toContainText(`$50.00 will remain due on ${invoice.number}, plus $30.00 pending.`)
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

test('a card refund fails while the processor is unavailable and succeeds afterwards, with emails to both sides', {
  tag: '@gate',
}, async ({ page, request, expectConsole }) => {
  expectConsole(/status of 503/)
  const { company, customer, invoice, link } = await openBilledCompany(request, 'Round Trip Ltd', '80.00')
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
  await expect(refund).toContainText('(Visa •••• 4242), and reopens $80.00 on')
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

test('search, filter, sort order and page of the payment list are kept in the address', async ({
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
  await test.step('a page past the end shows the last one, and Back leaves it', async () => {
    await page.evaluate(() => history.pushState(null, '', '?page_size=5&page=9'))
    await page.reload()
    await expect(page.getByText('11–12 of 12')).toBeVisible()
    await expect(page).toHaveURL(/page=3/)
    await page.goBack()
    await expect(page.getByText('1–5 of 12')).toBeVisible()
  })

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

test('a new payment appears in the list without a reload', async ({ page, request }) => {
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

test('the pages of an invoice and its customer show what a colleague records, but not under an open dialog', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Two Desks Ltd')
  const customer = await addCustomer(request, company, 'Copper Kettle')
  const { pk, number } = await sendInvoice(request, company, customer, '80.00')
  const record = (total: string) =>
    inCompany(request, company, 'POST', 'payments/', {
      customer: customer.pk,
      type: 'cash',
      total,
      received_on: '2026-11-01',
      request_id: randomUUID(),
      invoices: [{ invoice: pk, amount: total }],
    })
  await page.clock.install()
  await openAs(page, company, `/invoices/${pk}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('$80.00')
  await page.getByRole('button', { name: 'Record payment' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record payment' })
  await dialog.getByLabel('Amount').fill('12.34')
  await record('30.00')
  await page.clock.runFor(65_000)
  await expect(dialog).toContainText('$80.00 due')
  await expect(dialog.getByLabel('Amount')).toHaveValue('12.34')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.clock.runFor('00:35')
  await expect(main).toContainText('$50.00')
  await page.goto(`/customers/${customer.pk}`)
  const row = page.getByRole('table', { name: 'Latest invoices' }).getByRole('row', { name: number })
  await expect(row).toContainText('$50.00')
  await record('15.00')
  await page.clock.runFor('00:35')
  await expect(row).toContainText('$35.00')
  await expect(page.getByRole('region', { name: 'Owed' })).toContainText('$35.00')
  await expect(page.getByRole('table', { name: 'Latest payments' })).toContainText('$15.00')
})
