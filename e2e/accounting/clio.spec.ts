import { type ClioSimulator, startClioSimulator } from '../../simulators/clio/index.ts'
import { axeCheck, expect, screens } from '../fixtures.ts'
import { openCompany } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'
import { disconnect, expectConnected, openNewPayment, withSimulatedBooks } from '../steps/simulated-books.ts'

let clio: ClioSimulator

const test = withSimulatedBooks(async () => {
  clio = await startClioSimulator({ name: 'Larch Law LLP' })
  return clio
})

test('a firm connects Clio, enters a payment there from its task, and disconnects', async ({
  page,
  request,
  expectConsole,
}) => {
  // A declined consent is reported.
  expectConsole(/status of 4/)
  const client = clio.books.addContact('Dogwood Dental', { primary_email_address: 'dogwood@customers.test' })
  const bill = clio.books.addBill(client, 240, '101')
  const company = await openCompany(request, 'Larch Law', 'provider')
  await openAs(page, company, '/settings/accounting-connection')
  const section = page.getByRole('region', { name: 'Clio' })
  await expect(section.getByText('You enter payments in Clio yourself')).toBeVisible()
  await page.getByRole('button', { name: 'Connect Clio' }).click()
  await expectConnected(page, 'Clio')
  await axeCheck(page)
  await screens(page, 'accounting-clio-connected')

  const payment = await openNewPayment(page, request, company)
  await page.getByRole('button', { name: 'Check in Clio' }).click()
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('Not in Clio yet')).toBeVisible()

  await page.goto('/worklist')
  await expect(page.getByText('Enter a payment of $40.00 in Clio')).toBeVisible()
  await expect(page.getByText('Bill 101: Record payment. Amount: $40.00.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the bill in a new tab' })).toHaveAttribute(
    'href',
    `${clio.origin}/nc/#/bills/${bill}`,
  )
  await axeCheck(page)
  await screens(page, 'accounting-clio-task')

  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Open the bill in a new tab' }).click()
  const there = await opened
  await there.getByLabel('Amount').fill('400')
  await there.getByRole('button', { name: 'Record payment' }).click()
  await expect(there.getByRole('alert')).toHaveText('The amount is more than the balance.')
  await there.getByLabel('Amount').fill('40.00')
  await there.getByLabel('Reference').fill('Check 7')
  await axeCheck(there)
  await screens(there, 'simulated-clio-bill')
  await there.getByRole('button', { name: 'Record payment' }).click()
  await expect(there.getByText('$40.00 · Check 7')).toBeVisible()
  await there.close()
  await page.goto(`/payment-processing/${payment}`)
  await page.getByRole('button', { name: 'Check in Clio' }).click()
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('Clio shows the payment')).toBeVisible()
  await page.goto('/worklist')
  await expect(page.getByText('Enter a payment of $40.00 in Clio')).toBeHidden()

  await disconnect(page, 'Clio')
  clio.consents.declines = true
  await page.getByRole('button', { name: 'Connect Clio again' }).click()
  await expect(page.getByRole('alert')).toContainText('Clio')
  clio.consents.declines = false
  await page.goto('/settings/accounting-connection')
  await page.getByRole('button', { name: 'Connect Clio again' }).click()
  await expect(page.getByText('Clio connected')).toBeVisible()
  expect(clio.violations).toEqual([])
})
