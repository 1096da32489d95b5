import { addDays } from '../../domain/dates/calendar.ts'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import {
  addCustomer,
  inCompany,
  openBilledCompany,
  openCompany,
  sendInvoice,
  todayOf,
} from '../steps/company.ts'
import { mailTo } from '../steps/mail.ts'
import { expectThanks, fillCard, pay, paymentsOf } from '../steps/paying.ts'

const PHONE = { width: 390, height: 844 }

test('one pay link pays several invoices without a login', async ({ page, request }) => {
  test.slow()
  const company = await openCompany(request, 'Slate Row Supply')
  const customer = await addCustomer(request, company, 'Fern Street Cafe')
  const early = await sendInvoice(request, company, customer, '120.00', 75)
  const late = await sendInvoice(request, company, customer, '80.50')
  const path = `customers/${customer.pk}/pay-link/`
  const { url } = await inCompany<{ url: string }>(request, company, 'POST', path, {})
  await page.goto(url)
  const lines = page.getByRole('region', { name: 'Invoices to pay' })
  await expect(lines).toContainText(early.number)
  await expect(lines).toContainText(late.number)
  await expect(page.getByLabel('Amount')).toHaveValue('200.50')
  await fillCard(page)
  await axeCheck(page)
  await screens(page, 'pay-link-several')
  await page.getByRole('button', { name: 'Pay $200.50' }).press('Enter')
  await expectThanks(page)
  await screens(page, 'pay-link-several-paid')
  await page.reload()
  await expect(page.getByText('These invoices can’t be paid right now')).toBeVisible()
  await expect(lines).toContainText('$120.00')
  await expect(lines.getByRole('checkbox')).toHaveCount(0)
  await screens(page, 'pay-link-several-done')
})

