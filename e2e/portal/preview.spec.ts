import type { Page } from '@playwright/test'
import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { callApi } from '../steps/api.ts'
import { addCustomer, openCompany, sendInvoice } from '../steps/company.ts'
import { logOut, openAs } from '../steps/log-in.ts'
import { enrollCustomer, portalOf, signInToPortal, tokenOf } from '../steps/portal.ts'

/** Opens a preview by `press`. Returns its tab. */
async function openPreview(page: Page, press: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([page.waitForEvent('popup'), press()])
  await expect(bannerOf(tab)).toBeVisible()
  return tab
}
const bannerOf = (tab: Page) => tab.getByRole('complementary', { name: 'Preview' })
const portalButton = (page: Page) => page.getByRole('button', { name: 'Preview portal' })

test('staff preview a customer’s portal read-only under a banner until they end the preview', async ({
  page,
  request,
  context,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 40[013]/)
  const company = await openCompany(request, 'Glasshouse Ltd')
  const customer = await addCustomer(request, company, 'Atlas Bakery')
  const invoice = await sendInvoice(request, company, customer, '640.00', 20)
  await openAs(page, company, `/customers/${customer.pk}`)
  await expect(portalButton(page)).toBeVisible()
  await screens(page, 'preview-customer-page')

  const requests: { url: string; headers: Record<string, string> }[] = []
  context.on('request', (one) => requests.push({ url: one.url(), headers: one.headers() }))
  const tab = await openPreview(page, () => portalButton(page).click())
  await expect(bannerOf(tab)).toContainText(
    'You’re previewing what Atlas Bakery sees. You can’t pay or change anything.',
  )
  await expect(bannerOf(tab)).toContainText(/Ends in (30|29) minutes\./)
  await expect(tab.getByRole('region', { name: 'Total Amount Owed' })).toContainText('$640.00')
  expect(tab.url()).toBe(`${portalOf(company)}/customer-portal-site/?isPreview=true`)
  // Only the address of the page contains the code, and no request of the page.
  const withCode = requests.filter(({ url }) => url.includes('token='))
  expect(withCode).toHaveLength(1)
  const opening = withCode[0]!.url
  expect(requests.filter(({ headers }) => headers.referer?.includes('token='))).toEqual([])
  const home = requests.find(({ url }) => url.endsWith('/api/portal-home/'))!
  expect(home.headers).toMatchObject({ 'x-customer-id': customer.pk, 'x-account-id': company.accountId })
  await axeCheck(tab)
  await screens(tab, 'preview-portal')

  await tab.getByRole('button', { name: /Customer menu/ }).click()
  // Staff can't change the customer's login.
  await expect(tab.getByRole('button', { name: 'Login and security' })).toHaveCount(0)
  await tab.getByRole('button', { name: 'Log Out' }).click()
  await expect(tab.getByText('Only the customer can log out.')).toBeVisible()
  await tab.reload()
  await expect(bannerOf(tab)).toBeVisible()

  await tab.getByRole('link', { name: invoice.number }).first().click()
  await expect(tab.getByRole('heading', { name: `Invoice ${invoice.number}` })).toBeVisible()
  await expect(bannerOf(tab)).toBeVisible()
  await tab.getByRole('button', { name: 'Pay Invoice' }).click()
  const dialog = tab.getByRole('dialog', { name: 'Make a Payment' })
  await expect(dialog.getByText('This is a preview. You can’t pay here.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Pay $640.00' })).toBeDisabled()
  await dialog.getByLabel('Name on card').press('Enter')
  await expect(dialog.getByText('This field is required')).toHaveCount(0)
  await tab.keyboard.press('Escape')

  await tab.getByRole('button', { name: 'End preview' }).click()
  const ended = tab.getByRole('heading', { name: 'This preview has ended' })
  await expect(ended).toBeVisible()
  await axeCheck(tab)
  await screens(tab, 'preview-ended')
  await tab.reload()
  await expect(ended).toBeVisible()
  await tab.goto(opening)
  await expect(tab.getByRole('heading', { name: 'This preview can’t be opened' })).toBeVisible()
  await expect(tab.getByText('was used or has expired')).toBeVisible()
  await screens(tab, 'preview-refused')
})

