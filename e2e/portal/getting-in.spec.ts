import { axeCheck, expect, screens, test } from '../fixtures.ts'
import { addCustomer, freshEmail, openCompany, payLinkOf, sendInvoice } from '../steps/company.ts'
import { tabTo } from '../steps/keyboard.ts'
import { openAs, toast } from '../steps/log-in.ts'
import { linkTo, mailTo } from '../steps/mail.ts'
import { enrollCustomer, INVITATION, portalOf } from '../steps/portal.ts'

const LOGIN = '/customer-portal-site-login'
const home = { name: 'Total Amount Owed' } as const

test('a customer logs in by a mailed link, by keyboard, on another device, once', async ({
  page,
  request,
  browser,
  expectConsole,
}) => {
  expectConsole(/status of 400/)
  const company = await openCompany(request, 'Linked Joinery Ltd')
  const customer = await addCustomer(request, company, 'Elm & Ash Interiors')
  await enrollCustomer(request, company, customer)
  await page.goto(portalOf(company) + LOGIN)
  await tabTo(page, 'Email me a login link')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter your email address. We send the link there.')).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await page.keyboard.type(customer.email)
  await screens(page, 'portal-login')
  await axeCheck(page)
  await tabTo(page, 'Email me a login link')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await screens(page, 'portal-login-link-sent')
  await axeCheck(page)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Email')).toHaveValue(customer.email)

  const link = linkTo(
    await mailTo(request, customer.email, /^Your login link for Linked Joinery Ltd$/),
    LOGIN,
  )
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(link)
  await expect(elsewhere.getByText(`You log in as ${customer.email}.`)).toBeVisible()
  await elsewhere.reload()
  await screens(elsewhere, 'portal-login-by-link')
  await axeCheck(elsewhere)
  await expect(elsewhere.getByRole('button', { name: 'Log in' })).toBeFocused()
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere.getByRole('region', home)).toBeVisible()
  await elsewhere.context().close()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  await page.getByRole('link', { name: 'Send a new link' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})

test('the holder of a pay link reaches all invoices by a code to the address on file', async ({
  page,
  request,
  expectConsole,
}) => {
  expectConsole(/status of 400/)
  const company = await openCompany(request, 'Coded Joinery Ltd')
  const customer = await addCustomer(request, company, 'Alder Coffee')
  const invoice = await sendInvoice(request, company, customer, '33.00')
  await page.goto(await payLinkOf(request, customer, invoice))
  await page.getByRole('link', { name: 'See all your invoices' }).click()
  await expect(page.getByRole('heading', { name: 'See all your invoices' })).toBeVisible()
  await screens(page, 'portal-entry')
  await axeCheck(page)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  const { subject } = await mailTo(request, customer.email, /is your code for Coded Joinery Ltd$/)
  const code = subject.slice(0, 6)
  await page.getByLabel(/^Code sent to/).fill(code === '000000' ? '111111' : '000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('That code is wrong. Please try again.')).toBeVisible()
  await screens(page, 'portal-entry-code')
  await axeCheck(page)
  await page.getByLabel(/^Code sent to/).fill(code)
  await page.getByRole('button', { name: 'See all invoices' }).click()
  await expect(page.getByRole('region', home)).toBeVisible()
})

test('the first person invites a second one and removes them', async ({ page, request }) => {
  const company = await openCompany(request, 'Peopled Joinery Ltd')
  const customer = await addCustomer(request, company, 'Harbor Foods')
  await enrollCustomer(request, company, customer)
  await page.goto(portalOf(company) + LOGIN)
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password', { exact: true }).fill('seven harbours at dusk')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', home)).toBeVisible()
  await page.getByRole('button', { name: /Customer menu/ }).click()
  await page.getByRole('button', { name: 'People', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'People' })
  const second = freshEmail('second')
  await dialog.getByLabel('Invite by email').fill(second)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText(`We emailed an invitation to ${second}.`)).toBeVisible()
  await mailTo(request, second, INVITATION)
  const people = dialog.getByRole('list', { name: 'People' }).getByRole('listitem')
  await expect(people).toHaveCount(2)
  await screens(page, 'portal-people')
  await axeCheck(page)
  await dialog.getByRole('button', { name: `Remove ${second}` }).click()
  await dialog.getByRole('button', { name: 'Remove person' }).click()
  await expect(people).toHaveCount(1)
})

test('a visitor asks for access, staff approve it onto a customer, and the visitor gets in', async ({
  page,
  request,
}) => {
  const company = await openCompany(request, 'Asked Joinery Ltd')
  const customer = await addCustomer(request, company, 'Pelham Books')
  const visitor = freshEmail('visitor')
  await page.goto(portalOf(company) + LOGIN)
  await page.getByRole('link', { name: 'Ask for access' }).click()
  await page.getByLabel('Your name').fill('Someone Else')
  await page.getByLabel('Email').fill(visitor)
  await page.getByLabel('Your company, or an invoice number').fill('Another company')
  await page.getByRole('button', { name: 'Ask for access' }).click()
  await expect(page.getByText('We told the company.')).toBeVisible()
  await page.goto(portalOf(company) + LOGIN)
  await page.getByRole('link', { name: 'Ask for access' }).click()
  await page.getByLabel('Your name').fill('Ada King')
  await page.getByLabel('Email').fill(visitor)
  await page.getByLabel('Your company, or an invoice number').fill('Pelham Books')
  await screens(page, 'portal-ask-for-access')
  await axeCheck(page)
  await page.getByRole('button', { name: 'Ask for access' }).click()
  await expect(page.getByText('We told the company.')).toBeVisible()

  await openAs(page, company, '/customer-portal')
  await page.getByRole('link', { name: /^Requests/ }).click()
  await expect(page.getByRole('rowheader', { name: 'Ada King' })).toBeVisible()
  await screens(page, 'access-requests')
  await axeCheck(page)
  await page.getByRole('button', { name: 'Approve the request of Ada King' }).click()
  const dialog = page.getByRole('dialog', { name: 'Give access to the portal' })
  await expect(dialog.getByRole('combobox', { name: 'Customer' })).toHaveValue(customer.name)
  await expect(dialog.getByText('Someone Else: Another company')).toBeVisible()
  await screens(page, 'access-request-approve')
  await axeCheck(page)
  await dialog.getByRole('button', { name: 'Give access' }).click()
  await expect(toast(page, 'Access given')).toBeVisible()
  await expect(page.getByText('No requests to decide')).toBeVisible()
  await mailTo(request, visitor, INVITATION)
})
