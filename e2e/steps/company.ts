import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { addDays } from '../../domain/dates/calendar.ts'
import { callApi } from './api.ts'
import { linkTo, mailTo } from './mail.ts'

export const PASSWORD = 'seven harbours at dusk'

/** A company of one journey's own, and its owner. */
export type Company = {
  name: string
  email: string
  token: string
  accountId: string
  /** Of its portal, with the port. */
  host: string
}

/** An address that nobody has used yet. */
export const freshEmail = (who: string): string => `${who}-${randomUUID().slice(0, 8)}@journey.test`

/** Signs a company up and sets it up by the API, in US dollars and New York's time. */
export async function openCompany(request: APIRequestContext, name: string): Promise<Company> {
  const email = freshEmail('owner')
  const person = { email, password1: PASSWORD, password2: PASSWORD, first_name: 'Olive', last_name: 'Owner' }
  const signedUp = await callApi<{ token: string; account: { pk: string } }>(
    request,
    'POST',
    '/api/profile/signup/',
    { body: person },
  )
  const { token } = signedUp
  const accountId = signedUp.account.pk
  const link = linkTo(await mailTo(request, email, /Confirm your email address/), '/email-verification')
  const secret = new URL(link).searchParams.get('token')
  await callApi(request, 'POST', '/api/profile/verify-email/', { body: { token: secret } })
  const at = `/api/accounts/${accountId}`
  await callApi(request, 'POST', `${at}/set-account-type/`, { token, body: { account_type: 'local' } })
  await callApi(request, 'PATCH', `${at}/company/`, { token, body: { name, email } })
  const settings = { timezone: 'America/New_York', currency: 'USD' }
  const account = await callApi<{ portal_url: string }>(request, 'PATCH', `${at}/update-settings/`, {
    token,
    body: settings,
  })
  return { name, email, token, accountId, host: new URL(account.portal_url).host }
}

/** One more call in the company's account. */
export const inCompany = <Reply>(
  request: APIRequestContext,
  company: Company,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: unknown,
): Promise<Reply> =>
  callApi<Reply>(request, method, `/api/accounts/${company.accountId}/${path}`, {
    token: company.token,
    body,
  })

export type Customer = { pk: string; name: string; email: string }

/** A customer with an address of its own. */
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

/** The account's date by the product's clock, which other journeys may have moved. */
export const todayOf = async (request: APIRequestContext, company: Company): Promise<string> =>
  (await inCompany<{ today: string }>(request, company, 'GET', '')).today

export type Invoice = { pk: string; number: string; remaining: string; total: string }

/** An invoice of one line, issued and mailed; due in 30 days, or 30 days after the earlier day that it is dated. */
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

/** The address of the pay link in the invoice's mail. */
export async function payLinkOf(
  request: APIRequestContext,
  customer: Customer,
  invoice: Invoice,
): Promise<string> {
  return linkTo(await mailTo(request, customer.email, new RegExp(invoice.number)), '/pay-invoice')
}

/** A company whose one customer owes one invoice, and the address where it can be paid. */
export async function billedCompany(request: APIRequestContext, name: string, amount: string) {
  const company = await openCompany(request, name)
  const customer = await addCustomer(request, company, 'Harbor Foods')
  const invoice = await sendInvoice(request, company, customer, amount)
  return { company, customer, invoice, link: await payLinkOf(request, customer, invoice) }
}
