import { formatDate } from '../../domain/dates/calendar.ts'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import {
  addCustomer,
  inCompany,
  openBilledCompany,
  openCompany,
  payLinkOf,
  sendInvoice,
} from '../steps/company.ts'
import { linkTo, mailTo } from '../steps/mail.ts'
import { CARDS, expectThanks, fillCard, fillECheck, pay } from '../steps/paying.ts'
import { enrollCustomer, portalOf, signInToPortal } from '../steps/portal.ts'

const NOT_PAYABLE = /^The invoice you have selected cannot be paid at this time\./

test('an invoice without payment options shows that it cannot be paid', async ({
  page,
  request,
  browserName,
}) => {
  const { link } = await openBilledCompany(request, 'Closed Books Ltd', '20.00')
  await page.route('**/api/pay-link/', async (route) => {
    // Firefox does not report the request's body, so it is sent again.
    const sent = { postData: { token: new URL(link).searchParams.get('token') } }
    const opened = await route.fetch(browserName === 'firefox' ? sent : {})
    await route.fulfill({ json: { ...(await opened.json()), options: [] } })
  })
  await page.goto(link)
  await expect(page.getByText(NOT_PAYABLE)).toBeVisible()
})

test('a part of an invoice is paid, and the rest from the same page or the receipt’s link', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Hedge and Garden Ltd')
  await inCompany(request, company, 'PATCH', 'update-settings/', { date_format: 'DMY' })
  const customer = await addCustomer(request, company, 'Hotel Rheinblick')
  const draft = await inCompany<{ pk: string; due_date: string }>(request, company, 'POST', 'invoices/', {
    customer: customer.pk,
    invoice_date: '2026-11-21',
    terms: 'net_30',
    lines: [
      {
        description: 'Hedge trimming',
        quantity: '12.5',
        unit_price: '45.50',
        discount: '10',
        tax_name: 'VAT',
        tax_rate: '19',
      },
    ],
  })
  const invoice = await inCompany<{ pk: string; number: string; remaining: string; total: string }>(
    request,
    company,
    'POST',
    `invoices/${draft.pk}/send/`,
    { request_id: 'send-hedge-and-garden' },
  )
  const link = await payLinkOf(request, customer, invoice)
  await page.goto(link)
  const due = formatDate(draft.due_date, 'DMY')
  await expect(page.getByText(`Due ${due}`), 'dates have the company’s format').toBeVisible()
  const lines = page.getByRole('table')
  await expect(lines).toContainText('12.5 at 45.50, 10% off')
  await expect(lines.getByRole('row', { name: /^VAT 19% / })).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Use a stored payment method' }),
    'nothing is stored',
  ).toHaveCount(0)

  await page.getByLabel('Amount').fill('300.10')
  await fillCard(page)
  await page.getByLabel('Save this payment method').check()
  await pay(page, '$300.10')
  await expectThanks(page)
  await expect(lines.getByRole('row', { name: /^Paid/ })).toContainText('−$300.10')
  await expect(lines.getByRole('row', { name: /^Left to pay/ })).toContainText('$309.03')
  await screens(page, 'pay-part')
  await page.getByRole('button', { name: 'Pay the remaining $309.03' }).click()
  await expect(page.getByLabel('Amount')).toHaveValue('309.03')
  await page.getByText('1 earlier payment').click()
  await expect(page.getByRole('list', { name: 'Payments' })).toContainText('Visa •••• 4242')
  await expect(page.getByRole('button', { name: 'Use a stored payment method' })).toBeVisible()

  await page.goto(linkTo(await mailTo(request, customer.email, /^Receipt: \$300\.10/), '/pay-invoice'))
  await expect(page.getByLabel('Amount')).toHaveValue('309.03')
  await page.getByText('1 earlier payment').click()
  await expect(page.getByRole('list', { name: 'Payments' })).toContainText('Credit card')
  await axeCheck(page)
  await screens(page, 'pay-rest')

  await page.getByLabel('Amount').fill('300')
  await fillECheck(page)
  await pay(page, '$300.00')
  await expect(page.getByRole('heading', { name: 'Your payment is being confirmed' })).toBeVisible()
  const slip = page.getByRole('status').filter({ hasText: 'being confirmed' })
  await expect(slip).toContainText(/Pending\s*\$300\.00\s*Left to pay\s*\$9\.03/)
  await page.goto(link)
  await expect(
    page.getByText('Your e-check of $300.00 is clearing. This takes a few business days.'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: /Left to pay/ })).toBeVisible()
  await expect(page.getByLabel('Amount'), 'the rest can be paid').toHaveValue('9.03')
  await axeCheck(page)
  await screens(page, 'pay-clearing')
  await fillCard(page)
  await pay(page, '$9.03')
  await expectThanks(page)
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Payment pending' })).toBeVisible()
  await expect(page.getByText(NOT_PAYABLE)).toHaveCount(0)
  await axeCheck(page)
  await screens(page, 'pay-all-clearing')
  // The company's list shows the same.
  expect(await inCompany(request, company, 'GET', 'invoices/')).toMatchObject({
    results: [{ number: invoice.number, remaining: '300.00', in_flight: '300.00' }],
  })
  const { timeline } = await inCompany<{ timeline: { text: string }[] }>(
    request,
    company,
    'GET',
    `invoices/${invoice.pk}/`,
  )
  expect(timeline.map(({ text }) => text)).toContain('E-check of $300.00 sent, clearing')
})