test('the payment dialog is previewed from an invoice, and its pay button is disabled', async ({
  page,
  request,
}) => {
  test.slow()
  const company = await openCompany(request, 'Dialog Ltd')
  const customer = await addCustomer(request, company, 'Atlas Bakery')
  const invoice = await sendInvoice(request, company, customer, '75.00')
  await openAs(page, company, `/invoices/${invoice.pk}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  const tab = await openPreview(page, () => page.getByRole('menuitem', { name: 'Preview payment' }).click())
  const dialog = tab.getByRole('dialog', { name: 'Make a Payment' })
  await expect(dialog).toContainText(`Invoice ${invoice.number}`)
  await expect(dialog.getByRole('button', { name: 'Pay $75.00' })).toBeDisabled()
  await expect(dialog.getByText('This is a preview. You can’t pay here.')).toBeVisible()
  await screens(tab, 'preview-payment')
  for (const name of ['E-check', 'PayPal']) {
    await dialog.getByRole('tab', { name }).click()
    await expect(dialog.getByRole('button', { name: 'Pay $75.00' })).toBeDisabled()
  }
  await tab.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(tab.getByRole('heading', { name: `Invoice ${invoice.number}` })).toBeVisible()
  // A preview doesn't count as opened by the customer.
  await page.reload()
  await expect(page.getByText('Not yet', { exact: true }), 'opened by the customer').toBeVisible()
})

test('the customer’s PDF is previewed from an invoice, and its address opens no other document', async ({
  page,
  request,
  context,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 40[04]/)
  const company = await openCompany(request, 'Paper Trail Ltd')
  const customer = await addCustomer(request, company, 'Atlas Bakery')
  const other = await addCustomer(request, company, 'Cedar Clinic')
  const invoice = await sendInvoice(request, company, customer, '75.00')
  const theirs = await sendInvoice(request, company, other, '80.00')
  const requests: { url: string; headers: Record<string, string> }[] = []
  context.on('request', (one) => requests.push({ url: one.url(), headers: one.headers() }))
  await openAs(page, company, `/invoices/${invoice.pk}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  const tab = await openPreview(page, () =>
    page.getByRole('menuitem', { name: 'View PDF as customer' }).click(),
  )
  const paper = tab.getByRole('figure', { name: 'Page 1' })
  await expect(paper).toContainText(invoice.number)
  await expect(bannerOf(tab)).toContainText('You’re previewing what Atlas Bakery sees.')
  const at = (url: string, query = '') =>
    `${portalOf(company)}/customer-portal-site-preview-pdf?url=${encodeURIComponent(url)}${query}`
  const path = `/api/invoices/${invoice.pk}/pdf/`
  expect(tab.url()).toBe(at(path))
  const withCode = requests.filter(({ url }) => url.includes('token='))
  expect(withCode).toHaveLength(1)
  expect(requests.filter(({ headers }) => headers.referer?.includes('token='))).toEqual([])
  await axeCheck(tab)
  await screens(tab, 'preview-pdf')

  // Without the code the address works for the previewed customer until the preview ends.
  await tab.reload()
  await expect(paper).toContainText(invoice.number)
  await tab.goto(at(path, `&customerId=${other.pk}`))
  await expect(tab.getByRole('heading', { name: 'This preview is for another customer' })).toBeVisible()
  const none = tab.getByRole('heading', { name: 'Document not found' })
  const elsewhere = [`${portalOf(company)}${path}`, `//evil.test${path}`, 'javascript:alert(1)', '']
  for (const url of [...elsewhere, `/api/invoices/${theirs.pk}/pdf/`]) {
    await tab.goto(at(url))
    await expect(none).toBeVisible()
    await expect(bannerOf(tab)).toBeVisible()
  }
  await screens(tab, 'preview-pdf-none')
  const hosts = new Set(requests.map(({ url }) => new URL(url).host))
  expect([...hosts].filter((host) => host.includes('evil'))).toEqual([])

  await tab.getByRole('link', { name: 'Go to invoices' }).click()
  await tab.getByRole('link', { name: invoice.number }).first().click()
  await tab.getByRole('link', { name: 'View PDF' }).click()
  await expect(paper).toContainText(invoice.number)
  await expect(bannerOf(tab), 'also in the document viewer').toBeVisible()
  await tab.goto(withCode[0]!.url)
  await expect(tab.getByRole('heading', { name: 'This preview can’t be opened' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Not yet', { exact: true }), 'opened by the customer').toBeVisible()
})

test('a preview and a customer’s session in the same browser stay separate', async ({
  page,
  request,
  context,
  expectConsole,
}) => {
  test.slow()
  expectConsole(/status of 401/)
  const company = await openCompany(request, 'Two Sessions Ltd')
  const previewed = await addCustomer(request, company, 'Atlas Bakery')
  const signedIn = await addCustomer(request, company, 'Cedar Clinic')
  await enrollCustomer(request, company, signedIn)
  const theirs = await context.newPage()
  await signInToPortal(theirs, company, { email: signedIn.email })
  const token = await tokenOf(context, company)

  await openAs(page, company, `/customers/${previewed.pk}`)
  const tab = await openPreview(page, () => portalButton(page).click())
  await expect(tab.getByRole('button', { name: /Customer menu/ })).toContainText('Atlas Bakery')
  await tab.reload()
  await expect(tab.getByRole('button', { name: /Customer menu/ })).toContainText('Atlas Bakery')
  expect(await tokenOf(context, company)).toBe(token)
  await theirs.reload()
  await expect(theirs.getByRole('button', { name: /Customer menu/ })).toContainText('Cedar Clinic')
  await expect(bannerOf(theirs)).toHaveCount(0)

  // Logging out of the business app ends the preview with its next request, but not the customer's session.
  await logOut(page)
  await tab.getByRole('link', { name: 'Invoices', exact: true }).click()
  await expect(tab.getByRole('heading', { name: 'This preview has ended' })).toBeVisible()
  expect(await tokenOf(context, company)).toBe(token)
  await theirs.reload()
  await expect(theirs.getByRole('button', { name: /Customer menu/ })).toContainText('Cedar Clinic')
})

test('a changed preview address or a session token opens no preview', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 400/)
  const company = await openCompany(request, 'Address Ltd')
  const customer = await addCustomer(request, company, 'Atlas Bakery')
  const start = async () => {
    const path = `/api/accounts/${company.accountId}/customers/${customer.pk}/preview/`
    const { url } = await callApi<{ url: string }>(request, 'POST', path, { token: company.token, body: {} })
    return new URL(url)
  }
  const refused = page.getByRole('heading', { name: 'This preview can’t be opened' })

  const stolen = await start()
  stolen.searchParams.set('token', company.token)
  const sent: string[] = []
  page.on('request', (one) => one.url().includes('/api/') && sent.push(one.url()))
  await page.goto(stolen.href)
  await expect(refused).toBeVisible()
  expect(page.url()).not.toContain('token')
  expect(sent).toEqual([])

  const elsewhere = await start()
  elsewhere.searchParams.set('subdomain', 'somebody-else')
  await page.goto(elsewhere.href)
  await expect(refused).toBeVisible()
  const another = await start()
  another.searchParams.set('customerId', company.accountId)
  await page.goto(another.href)
  await expect(refused).toBeVisible()

  // `account` is an alias of `accountId`.
  const older = await start()
  older.searchParams.set('account', older.searchParams.get('accountId')!)
  older.searchParams.delete('accountId')
  await page.goto(older.href)
  await expect(bannerOf(page)).toBeVisible()
})
