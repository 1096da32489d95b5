import { startXeroSimulator, type XeroSimulator } from '../../simulators/xero/index.ts'
import { axeCheck, expect, screens } from '../fixtures.ts'
import { openCompany } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'
import { disconnect, expectConnected, openNewPayment, withSimulatedBooks } from '../steps/simulated-books.ts'

let xero: XeroSimulator

const test = withSimulatedBooks(async () => {
  xero = await startXeroSimulator({ names: ['Larch Landscapes', 'Larch Nursery', 'Larch Orchard'] })
  return xero
})

test('a company chooses its organisation at Xero, reads it, posts a payment, and disconnects', async ({
  page,
  request,
  expectConsole,
}) => {
  // A refused consent is reported.
  expectConsole(/status of 4/)
  const contact = xero.books.addContact('Dogwood Dental', { EmailAddress: 'dogwood@customers.test' })
  const remote = xero.books.addInvoice(contact, 240, 'INV-101')
  const company = await openCompany(request, 'Larch Landscapes', 'provider')
  await openAs(page, company, '/settings/accounting-connection')
  await page.getByRole('button', { name: 'Connect Xero' }).click()
  await expect(page.getByRole('heading', { name: 'Choose an organisation' })).toBeVisible()
  await page.getByRole('link', { name: 'Larch Landscapes' }).click()
  await expectConnected(page, 'Xero')
  await expect(page.getByText('Larch Landscapes').first()).toBeVisible()
  const first = page.getByRole('region', { name: 'First reading complete' })
  await expect(first.getByText('Read 1 customer, 1 invoice and 0 credit memos.')).toBeVisible()
  await expect(first.getByRole('link', { name: 'View invoices' })).toHaveAttribute('href', '/invoices')
  await axeCheck(page)
  await screens(page, 'accounting-xero-connected')

  await page.goto('/invoices')
  await page.getByRole('link', { name: 'INV-101' }).first().click()
  await expect(page.getByText('Change this invoice in Xero. It is read from there.')).toBeVisible()
  const invoice = page.url()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Open in Xero' }).click()
  await expect((await opened).getByRole('heading', { name: 'Invoice INV-101' })).toBeVisible()
  await (await opened).close()
  await screens(page, 'invoice-in-xero')
  await openNewPayment(page, request, company)
  await page.getByRole('button', { name: 'Post to Xero' }).click()
  await page.getByRole('button', { name: 'Post $40.00' }).click()
  await expect(page.getByText('Payment posted to Xero')).toBeVisible()
  expect(xero.books.find('Invoices', remote).AmountDue).toBe(200)

  await disconnect(page, 'Xero')
  await expect(page.getByText('Xero: posted 1')).toBeVisible()
  await screens(page, 'accounting-xero-ended')
  await page.goto(invoice)
  await expect(
    page.getByText('This invoice was read from Larch Landscapes in Xero, which is not connected any more.'),
  ).toBeVisible()
  await axeCheck(page)
  await screens(page, 'invoice-of-former-books')
  await page.goto('/settings/accounting-connection')
  await page.getByRole('button', { name: 'Connect Xero again' }).click()
  await expect(page.getByRole('heading', { name: 'Choose an organisation' })).toBeVisible()
  const asked = new URL(page.url()).searchParams
  const refused = new URLSearchParams({ error: 'access_denied', state: asked.get('state') ?? '' })
  await page.goto(`${asked.get('redirect_uri')}?${refused}`)
  await expect(page.getByRole('alert')).toContainText('Xero')
  await page.goto('/settings/accounting-connection')
  await page.getByRole('button', { name: 'Connect Xero again' }).click()
  await page.getByRole('link', { name: 'Larch Nursery' }).click()
  await expect(page.getByRole('alert')).toContainText('Larch Landscapes in Xero')
  expect(xero.violations).toEqual([])
})

test('a connection that begins in the set-up comes back into it at the next step', async ({
  page,
  request,
  expectConsole,
}) => {
  // Xero's page has no icon.
  expectConsole(/status of 4/)
  const company = await openCompany(request, 'Birch Builders', 'provider')
  await openAs(page, company, '/settings/accounting-connection?setup=true')
  const step = page.getByRole('navigation', { name: 'Set-up' }).locator('[aria-current=step]')
  await expect(step).toContainText('Accounting')
  await page.getByRole('button', { name: 'Connect Xero' }).click()
  await expect(page.getByRole('heading', { name: 'Choose an organisation' })).toBeVisible()
  const asked = new URL(page.url()).searchParams
  const refused = new URLSearchParams({ error: 'access_denied', state: asked.get('state') ?? '' })
  await page.goto(`${asked.get('redirect_uri')}?${refused}`)
  await expect(page.getByRole('alert')).toContainText('Xero')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(step, 'a refusal leads back to the same step').toContainText('Accounting')
  await page.getByRole('button', { name: 'Connect Xero' }).click()
  await page.getByRole('link', { name: 'Larch Orchard' }).click()
  await expect(page.getByText('Xero connected')).toBeVisible()
  await expect(page).toHaveURL(/\/settings\/company-information\?setup=true$/)
  await expect(step).toContainText('Company')
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await expect(step).toContainText('Plan')
})

