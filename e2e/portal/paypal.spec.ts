import { inCompany } from '../steps/company.ts'
import { expectThanks, fillCard, pay } from '../steps/paying.ts'
import { atPayPal, openWindow } from '../steps/paypal.ts'
import { openAs } from '../steps/signing-in.ts'
import { axeCheck, expect, screens, test } from '../support.ts'

const SCRIPT = '**/sandbox-paypal.js*'

test('PayPal: an order, its approval in PayPal’s window, its capture', { tag: '@gate' }, async ({
  page,
  request,
}) => {
  const { company, invoice, remaining } = await atPayPal(page, request, 'Window Shopping Ltd', '90.00')
  await expect(page.getByRole('button', { name: 'Pay with PayPal' })).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveCount(0)
  await axeCheck(page)
  await screens(page, 'pay-paypal')

  await page.getByLabel('Amount').fill('0')
  await page.getByRole('button', { name: 'Pay with PayPal' }).click()
  await expect(page.getByText('The amount should be greater than 0')).toBeVisible()
  expect(page.context().pages(), 'no window opens for a form that can’t be sent').toHaveLength(1)

  await page.getByLabel('Amount').fill('50')
  const paypal = await openWindow(page)
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

test('an order that the payer cancels, or whose window they close, pays nothing and holds nothing', async ({
  page,
  request,
}) => {
  const { remaining } = await atPayPal(page, request, 'Cold Feet Ltd', '30.00')
  for (const turnBack of ['cancel', 'close'] as const) {
    const paypal = await openWindow(page)
    await expect(paypal.getByRole('button', { name: 'Approve payment' })).toBeVisible()
    if (turnBack === 'cancel') await paypal.getByRole('button', { name: 'Cancel and return' }).click()
    else await paypal.close()
    await expect.poll(remaining).toMatchObject({ remaining: '30.00', in_flight: '0.00' })
    await expect(page.getByRole('button', { name: 'Pay with PayPal' })).toBeVisible()
  }
  await fillCard(page)
  await pay(page, '$30.00')
  await expectThanks(page)
})

test('whoever leaves an order open can pay in another way at once', async ({ page, request }) => {
  const { remaining } = await atPayPal(page, request, 'Left Open Ltd', '20.00')
  const paypal = await openWindow(page)
  await expect(paypal.getByRole('button', { name: 'Approve payment' })).toBeVisible()
  await page.reload()
  expect(await remaining()).toMatchObject({ in_flight: '20.00' })
  await fillCard(page)
  await pay(page, '$20.00')
  await expectThanks(page)
  await paypal.reload()
  await expect(paypal.getByText('You canceled this payment. Nothing was charged.')).toBeVisible()
})

test('PayPal’s script that does not load offers to be loaded again', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  await page.route(SCRIPT, (route) => route.abort())
  await atPayPal(page, request, 'No Script Ltd', '10.00')
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

test('an order that can’t be made says why, and its window closes', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  const { company, invoice } = await atPayPal(page, request, 'Late Change Ltd', '15.00')
  await inCompany(request, company, 'POST', `invoices/${invoice.pk}/void/`, {})
  const paypal = await openWindow(page)
  if (!paypal.isClosed()) await paypal.waitForEvent('close')
  await expect(
    page
      .getByText('Payment Unsuccessful')
      .or(page.getByText(/cannot be paid at this time/))
      .first(),
  ).toBeVisible()
})