test('a pay link asks for the next installment of the plan that its payer chose', async ({
  page,
  request,
}) => {
  test.slow()
  await page.setViewportSize(PHONE)
  const { company, link } = await openBilledCompany(request, 'Rate by Rate Ltd', '1000.00')
  await inCompany(request, company, 'PUT', 'payment-plan-policy/', {
    customers_may_choose: true,
    min_amount: '0',
    max_installments: 4,
    max_days: 200,
    down_payment_percent: 0,
    intervals: ['monthly'],
    grace_days: 5,
    fee: '12.00',
  })
  await page.goto(link)
  await page.getByRole('button', { name: 'Not able to pay now?' }).click()
  await page.getByLabel('Pay in installments').check()
  await page.getByLabel('Your name').fill('Maya Okafor')
  await page.getByLabel('I agree to this payment plan').check()
  await page.getByRole('button', { name: 'Pay in 2 installments' }).click()
  await expect(page.getByText('Your payment plan is agreed.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('heading', { name: /Next installment/ })).toBeVisible()
  await expect(page.getByText(/^Installment 1 of 2 is due/)).toBeVisible()
  await expect(page.getByLabel('Amount')).toHaveValue('512.00')
  await page.getByRole('button', { name: 'Pay all $1,012.00 instead' }).click()
  await expect(page.getByLabel('Amount')).toHaveValue('1,012.00')
  await page.getByRole('button', { name: 'Pay only the installment of $512.00' }).click()
  await expect(page.getByLabel('Amount')).toHaveValue('512.00')
  await page.getByText('All installments').click()
  await expect(page.getByRole('list', { name: 'Installments' }).getByRole('listitem')).toHaveCount(2)
  await axeCheck(page)
  await screens(page, 'pay-link-installment')
  await fillCard(page)
  await pay(page, '$512.00')
  await expectThanks(page)
  await page.reload()
  await expect(page.getByText(/^Installment 2 of 2 is due/)).toBeVisible()
  await expect(page.getByLabel('Amount')).toHaveValue('500.00')
})

test('a pay link leads to the plan that the company proposes', async ({ page, request }) => {
  const { company, customer, invoice, link } = await openBilledCompany(request, 'Offers Ltd', '300.00')
  const today = await todayOf(request, company)
  await inCompany(request, company, 'POST', 'payment-plans/', {
    invoices: [invoice.pk],
    installments: [7, 37].map((days) => ({ due_date: addDays(today, days), amount: '150.00' })),
    email: true,
  })
  await mailTo(request, customer.email, /^Payment plan from/)
  await page.goto(link)
  await expect(page.getByText('Offers Ltd offers you a payment plan')).toBeVisible()
  await expect(page.getByLabel('Amount')).toHaveValue('300.00')
  await axeCheck(page)
  await screens(page, 'pay-link-proposal')
  await page.getByRole('button', { name: 'See the payment plan' }).click()
  await page.getByLabel('Your name').fill('Maya Okafor')
  await page.getByLabel('I agree to this payment plan').check()
  await page.getByRole('button', { name: 'Confirm the plan' }).click()
  await page.getByRole('link', { name: 'Pay now' }).waitFor()
  await page.reload()
  await page.getByRole('link', { name: 'Pay now' }).click()
  await expect(page.getByLabel('Amount')).toHaveValue('150.00')
})

test('a payment of an invoice that was voided meanwhile is refused with the reason and charges nothing', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  const { company, invoice, link } = await openBilledCompany(request, 'Second Thoughts Ltd', '100.00')
  await page.goto(link)
  await fillCard(page)
  await inCompany(request, company, 'POST', `invoices/${invoice.pk}/void/`, {})
  await pay(page, '$100.00')
  await expect(
    page.getByRole('alert').filter({ hasText: 'is no longer valid. Nothing was charged.' }),
  ).toBeVisible()
  await screens(page, 'pay-link-voided-meanwhile')
})

test('a pay link whose invoice was paid or became less meanwhile charges nothing and shows what is left', async ({
  page,
  request,
  browser,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of (400|409)/)
  const { company, customer, invoice, link } = await openBilledCompany(request, 'Both At Once Ltd', '100.00')
  const record = (total: string) =>
    inCompany(request, company, 'POST', 'payments/', {
      customer: customer.pk,
      type: 'check',
      total,
      received_on: '2026-01-05',
      request_id: `check-${crypto.randomUUID()}`,
      invoices: [{ invoice: invoice.pk, amount: total }],
    })
  await page.goto(link)
  await fillCard(page)
  await record('40.00')
  await pay(page, '$100.00')
  await expect(page.getByText('The amount should not be greater than the balance of 60.00')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay $60.00' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'pay-link-less-meanwhile')
  await expect(page.getByLabel('Card number'), 'nothing typed is lost').toHaveValue('4242 4242 4242 4242')
  await page.getByLabel('Amount').fill('60')

  const other = await (await browser.newContext()).newPage()
  await other.goto(link)
  await fillCard(other)
  await pay(other, '$60.00')
  await expectThanks(other)
  await other.context().close()
  await pay(page, '$60.00')
  await expect(page.getByRole('region', { name: 'Paid' })).toContainText('Nothing was charged')
  await screens(page, 'pay-link-paid-meanwhile')
  const made = await paymentsOf(request, company)
  expect(made.filter(({ channel }) => channel === 'pay_link')).toHaveLength(1)
  expect(await inCompany(request, company, 'GET', `invoices/${invoice.pk}/`)).toMatchObject({
    remaining: '0.00',
  })
})

test('a plan whose answer was lost is agreed once, and one that was withdrawn meanwhile is not', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of (400|404|409)|ERR_CONNECTION_FAILED|NS_ERROR|Failed to load resource/)
  const { company, invoice, link } = await openBilledCompany(request, 'Half Heard Ltd', '400.00')
  const today = await todayOf(request, company)
  const propose = () =>
    inCompany<{ pk: string }>(request, company, 'POST', 'payment-plans/', {
      invoices: [invoice.pk],
      installments: [7, 37].map((days) => ({ due_date: addDays(today, days), amount: '200.00' })),
      email: false,
    })
  const linkOf = async ({ pk }: { pk: string }) =>
    (await inCompany<{ url: string }>(request, company, 'POST', `payment-plans/${pk}/link/`, {})).url
  const agree = async () => {
    await page.getByLabel('Your name').fill('Maya Okafor')
    await page.getByLabel('I agree to this payment plan').check()
    await page.getByRole('button', { name: 'Confirm the plan' }).click()
  }
  const withdrawn = await propose()
  await page.goto(await linkOf(withdrawn))
  await page.getByLabel('Your name').waitFor()
  await inCompany(request, company, 'POST', `payment-plans/${withdrawn.pk}/cancel/`, {})
  await agree()
  await expect(page.getByRole('heading', { name: 'This payment plan no longer applies' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'confirm-plan-withdrawn-meanwhile')

  const plan = await propose()
  await page.goto(await linkOf(plan))
  await page.route(
    '**/confirm/',
    async (route) => {
      expect((await route.fetch()).status()).toBeLessThan(300)
      await route.abort('connectionfailed')
    },
    { times: 1 },
  )
  await agree()
  await expect(page.getByRole('alert')).toContainText('try again')
  await screens(page, 'confirm-plan-answer-lost')
  await page.getByRole('button', { name: 'Confirm the plan' }).click()
  await expect(page.getByRole('heading', { name: 'Your payment plan is confirmed' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByText(/^Installment 1 of 2 is due/)).toBeVisible()
})