test('a company moves to other books: what is the same is recognized, and the rest is decided', async ({
  page,
  request,
  expectConsole,
}) => {
  // Xero's page has no icon.
  expectConsole(/status of 4/)
  const contact = xero.books.addContact('Elm Bakery', { EmailAddress: 'elm@customers.test' })
  for (const [number, amount] of [
    ['INV-201', 240],
    ['INV-202', 80],
    ['INV-203', 60],
  ] as const)
    xero.books.addInvoice(contact, amount, number)
  xero.books.addCreditNote(contact, 20, 'CN-7')
  const [nursery] = xero.others
  const moved = nursery!.addContact('Elm Bakery')
  nursery!.addInvoice(moved, 240, 'INV-201')
  nursery!.addInvoice(moved, 75, 'INV-202')
  const company = await openCompany(request, 'Larch and sons', 'provider')
  await openAs(page, company, '/settings/accounting-connection')
  await page.getByRole('button', { name: 'Connect Xero' }).click()
  await page.getByRole('link', { name: 'Larch Landscapes' }).click()
  await expectConnected(page, 'Xero')
  const sandbox = page.getByRole('region', { name: 'Sandbox books' })
  await expect(sandbox.getByText('Disconnect Xero first to move here.')).toBeVisible()
  await disconnect(page, 'Xero')
  await expect(page.getByText(/^Larch Landscapes, disconnected on /)).toBeVisible()
  await expect(
    page.getByText('Reminders, late fees and automatic payments wait until it is connected.'),
  ).toBeVisible()
  await openNewPayment(page, request, company, 'INV-201')
  await page.goto('/settings/accounting-connection')
  await expect(page.getByText('Waiting to post').locator('..')).toContainText('1')

  await page.getByRole('button', { name: 'Move to another company' }).click()
  await expect(page.getByRole('dialog')).toContainText('Nothing is lost')
  await axeCheck(page)
  await screens(page, 'accounting-move-question')
  await page.getByRole('dialog').getByRole('button', { name: 'Move to another company' }).click()
  await page.getByRole('link', { name: 'Larch Nursery' }).click()
  await expectConnected(page, 'Xero')
  await expect(page.getByText('conflicts to decide')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'accounting-moved')

  await page.getByRole('link', { name: 'Decide now' }).click()
  await expect(
    page.getByRole('heading', {
      name: 'Invoice INV-202 differs in Larch Nursery in Xero from the one in Larch Landscapes in Xero',
    }),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Larch Nursery in Xero' })).toContainText('$75.00')
  await screens(page, 'accounting-move-conflicts')
  await page.getByRole('button', { name: 'Same invoice' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Decided: Same invoice')).toBeVisible()
  await expect(page.getByRole('heading', { name: /INV-202/ })).toHaveCount(0)
  // The keyboard goes on with the next conflict.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('article').first().locator(':focus')).toHaveCount(1)
  const missing = page.getByRole('article').filter({ hasText: 'INV-203' })
  await expect(missing.getByRole('link', { name: 'INV-203' })).toHaveAttribute(
    'href',
    '/invoices?search=INV-203',
  )
  await missing.getByRole('button', { name: 'Void' }).click()
  await expect(page.getByRole('dialog')).toContainText('INV-203 ($60.00)')
  await screens(page, 'accounting-move-void')
  await page.getByRole('button', { name: 'Void invoice' }).click()
  await expect(missing).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('#conflicts')).toBeFocused()
  const memo = page.getByRole('article').filter({ hasText: 'CN-7' })
  await memo.getByRole('button', { name: 'Keep open' }).click()
  await expect(memo).toHaveCount(0)
  await page.getByRole('button', { name: 'Closed' }).click()
  await expect(page.getByText(/closed on .+: Same invoice$/)).toBeVisible()
  await page.goto('/settings/accounting-connection')
  await expect(page.getByText('to decide')).toHaveCount(0)
  await page.goto('/invoices?search=INV-20')
  await expect(page.getByRole('row').filter({ hasText: 'INV-201' })).toContainText('240.00')
  await expect(page.getByRole('row').filter({ hasText: 'INV-202' })).toContainText('75.00')
  await expect(page.getByRole('row').filter({ hasText: 'INV-203' })).toContainText('Void')
  await page.goto('/credit-memos?search=CN-7')
  await page.getByRole('link', { name: 'CN-7' }).click()
  await expect(page.getByText('you kept it when you moved to them. Use it or void it here.')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'credit-memo-kept')
  await page.getByRole('button', { name: 'Void' }).click()
  await page.getByRole('dialog').getByRole('button', { name: /^Void/ }).click()
  await expect(page.getByText('in total, void')).toBeVisible()
  expect(xero.violations).toEqual([])
})
