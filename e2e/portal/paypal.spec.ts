import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { inCompany } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'
import { expectThanks, fillCard, pay } from '../steps/paying.ts'
import { openPayPalTab, openPayPalWindow } from '../steps/paypal.ts'

const SCRIPT = '**/sandbox-paypal.js*'

test('a PayPal payment is ordered, approved in the popup and captured', { tag: '@gate' }, async ({
  page,
  request,
}) => {
  const { company, invoice, remaining } = await openPayPalTab(page, request, 'Window Shopping Ltd', '90.00')
  await expect(page.getByRole('button', { name: 'Pay with PayPal' })).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveCount(0)
  await axeCheck(page)
  await screens(page, 'pay-paypal')

  await page.getByLabel('Amount').fill('0')
  await page.getByRole('button', { name: 'Pay with PayPal' }).click()
  await expect(page.getByText('The amount should be greater than 0')).toBeVisible()
  expect(page.context().pages(), 'no window opens for a form that can’t be sent').toHaveLength(1)

  await page.getByLabel('Amount').fill('50')
  const paypal = await openPayPalWindow(page)
  await expect(paypal.getByText('Sandbox: no money moves')).toBeVisible()
  await expect(paypal.getByRole('heading', { name: 'Pay Window Shopping Ltd' })).toBeVisible()
  await expect(paypal.getByText(`Invoice ${invoice.number}`)).toBeVisible()
  await expect(paypal.getByText('$50.00')).toBeVisible()
  await axeCheck(paypal)
  await screens(paypal, 'sandbox-approve')
  expect(await remaining()).toMatchObject({ remaining: '90.00', in_flight: '50.00' })
  const closed = paypal.waitForEvent('close')
  await paypal.getByRole('button', { name: 'Approve payment' }).click()
  await closed
  await expectThanks(page)
  await expect(page.getByText('$40.00').first()).toBeVisible()
  expect(await remaining()).toMatchObject({ remaining: '40.00', in_flight: '0.00' })

  await openAs(page, company, '/payment-processing')
  const list = page.getByRole('table', { name: 'Payments' })
  await expect(list.getByRole('row', { name: /Harbor Foods/ })).toContainText('PayPal')
})

test('canceling a PayPal order or closing its popup charges nothing and releases the amount', async ({
  page,
  request,
}) => {
  const { remaining } = await openPayPalTab(page, request, 'Cold Feet Ltd', '30.00')
  for (const ending of ['cancel', 'close'] as const) {
    const paypal = await openPayPalWindow(page)
    await expect(paypal.getByRole('button', { name: 'Approve payment' })).toBeVisible()
    if (ending === 'cancel') await paypal.getByRole('button', { name: 'Cancel and return' }).click()
    else await paypal.close()
    await expect.poll(remaining).toMatchObject({ remaining: '30.00', in_flight: '0.00' })
    await expect(page.getByRole('button', { name: 'Pay with PayPal' })).toBeVisible()
  }
  await fillCard(page)
  await pay(page, '$30.00')
  await expectThanks(page)
})

test('an open PayPal order does not prevent a payment by card', async ({ page, request }) => {
  const { remaining } = await openPayPalTab(page, request, 'Left Open Ltd', '20.00')
  const paypal = await openPayPalWindow(page)
  await expect(paypal.getByRole('button', { name: 'Approve payment' })).toBeVisible()
  await page.reload()
  expect(await remaining()).toMatchObject({ in_flight: '20.00' })
  await fillCard(page)
  await pay(page, '$20.00')
  await expectThanks(page)
  await paypal.reload()
  await expect(paypal.getByText('You canceled this payment. Nothing was charged.')).toBeVisible()
})

test('a failed load of PayPal’s script shows an error with a retry', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await page.route(SCRIPT, (route) => route.abort())
  await openPayPalTab(page, request, 'No Script Ltd', '10.00')
  await expect(page.getByText('Failed to load PayPal script')).toBeVisible()
  await expect(page.getByText('Please try again, or contact the company support')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'pay-paypal-failed')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Failed to load PayPal script')).toBeVisible()
  await page.unroute(SCRIPT)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Pay with PayPal' })).toBeVisible()
})

test('a refused PayPal order shows an error and closes the popup', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  const { company, invoice } = await openPayPalTab(page, request, 'Late Change Ltd', '15.00')
  await inCompany(request, company, 'POST', `invoices/${invoice.pk}/void/`, {})
  const paypal = await openPayPalWindow(page)
  if (!paypal.isClosed()) await paypal.waitForEvent('close')
  await expect(
    page
      .getByText('Payment Unsuccessful')
      .or(page.getByText(/cannot be paid at this time/))
      .first(),
  ).toBeVisible()
})
