import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { addDays } from '../../domain/dates/calendar.ts'
import { callApi } from './api.ts'
import { linkTo, mailTo } from './mail.ts'

export const PASSWORD = 'seven harbours at dusk'

/** A company and its owner, used by one test. */
export type Company = {
  name: string
  email: string
  token: string
  accountId: string
  /** Host of its portal, with the port. */
  host: string
}

/** Returns an unused email address. */
export const freshEmail = (who: string): string => `${who}-${randomUUID().slice(0, 8)}@journey.test`

/** Signs up an owner whose email address is confirmed, with an account that has no type yet. */
export async function signUpOwner(request: APIRequestContext) {
  const email = freshEmail('owner')
  const person = { email, password1: PASSWORD, password2: PASSWORD, first_name: 'Olive', last_name: 'Owner' }
  const signedUp = await callApi<{ token: string; account: { pk: string } }>(
    request,
    'POST',
    '/api/profile/signup/',
    { body: person },
  )
  const link = linkTo(await mailTo(request, email, /Confirm your email address/), '/email-verification')
  const secret = new URL(link).searchParams.get('token')
  await callApi(request, 'POST', '/api/profile/verify-email/', { body: { token: secret } })
  return { email, token: signedUp.token, accountId: signedUp.account.pk }
}

/** Signs up a company and its owner through the API, in US dollars and New York time. It keeps its invoices here by default. */
export async function openCompany(
  request: APIRequestContext,
  name: string,
  type: 'local' | 'provider' = 'local',
): Promise<Company> {
  const { email, token, accountId } = await signUpOwner(request)
  const at = `/api/accounts/${accountId}`
  await callApi(request, 'POST', `${at}/set-account-type/`, { token, body: { account_type: type } })
  await callApi(request, 'PATCH', `${at}/company/`, { token, body: { name, email } })
  const settings = { timezone: 'America/New_York', currency: 'USD' }
  const account = await callApi<{ portal_url: string }>(request, 'PATCH', `${at}/update-settings/`, {
    token,
    body: settings,
  })
  return { name, email, token, accountId, host: new URL(account.portal_url).host }
}

/** Calls the API in the company's account as its owner. */
export const inCompany = <Reply>(
  request: APIRequestContext,
  company: Company,
  method: 'GET' | 'POST' | 'PATCH' | 'PUT',
  path: string,
  body?: unknown,
): Promise<Reply> =>
  callApi<Reply>(request, method, `/api/accounts/${company.accountId}/${path}`, {
    token: company.token,
    body,
  })

export type Customer = { pk: string; name: string; email: string }

/** Adds a customer with an unused email address. */
export async function addCustomer(
  request: APIRequestContext,
  company: Company,
  name: string,
): Promise<Customer> {
  const email = freshEmail('accounts')
  const { pk } = await inCompany<{ pk: string }>(request, company, 'POST', 'customers/', {
    short_name: name,
    email,
  })
  return { pk, name, email }
}

/** Returns the account's current date by the product's clock, which other tests may have advanced. */
export const todayOf = async (request: APIRequestContext, company: Company): Promise<string> =>
  (await inCompany<{ today: string }>(request, company, 'GET', '')).today

export type Invoice = { pk: string; number: string; remaining: string; total: string }

/**
 * Issues and emails an invoice with one line. It is dated `daysAgo` days back and due 30 days after its date.
 */
export async function sendInvoice(
  request: APIRequestContext,
  company: Company,
  customer: Customer,
  amount: string,
  daysAgo = 0,
): Promise<Invoice> {
  const line = { description: 'Hot cups, 12 oz', detail: 'Case of 1,000', quantity: '1', unit_price: amount }
  const draft = await inCompany<Invoice>(request, company, 'POST', 'invoices/', {
    customer: customer.pk,
    invoice_date: addDays(await todayOf(request, company), -daysAgo),
    terms: 'net_30',
    lines: [line],
  })
  return inCompany<Invoice>(request, company, 'POST', `invoices/${draft.pk}/send/`, {
    request_id: randomUUID(),
  })
}

/** Returns the address of the pay link in the invoice's email. */
export async function payLinkOf(
  request: APIRequestContext,
  customer: Customer,
  invoice: Invoice,
): Promise<string> {
  return linkTo(await mailTo(request, customer.email, new RegExp(invoice.number)), '/pay-invoice')
}

/** Opens a company with one customer and one unpaid invoice. Returns them with the pay link. */
export async function openBilledCompany(request: APIRequestContext, name: string, amount: string) {
  const company = await openCompany(request, name)
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const invoice = await sendInvoice(request, company, customer, amount)
  return { company, customer, invoice, link: await payLinkOf(request, customer, invoice) }
}
