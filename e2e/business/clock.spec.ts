import { testWithClock as test } from '../dedicated-product.ts'
import { axeCheck, expect, screens } from '../fixtures.ts'
import { inCompany, openBilledCompany } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'
import { linkTo, mailTo } from '../steps/mail.ts'
import { advanceClock, expectThanks, fillCard, fillECheck, pay, paymentsOf } from '../steps/paying.ts'
import { openPayPalTab, openPayPalWindow } from '../steps/paypal.ts'

test('an e-check stays pending until it clears', async ({ page, request }) => {
  test.slow()
  const { company, invoice, link } = await openBilledCompany(request, 'Slow Money Ltd', '320.00')
  await page.goto(link)
  await fillECheck(page)
  await axeCheck(page)
  await screens(page, 'pay-e-check')
  await pay(page, '$320.00')
  await expect(page.getByRole('heading', { name: 'Your payment is being confirmed' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'pay-waiting')
  expect(await paymentsOf(request, company)).toMatchObject([{ status: 'waiting' }])
  expect(
    await inCompany(request, company, 'GET', `invoices/${invoice.pk}/`),
    'nothing is paid yet, and it can’t be paid twice',
  ).toMatchObject({ remaining: '320.00', in_flight: '320.00' })

  await advanceClock(request, 'P4D')
  await expectThanks(page)
  expect(await inCompany(request, company, 'GET', `invoices/${invoice.pk}/`)).toMatchObject({
    status: 'Paid',
    remaining: '0.00',
  })
})

test('a payment whose response was lost is charged once and confirmed later', { tag: '@gate' }, async ({
  page,
  request,
}) => {
  test.slow()
  const { company, link } = await openBilledCompany(request, 'Lost Replies Ltd', '50.13')
  await page.goto(link)
  await fillCard(page)
  await pay(page, '$50.13')
  await expect(page.getByRole('heading', { name: 'Your payment is being confirmed' })).toBeVisible()
  await advanceClock(request, 'PT10M')
  await expectThanks(page)
  expect(await paymentsOf(request, company)).toMatchObject([{ status: 'confirmed', total: '50.13' }])
})

test('staff trigger a dispute in the Sandbox, and the payment shows it without a case', async ({
  page,
  request,
}) => {
  const { company } = await openPayPalTab(page, request, 'Desk Duty Ltd', '80.00')
  const paypal = await openPayPalWindow(page)
  await paypal.getByRole('button', { name: 'Approve payment' }).click()
  await expectThanks(page)
  await openAs(page, company, '/payment-processing')
  await page.getByRole('table', { name: 'Payments' }).getByRole('rowheader').getByRole('link').click()
  const panel = page.getByRole('region', { name: 'Sandbox' })
  await expect(panel.getByRole('button', { name: 'Simulate dispute' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'payment-sandbox')
  await panel.getByRole('button', { name: 'Simulate dispute' }).click()
  await expect(page.getByRole('main').getByText('Rejected', { exact: true }).first()).toBeVisible({
    timeout: 15_000,
  })
  await expect(page.getByText('The cardholder disputed the payment.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Sandbox' })).toHaveCount(0)

  await page.goto('/payment-processing/cases')
  await expect(page.getByText('Nothing to review')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'payment-cases-none')
  await page.goto('/payment-processing/cases?search=nothing-like-this')
  await expect(page.getByText('No items found. Try changing your filter settings.')).toBeVisible()
  await expect(page.getByText('Nothing to review')).toHaveCount(0)
  await advanceClock(request, 'PT1H')
})

test('an expired pay link names its company and emails a new link, and an unknown one names no company', async ({
  page,
  request,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 404/)
  const { company, customer, invoice, link } = await openBilledCompany(request, 'Lost and Found Ltd', '80.00')
  const ended = "We couldn't find the details of the invoice, this could mean it has been paid."
  // One week a request, because a request also waits for the jobs that become due.
  for (let week = 0; week < 13; week += 1) await advanceClock(request, 'P7D')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Invoice not found' })).toBeVisible()
  await expect(page.getByText(ended)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Lost and Found Ltd')
  await expect(page.getByRole('link', { name: company.email })).toHaveAttribute(
    'href',
    `mailto:${company.email}`,
  )
  await axeCheck(page)
  await screens(page, 'pay-ended')
  await page.getByRole('button', { name: 'Ask for a new link' }).click()
  await expect(page.getByText(/^If this invoice is still open, we emailed a new link/)).toBeVisible()
  await axeCheck(page)
  await screens(page, 'pay-ended-asked')
  const mail = await mailTo(request, customer.email, /^New link for invoice/)
  const fresh = linkTo(mail, '/pay-invoice')
  expect(fresh).not.toBe(link)
  await page.goto(fresh)
  await expect(page.getByRole('heading', { name: `Invoice ${invoice.number}` })).toBeVisible()
  await expect(page.getByText('$80.00').first()).toBeVisible()

  await page.goto(`${new URL(link).origin}/pay-invoice?token=${'A'.repeat(43)}`)
  await expect(page.getByText(ended)).toBeVisible()
  await expect(page.getByText('Lost and Found Ltd')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Ask for a new link' })).toHaveCount(0)
})
