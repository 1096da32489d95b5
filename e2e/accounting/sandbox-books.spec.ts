import type { APIRequestContext, Page } from '@playwright/test'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { type Company, inCompany, openCompany, PASSWORD, signUpOwner } from '../steps/company.ts'
import { openAs } from '../steps/log-in.ts'
import { enrollCustomer, portalOf, signInToPortal } from '../steps/portal.ts'

interface Row {
  readonly pk: string
  readonly customer: { readonly pk: string }
}

/** A company that keeps its invoices in an accounting platform. */
const booksCompany = (request: APIRequestContext, name: string) => openCompany(request, name, 'provider')

async function connect(page: Page, company: Company): Promise<void> {
  await openAs(page, company, '/settings/accounting-connection')
  await page.getByRole('button', { name: 'Connect Sandbox books' }).click()
  await expect(page.getByText('Sandbox books connected')).toBeVisible()
  await expect(page.getByText('Synced just now')).toBeVisible({ timeout: 30_000 })
}

/** Records a check for an open invoice of the books. */
async function payByCheck(
  request: APIRequestContext,
  company: Company,
  amount: string,
): Promise<{ pk: string; transaction_number: string }> {
  const open = await inCompany<{ results: Row[] }>(
    request,
    company,
    'GET',
    'invoices/?filter_remaining_gt=20',
  )
  const invoice = open.results[0]!
  return inCompany(request, company, 'POST', 'payments/', {
    customer: invoice.customer.pk,
    type: 'check',
    total: amount,
    received_on: '2026-11-01',
    reference: '',
    request_id: `books-${amount}-${invoice.pk}`,
    invoices: [{ invoice: invoice.pk, amount }],
  })
}

test('books are connected, read, shown read-only, and payments are posted to them', { tag: '@gate' }, async ({
  page,
  request,
}) => {
  const company = await booksCompany(request, 'Ledger Lane Ltd')
  await openAs(page, company, '/invoice-view')
  await expect(page.getByText('Create and change invoices in your accounting platform.')).toBeVisible()
  await page.goto('/getting-started')
  await expect(page.getByRole('link', { name: 'Accounting connection' }).first()).toBeVisible()
  await page.goto('/settings/accounting-connection')
  await axeCheck(page)
  await screens(page, 'accounting-not-connected')
  await page.getByRole('button', { name: 'Connect Sandbox books' }).click()
  await expect(page.getByText('Sandbox books connected')).toBeVisible()
  await expect(page.getByText('Synced just now')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Read everything: 25 customers, 120 invoices, 6 credit memos')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'accounting-connected')

  await page.goto('/invoices?view=overdue')
  await expect(page.getByRole('link', { name: 'New invoice' })).toHaveCount(0)
  await screens(page, 'accounting-invoices')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page.getByText('Change this invoice in Sandbox books. It is read from there.')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'accounting-invoice')

  const payment = await payByCheck(request, company, '10.00')
  await page.goto(`/payment-processing/${payment.pk}`)
  await page.getByRole('button', { name: 'Post to Sandbox books' }).click()
  await page.getByRole('button', { name: 'Post $10.00' }).click()
  await expect(page.getByText('Payment posted to Sandbox books')).toBeVisible()
  await screens(page, 'accounting-payment-posted')
})