test('a card payment that waits for the bank’s confirmation is canceled or resumed in the portal, and not on the pay link', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 402/)
  const { company, customer, invoice, link } = await openBilledCompany(request, 'Half Way Ltd', '70.00')
  await enrollCustomer(request, company, customer)
  await signInToPortal(page, company, customer)
  await page.getByRole('button', { name: `Pay Invoice ${invoice.number}, $70.00` }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a Payment' })
  const begin = async () => {
    await fillCard(dialog, CARDS.challenged)
    await pay(dialog, '$70.00')
    await expect(dialog.getByRole('heading', { name: 'Your bank asks you to confirm' })).toBeVisible()
  }
  await begin()

  const waits = page.getByText(
    'Your card payment of $70.00 isn’t finished. Your bank asks you to confirm it.',
  )
  await page.goto(link)
  await expect(
    page.getByText('Your card payment of $70.00 was started and is not finished yet.'),
  ).toBeVisible()
  await expect(page.getByText(NOT_PAYABLE)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /Cancel payment|Continue/ })).toHaveCount(0)

  const reopen = async () => {
    await page.goto(`${portalOf(company)}/customer-portal-site`)
    await page.getByRole('button', { name: `Pay Invoice ${invoice.number}, $70.00` }).click()
  }
  await reopen()
  await expect(waits).toBeVisible()
  await axeCheck(page)
  await screens(page, 'pay-unconfirmed')
  await page.getByRole('button', { name: 'Cancel payment' }).click()
  await expect(waits).toHaveCount(0)
  await expect(dialog.getByLabel('Amount')).toHaveValue('70.00')

  await begin()
  await reopen()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Approve payment' }).click()
  await expectThanks(page)
})

test('an invoice opens in the portal by mouse and by keyboard, and shows its payments', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Open Sheets Ltd')
  await inCompany(request, company, 'PATCH', 'update-settings/', { date_format: 'YMD' })
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const invoice = await sendInvoice(request, company, customer, '250.00')
  await enrollCustomer(request, company, customer)
  await signInToPortal(page, company, customer)
  await page.getByRole('link', { name: 'See All Invoices' }).click()
  const all = page.getByRole('table', { name: 'All Invoices' })
  await expect(all).toContainText(/\d{4}-\d{2}-\d{2}/)
  await all.getByText('Due in').click()
  await expect(page).toHaveURL(new RegExp(`invoice=${invoice.pk}`))
  const paper = page.getByRole('article', { name: `Invoice ${invoice.number}` })
  await expect(paper).toContainText('Hot cups, 12 oz')
  await expect(paper).toContainText('Case of 1,000')
  await expect(paper).toContainText('Harbor Foods')
  const pdf = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  expect((await pdf).suggestedFilename()).toBe(`Invoice ${invoice.number}.pdf`)

  await page.getByRole('button', { name: 'Pay Invoice' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make a Payment' })
  await dialog.getByLabel('Amount').fill('100')
  await fillCard(dialog)
  await pay(dialog, '$100.00')
  await expectThanks(dialog)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const aside = page.getByRole('complementary', { name: 'Payment' })
  await expect(aside).toContainText('$150.00')
  await expect(paper).toContainText('−$100.00')
  const receipt = page.waitForEvent('download')
  await aside.getByRole('button', { name: /^Download receipt of \d{4}-\d\d-\d\d, \$100\.00$/ }).click()
  expect((await receipt).suggestedFilename()).toMatch(/^Receipt .*\.pdf$/)
  await axeCheck(page)
  await screens(page, 'portal-invoice')

  await page.getByRole('link', { name: 'All Invoices' }).click()
  await all.getByRole('link', { name: invoice.number }).focus()
  await page.keyboard.press('Enter')
  await expect(paper).toBeVisible()
})
