import { axeCheck, expect, portalUrl, screens, test } from '../fixtures.ts'
import { addCustomer, openCompany, payLinkOf, sendInvoice } from '../steps/company.ts'
import { logIn } from '../steps/log-in.ts'
import { enrollCustomer, portalOf, signInToPortal } from '../steps/portal.ts'

const SITE = '/customer-portal-site'
const LOGIN = '/customer-portal-site-login'

test('another customer’s invoice can’t be opened by its address', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 40[134]/)
  const company = await openCompany(request, 'Two Doors Ltd')
  const other = await addCustomer(request, company, 'Zinnia Flowers')
  const theirs = await sendInvoice(request, company, other, '77.00')
  const customer = await addCustomer(request, company, 'Alder Coffee')
  const own = await sendInvoice(request, company, customer, '33.00')
  await enrollCustomer(request, company, customer)
  await signInToPortal(page, company, customer)
  await page.goto(`${portalOf(company)}${SITE}?tab=2&search=${theirs.number}`)
  await expect(page.getByText('No items found. Try changing your filter settings.')).toBeVisible()
  await page.goto(`${portalOf(company)}${SITE}?tab=2&search=${own.number}`)
  await expect(page.getByRole('table', { name: 'All Invoices' }).getByRole('rowheader')).toHaveText([
    own.number,
  ])

  const statuses = await page.evaluate(
    async (paths) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('auth-token')}` }
      return Promise.all(paths.map(async (path) => (await fetch(path, { headers })).status))
    },
    [
      `/api/invoices/${own.pk}/payment-options/`,
      `/api/invoices/${theirs.pk}/`,
      `/api/invoices/${theirs.pk}/pdf/`,
      `/api/invoices/${theirs.pk}/payment-options/`,
      `/api/accounts/${company.accountId}/invoices/${theirs.pk}/`,
      `/api/accounts/${company.accountId}/customers/`,
    ],
  )
  expect(statuses.slice(0, 4)).toEqual([200, 404, 404, 404])
  for (const status of statuses.slice(4)) expect([401, 403, 404]).toContain(status)
  await page.goto(`${portalOf(company)}/invoices/${theirs.pk}`)
  await expect(page, 'a portal’s host serves no page of the business app').toHaveURL(/customer-portal-site/)
  await page.goto(`${portalOf(company)}/pay-invoice?token=${theirs.pk}`)
  await expect(
    page.getByText("We couldn't find the details of the invoice, this could mean it has been paid."),
  ).toBeVisible()

  const neighbor = await openCompany(request, 'Next Door Ltd')
  const link = new URL(await payLinkOf(request, customer, own))
  await page.goto(`${portalOf(neighbor)}${link.pathname}${link.search}`)
  await expect(page.getByText('$33.00'), 'a pay link works only on its own company’s host').toHaveCount(0)
  const pageAt = async (host: string, search: string) => {
    const reply = await request.get(link.pathname + search, { headers: { host } })
    // The nonce differs on every page.
    return { status: reply.status(), text: (await reply.text()).replace(/nonce(="|" content=")[^"]*/g, '') }
  }
  const there = await pageAt(neighbor.host, link.search)
  expect(there, 'the same page as for an invented token').toEqual(
    await pageAt(neighbor.host, '?token=invented'),
  )
  expect(there.status).toBe(200)
  expect((await pageAt(company.host, link.search)).text).toContain('$33.00')
  const unusedHost = company.host.replace(/^[^.]+/, 'nobody-is-here')
  const lost = await pageAt(unusedHost, link.search)
  expect(lost.status).toBe(404)
  expect(lost.text).not.toContain('$33.00')
  await page.goto(`http://${unusedHost}${link.pathname}${link.search}`)
  await expect(page.getByRole('heading', { name: 'There is no customer portal here' })).toBeVisible()
})

test('an unknown subdomain shows that it has no portal, and an unknown path redirects to the portal’s login', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 404/)
  await page.goto(portalUrl('nobody-has-this-name'))
  await expect(page.getByRole('heading', { name: 'There is no customer portal here' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Log in' })).toHaveCount(0)
  await axeCheck(page)
  await screens(page, 'portal-unknown')
  await page.goto(`${portalUrl()}/no/such/page`)
  await expect(page).toHaveURL(new RegExp(LOGIN))
})

test('the app’s own host has no portal, and links signed-in staff to their dashboard', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Wrong Door Ltd')
  await logIn(page, company)
  const onward = page.getByRole('link', { name: 'Go to the dashboard' })
  for (const path of [SITE, LOGIN]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'There is no customer portal here' })).toBeVisible()
    await expect(onward).toBeVisible()
  }
  await axeCheck(page)
  await screens(page, 'portal-app-host')
  await page.goto('/customer-portal-site-nowhere')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await onward.click()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
})