test('a payment that the books refuse waits as a conflict until the period is open again', async ({
  page,
  request,
}) => {
  const company = await booksCompany(request, 'Closed Books Ltd')
  await connect(page, company)
  await page.getByRole('button', { name: 'Close the period' }).click()
  await expect(page.getByText('The period is closed.')).toBeVisible()
  const refused = await payByCheck(request, company, '5.00')
  await page.goto(`/payment-processing/${refused.pk}`)
  await page.getByRole('button', { name: 'Post to Sandbox books' }).click()
  await page.getByRole('button', { name: 'Post $5.00' }).click()
  await expect(page.getByText('Not posted yet')).toBeVisible()
  await page.reload()
  await expect(
    page.getByText(`Sandbox books did not take payment ${refused.transaction_number}.`),
  ).toBeVisible()
  await screens(page, 'accounting-payment-refused')
  await page.getByRole('link', { name: 'Decide it' }).click()
  await expect(page.getByText('The books are closed for this period.')).toBeVisible()
  await axeCheck(page)
  await screens(page, 'accounting-conflict')
  await page.goto('/settings/accounting-connection/conflicts?filter_record=payment&filter_opened=last_7_days')
  await expect(page.getByRole('button', { name: 'Record is Payment' })).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByLabel('Sort by').selectOption('Since, ascending')
  await expect(page).toHaveURL(/order_by=opened/)
  await expect(page.getByRole('article')).toHaveCount(1)
  await axeCheck(page)
  await screens(page, 'accounting-conflicts-filtered')
  await page.getByRole('button', { name: 'Closed' }).click()
  await expect(page.getByText('No items found. Try changing your filter settings.')).toBeVisible()
  await page.goto('/settings/accounting-connection/conflicts?filter_record=customer&filter_closed=2026-11-01')
  await expect(page.getByText('We can’t show what the address asks for: the filter “closed”.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await page.goto('/settings/accounting-connection')
  await page.getByRole('button', { name: 'Open the period' }).click()
  await expect(page.getByText('The period is open again.')).toBeVisible()
  await page.goto('/settings/accounting-connection/conflicts')
  // The keyboard decides as well as the mouse.
  await page.getByRole('button', { name: 'Try again' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Nothing to decide')).toBeVisible()
  await screens(page, 'accounting-no-conflicts')
  await page.getByRole('button', { name: 'Closed' }).click()
  await expect(page).toHaveURL(/state=closed/)
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByText('1–1 of 1')).toBeVisible()
  await screens(page, 'accounting-closed-conflicts')
  await expect(
    page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Accounting connection' }),
  ).toHaveAttribute('aria-current', 'page')
})

test('the items and the tax code of what is posted are picked from the books', async ({ page, request }) => {
  const company = await booksCompany(request, 'Mapping Mews Ltd')
  await connect(page, company)
  const pick = async (label: string, search: string, option: string) => {
    const box = page.getByRole('combobox', { name: label })
    await box.click()
    await box.fill(search)
    await page.getByRole('option', { name: option }).click()
    await expect(box).toHaveValue(new RegExp(option))
  }
  await pick('Post payments to', 'clear', 'Card clearing')
  await pick('Item for surcharges', 'sur', 'Card surcharge')
  await pick('Item for late fees', 'late', 'Late fee')
  await pick('Tax code for late fees', 'not', 'Not taxable')
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Item for late fees' })).toHaveValue(/Late fee/)
  await axeCheck(page)
  await screens(page, 'accounting-mapping')
  await page.goto('/late-fees')
  await expect(page.getByText('can’t post late fees')).toHaveCount(0)
})

test('the sync is shown on every page and can be asked for', async ({ page, request }) => {
  const company = await booksCompany(request, 'Sync Street Co.')
  await connect(page, company)
  await page.getByRole('button', { name: 'Simulate activity' }).click()
  await expect(page.getByText(/^Invoice \d+ was written for/)).toBeVisible()
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Sync now' }).click()
  await expect(page.getByText('Synced just now')).toBeVisible({ timeout: 30_000 })
  await page.goto('/settings/accounting-connection')
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('button', { name: 'Disconnect Sandbox books' }).click()
  await expect(page.getByText('Sandbox books disconnected')).toBeVisible()
  await expect(page.getByText('Not connected').first()).toBeVisible()
  await page.getByRole('button', { name: 'Connect Sandbox books again' }).click()
  await expect(page.getByText('Synced just now')).toBeVisible({ timeout: 30_000 })
})

test('a new owner chooses an accounting platform, connects it and goes on with the set-up', async ({
  page,
  request,
}) => {
  const owner = await signUpOwner(request)
  await page.goto('/login')
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('heading', { name: 'How do you invoice?' })).toBeVisible()
  await screens(page, 'accounting-choose-type')
  await page.getByRole('button', { name: 'Connect an accounting platform' }).click()
  await expect(page).toHaveURL(/\/settings\/accounting-connection\?setup=true$/)
  const step = page.getByRole('navigation', { name: 'Set-up' }).locator('[aria-current=step]')
  await expect(step).toContainText('Accounting')
  await expect(page.getByRole('button', { name: 'Connect Sandbox books' })).toBeVisible()
  await axeCheck(page)
  await screens(page, 'set-up-accounting')
  await page.goto('/settings/account-settings')
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('America/New York')
  await page.goto('/migration-started')
  await expect(page.getByRole('heading', { name: 'No accounting platform is connected' })).toBeVisible()
  await screens(page, 'accounting-migration')
  await page.goto('/quickbooks-redirect?code=x&state=y')
  await expect(page.getByRole('alert')).toContainText('QuickBooks sent back an incomplete answer')
})

test('a payment that is left out of the books says so', async ({ page, request }) => {
  const company = await booksCompany(request, 'Left Lane Ltd')
  await connect(page, company)
  await page.getByRole('button', { name: 'Close the period' }).click()
  await expect(page.getByText('The period is closed.')).toBeVisible()
  const payment = await payByCheck(request, company, '15.00')
  await page.goto(`/payment-processing/${payment.pk}`)
  await page.getByRole('button', { name: 'Post to Sandbox books' }).click()
  await page.getByRole('button', { name: 'Post $15.00' }).click()
  await expect(page.getByText('Not posted yet')).toBeVisible()
  await page.goto('/settings/accounting-connection/conflicts')
  await page.getByRole('button', { name: 'Leave it out' }).click()
  await expect(page.getByRole('dialog')).toContainText('It is not posted to Sandbox books later.')
  await screens(page, 'accounting-leave-out')
  await page.getByRole('dialog').getByRole('button', { name: 'Leave it out' }).click()
  await expect(page.getByText('Nothing to decide')).toBeVisible()
  await page.goto(`/payment-processing/${payment.pk}`)
  await expect(page.getByText('Left out of the books')).toHaveCount(2)
  await axeCheck(page)
  await screens(page, 'payment-left-out')
})

test('customers that the books merged say so on both pages', async ({ page, request }) => {
  const company = await booksCompany(request, 'Merge Mews Ltd')
  await connect(page, company)
  const merged = page.getByText(/ was merged into /)
  for (let turn = 0; turn < 4 && (await merged.count()) === 0; turn++) {
    const done = page.waitForResponse((response) => response.url().includes('/simulate'))
    await page.getByRole('button', { name: 'Simulate activity' }).click()
    await done
    await expect(page.getByText(/^Invoice \d+ was written for/).first()).toBeVisible()
  }
  const [, from, into] = /(.+) was merged into (.+)\./.exec((await merged.first().textContent()) ?? '')!
  const find = async (name: string) => {
    const query = `customers/?search=${encodeURIComponent(name)}`
    const { results } = await inCompany<{ results: { pk: string; short_name: string; email: string }[] }>(
      request,
      company,
      'GET',
      query,
    )
    return results.find(({ short_name }) => short_name === name)!
  }
  await page.goto('/customers')
  await page.getByRole('button', { name: 'Sync now' }).click()
  await expect(page.getByText('Synced just now')).toBeVisible({ timeout: 30_000 })
  const [former, lasting] = [await find(from!), await find(into!)]
  await page.goto(`/customers/${former.pk}`)
  await expect(
    page.getByText('in Sandbox books. Its invoices are there now; its payments stay here.'),
  ).toBeVisible()
  await axeCheck(page)
  await screens(page, 'customer-merged-in-books')
  await page.getByRole('link', { name: into!, exact: true }).first().click()
  const note = 'was merged into this customer in Sandbox books. Its invoices are here now'
  await expect(page.getByText(note)).toBeVisible()
  await axeCheck(page)
  await screens(page, 'customer-with-merged-in-books')

  await enrollCustomer(request, company, { ...former, name: former.short_name })
  await inCompany(request, company, 'POST', `customers/${lasting.pk}/customer-portal/invite/`, {
    email: former.email,
  })
  await signInToPortal(page, company, former)
  const shown = (name: string) =>
    expect(page.getByRole('button', { name: /Customer menu/ })).toContainText(name)
  await shown(into!)
  // A page that was open when the books merged them has the former one stored.
  await page.evaluate((pk) => localStorage.setItem('customerId', pk), former.pk)
  await page.goto(`${portalOf(company)}/customer-portal-site`)
  await shown(into!)
  expect(await page.evaluate(() => localStorage.getItem('customerId'))).toBe(lasting.pk)
  await page.getByRole('button', { name: /Customer menu/ }).click()
  await page.getByRole('button', { name: 'Switch Account' }).click()
  await page.getByRole('radio', { name: new RegExp(from!) }).check()
  await page.getByRole('button', { name: 'Switch', exact: true }).click()
  await shown(from!)
  await page.reload()
  await shown(from!)
})
