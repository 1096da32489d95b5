import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, inCompany, openBilledCompany, openCompany, sendInvoice } from '../steps/company.ts'
import { toast } from '../steps/log-in.ts'
import { CARDS, expectThanks, fillCard, fillECheck, pay, paymentsOf } from '../steps/paying.ts'
import { openPayPalTab } from '../steps/paypal.ts'
import { enrollCustomer, portalOf, signInToPortal } from '../steps/portal.ts'

test('Pay looks disabled until the form is complete, and a press tells what is missing', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 402/)
  const { link } = await openBilledCompany(request, 'Half Filled Ltd', '80.00')
  await page.goto(link)
  const button = page.getByRole('button', { name: 'Pay $80.00' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await axeCheck(page)
  await screens(page, 'pay-incomplete')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('This field is required', { exact: true }).first()).toBeVisible()
  await expect(page.getByLabel('Name on card'), 'the first missing field has the focus').toBeFocused()
  await fillCard(page, CARDS.declined)
  await expect(button).not.toHaveAttribute('aria-disabled')
  await page.getByLabel('Amount').fill('80.01')
  await expect(page.getByRole('button', { name: 'Pay $80.01' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('Amount').fill('80')
  const answer = Promise.withResolvers<void>()
  await page.route('**/payment-options/**', async (route) => {
    if (route.request().method() === 'POST') await answer.promise
    await route.continue()
  })
  // The pictures above ask for less motion.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.getByLabel('Security code').press('Enter')
  const overlay = page.getByRole('status').filter({ hasText: 'Processing payment, please wait...' })
  await expect(overlay).toHaveCSS('animation-duration', '0.3s')
  await expect(overlay).toHaveCSS('animation-name', 'fade')
  answer.resolve()
  await expect(page.getByText('Payment Unsuccessful')).toBeVisible()
  const message = toast(page, 'Submit Payment errors')
  await expect(message).toContainText('Your card was declined.')
  await axeCheck(page)
  await screens(page, 'pay-submit-errors')
})

test('a stored card that pays automatically is shown so, without the Sandbox’s numbers', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Ready Money Ltd')
  await inCompany(request, company, 'PATCH', 'update-settings/', { system_enabled: true })
  const customer = await addCustomer(request, company, 'Pinewood Market')
  await enrollCustomer(request, company, customer)
  const first = await sendInvoice(request, company, customer, '40.00')
  const second = await sendInvoice(request, company, customer, '60.00')
  await signInToPortal(page, company, customer)
  const dialog = page.getByRole('dialog', { name: 'Make a Payment' })
  await page.getByRole('button', { name: `Pay Invoice ${first.number}, $40.00` }).click()
  await expect(dialog).toContainText('Try card 4242')
  await fillCard(dialog)
  await dialog.getByLabel('Pay future invoices automatically').check()
  await pay(dialog, '$40.00')
  await expectThanks(dialog)
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await page.getByRole('button', { name: `Pay Invoice ${second.number}, $60.00` }).click()
  await expect(dialog).toContainText('We’ll charge Visa •••• 4242 on')
  const box = dialog.getByRole('checkbox', { name: 'Already pays invoices automatically' })
  await expect(box).toBeChecked()
  await expect(box).toBeDisabled()
  await expect(dialog).not.toContainText('Try card 4242')
  await axeCheck(page)
  await screens(page, 'pay-automatic-card')
  await pay(dialog, '$60.00')
  await expectThanks(dialog)
  await expect(dialog, 'nothing is announced above the thanks').not.toContainText('We’ll charge')
})

test('the dialog of an invoice whose money is on its way says what is on its way', async ({
  page,
  request,
}) => {
  const { company, customer, invoice } = await openBilledCompany(request, 'Under Way Ltd', '75.00')
  await enrollCustomer(request, company, customer)
  await signInToPortal(page, company, customer)
  const dialog = page.getByRole('dialog', { name: 'Make a Payment' })
  const button = page.getByRole('button', { name: `Pay Invoice ${invoice.number}, $75.00` })
  await button.click()
  await fillECheck(dialog)
  await pay(dialog, '$75.00')
  await expect(dialog.getByRole('heading', { name: 'Your payment is being confirmed' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await button.click()
  await expect(dialog).toContainText('Your e-check of $75.00 is clearing.')
  await expect(dialog.getByRole('button', { name: /^Pay / })).toHaveCount(0)
  await axeCheck(page)
  await screens(page, 'pay-under-way')
})

test('earlier payments are one line above the form, which stays on a phone’s first screen', async ({
  page,
  request,
}) => {
  const { company, link, invoice } = await openBilledCompany(request, 'Many Parts Ltd', '90.00')
  await page.goto(link)
  for (const part of ['10', '20', '30']) {
    await page.getByLabel('Amount').fill(part)
    await fillCard(page)
    await pay(page, `$${part}.00`)
    await expectThanks(page)
    await page.getByRole('button', { name: 'Pay the remaining' }).click()
  }
  const list = page.getByRole('list', { name: 'Payments' })
  await expect(list).toBeHidden()
  await axeCheck(page)
  await screens(page, 'pay-earlier')
  await page.getByText('3 earlier payments').press('Enter')
  await expect(list.getByRole('listitem')).toHaveCount(3)
  expect(await inCompany(request, company, 'GET', `invoices/${invoice.pk}/`)).toMatchObject({
    remaining: '30.00',
  })
})

test('PayPal shows the amount when only all of it can be paid', async ({ page, request }) => {
  const { company } = await openPayPalTab(page, request, 'All or Nothing Ltd', '45.00')
  await inCompany(request, company, 'PATCH', 'update-settings/', { partial_payments: false })
  await page.reload()
  await page.getByRole('tab', { name: 'PayPal' }).click()
  await expect(page.getByLabel('Amount')).toHaveCount(0)
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const total = page.getByRole('definition').filter({ hasText: '$45.00' }).last()
    await expect(total).toBeInViewport()
    expect((await total.boundingBox())!.width, 'not only for screen readers').toBeGreaterThan(30)
  }
  await screens(page, 'pay-paypal-whole')
})

test('the portal’s login tells first that storage is off, and the portal does not repeat it', async ({
  page,
  request,
}) => {
  const { company, customer } = await openBilledCompany(request, 'Closed Drawer Ltd', '15.00')
  await enrollCustomer(request, company, customer)
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  await page.goto(`${portalOf(company)}/customer-portal-site-login`)
  const dialog = page.getByRole('dialog', { name: 'Site Storage is Disabled' })
  await expect(dialog).toContainText('incognito mode')
  await axeCheck(page)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill('seven harbours at dusk')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('region', { name: 'Total Amount Owed' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
})

test('a pay link is paid where the browser stores nothing', async ({ page, request }) => {
  const { company, link } = await openBilledCompany(request, 'No Cupboard Ltd', '25.00')
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })
  await page.goto(link)
  await fillCard(page)
  await pay(page, '$25.00')
  await expectThanks(page)
  const receipt = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Download receipt/ }).click()
  expect((await receipt).suggestedFilename()).toMatch(/\.pdf$/)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Paid' })).toBeVisible()
  expect(await paymentsOf(request, company)).toHaveLength(1)
})
