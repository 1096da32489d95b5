import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { expect } from '../fixtures.ts'
import { callApi } from '../steps/api.ts'
import { type Company, type Customer, freshEmail, inCompany, openCompany, todayOf } from '../steps/company.ts'
import { linkTo, type Message, mailTo } from '../steps/mail.ts'
import { PAYLOADS, SPLIT_PAYLOAD } from '../steps/payloads.ts'
import { enrollCustomer, INVITATION } from '../steps/portal.ts'
import { uploadFileWithMarkup } from './markup-file.ts'
import { addPlanWithMarkup } from './markup-payment-plan.ts'
import { addRuleWithMarkup } from './markup-rule.ts'
import { ALL, type Call, type CreatedRecord, inline, withPayload } from './markup-texts.ts'

export type MarkupRecords = Awaited<ReturnType<typeof createRecordsWithMarkup>>

/** Creates a company with records for every screen, all of whose texts contain markup. */
export async function createRecordsWithMarkup(request: APIRequestContext) {
  const company = await openCompany(request, withPayload('Bakery'))
  const call: Call = (method, path, body) => inCompany(request, company, method, path, body)
  await writeCompanyTexts(call)
  const today = await todayOf(request, company)
  const group = await callApi<{ pk: string; name: string }>(request, 'POST', '/api/customer-groups/', {
    token: company.token,
    account: company.accountId,
    body: { name: withPayload('Group') },
  })
  const flow = await call<{ pk: string; name: string }>('POST', 'reminder-flows/', {
    name: withPayload('Flow'),
    start_from: 'gentle',
  })
  const rule = await addRuleWithMarkup(call)
  const { customer, broken } = await addCustomersWithMarkup(call, group.pk)
  const sent = () => sendInvoiceWithMarkup(call, customer, today)
  const invoices = [await sent(), await sent(), await sent(), await sent()] as const
  const [open, voided, lost] = invoices
  const ordered = await sent()
  const records = {
    company,
    group,
    flow,
    rule,
    customer,
    broken,
    open,
    voided,
    lost,
    edited: await draftInvoiceWithMarkup(call, customer, today, withPayload('Lids')),
    memo: await addMemoWithMarkup(call, customer, today),
    check: await call('POST', 'payments/', {
      customer: customer.pk,
      type: 'check',
      total: '5.00',
      received_on: today,
      reference: withPayload('Reference'),
      request_id: randomUUID(),
      invoices: [{ invoice: open.pk, amount: '5.00' }],
    }),
    paid: await payByCard(request, company, open.pk),
    ...(await declineCards(request, company, invoices)),
    run: await uploadFileWithMarkup(request, company),
    webhook: await addEndpointWithMarkup(call),
    report: await call<{ url: string }>('POST', 'report-links/', {
      recipient: 'First Bank',
      shows_customers: true,
    }),
  }
  await writeReasons(call, records)
  return {
    ...records,
    ...(await invitePeople(request, call, records)),
    unsubscribing: await emailStatement(request, call, customer, today),
    access: await askForAccess(request, company),
    order: await createPayPalOrder(request, company, ordered.pk),
    plan: await addPlanWithMarkup(call, await sent(), today),
  }
}

const addMemoWithMarkup = (call: Call, customer: Customer, today: string): Promise<CreatedRecord> =>
  call('POST', 'credit-memos/', {
    customer: customer.pk,
    issued_on: today,
    total: '3.00',
    reason: withPayload('Returned'),
    request_id: randomUUID(),
  })

async function writeCompanyTexts(call: Call): Promise<void> {
  await call('PATCH', 'company/', {
    description: PAYLOADS.slice(0, 20).join('\n').slice(0, 1000),
    postal_address: {
      addressline1: withPayload('Street'),
      city: withPayload('Town'),
      state: withPayload('State'),
    },
  })
  await call('PATCH', 'update-settings/', { default_notes: ALL })
}

/** Adds a customer with whole payloads in its fields, and one with a payload split over its fields. */
async function addCustomersWithMarkup(
  call: Call,
  group: string,
): Promise<{ customer: Customer; broken: Customer }> {
  const addCustomer = async (fields: object): Promise<Customer> => {
    const email = freshEmail('accounts')
    const { pk, short_name: name } = await call<{ pk: string; short_name: string }>('POST', 'customers/', {
      email,
      country: 'US',
      ...fields,
    })
    return { pk, name, email }
  }
  const customer = await addCustomer({
    short_name: withPayload('Harbor'),
    company_name: withPayload('Foods'),
    notes: ALL,
    addressline1: withPayload('Quay'),
    addressline2: withPayload('Floor'),
    city: withPayload('Port'),
    state: withPayload('County'),
    group,
  })
  return { customer, broken: await addCustomer(SPLIT_PAYLOAD) }
}

const draftInvoiceWithMarkup = (
  call: Call,
  customer: Customer,
  today: string,
  description: string,
): Promise<CreatedRecord> =>
  call('POST', 'invoices/', {
    customer: customer.pk,
    invoice_date: today,
    terms: 'net_30',
    notes: ALL,
    lines: [description, ...PAYLOADS.map(inline)].map((text) => ({
      description: text,
      detail: text,
      quantity: '1',
      unit_price: '1.00',
      tax_name: text.slice(0, 30),
      tax_rate: '5',
    })),
  })

async function sendInvoiceWithMarkup(call: Call, customer: Customer, today: string): Promise<CreatedRecord> {
  const invoice = await draftInvoiceWithMarkup(call, customer, today, withPayload('Cups'))
  await call('POST', `invoices/${invoice.pk}/send/`, { request_id: randomUUID(), message: ALL })
  return invoice
}

/** Refunds, voids and writes off with markup in the reasons. */
async function writeReasons(
  call: Call,
  { paid, voided, lost }: { paid: { id: string }; voided: CreatedRecord; lost: CreatedRecord },
): Promise<void> {
  await call('POST', `payments/${paid.id}/refund/`, {
    total: '1.00',
    total_currency: 'USD',
    request_id: randomUUID(),
    reason: withPayload('Damaged'),
  })
  await call('POST', `invoices/${voided.pk}/void/`, { reason: withPayload('Mistaken') })
  await call('POST', `invoices/${lost.pk}/write-off/`, { reason: withPayload('Insolvent') })
}

/** Invites a colleague and a customer, and enrolls the other customer. Returns both invitation links. */
/** Emails a statement and returns the link in it that stops reminders and statements. */
async function emailStatement(
  request: APIRequestContext,
  call: Call,
  customer: Customer,
  today: string,
): Promise<string> {
  await call('POST', `customers/${customer.pk}/statement/email/`, { from: today, to: today })
  return linkTo(await mailTo(request, customer.email, /statement/i), '/unsubscribe')
}

async function invitePeople(
  request: APIRequestContext,
  call: Call,
  { company, customer, broken }: { company: Company; customer: Customer; broken: Customer },
) {
  const invitee = freshEmail('invited')
  await call('POST', 'team/invitations/', { email: invitee, role: 'viewer' })
  await enrollCustomer(request, company, customer)
  await call('POST', `customers/${broken.pk}/customer-portal/invite/`, {})
  return {
    invitee,
    invitation: invitationIn(await mailTo(request, invitee, /^You are invited/)),
    enrollment: linkTo(await mailTo(request, broken.email, INVITATION), '/customer-portal-site-enrol'),
  }
}

const invitationIn = ({ links }: Message): string => links.find((link) => link.includes('/signup/invite/'))!

/** Opens an invoice's pay link through the API. Returns its session and a function that pays by card. */
async function openPayLink(request: APIRequestContext, company: Company, invoice: string) {
  const { url } = await inCompany<{ url: string }>(
    request,
    company,
    'POST',
    `invoices/${invoice}/pay-link/`,
    {},
  )
  const { token } = await callApi<{ token: string }>(request, 'POST', '/api/pay-link/', {
    host: company.host,
    body: { token: new URL(url).searchParams.get('token') },
  })
  const card = (number: string) => ({
    amount: '2.00',
    name_on_card: withPayload('Payer').slice(0, 100),
    number,
    expiration_month: '12',
    expiration_year: '2032',
    cvc: '123',
    request_id: randomUUID(),
  })
  const at = `/api/invoices/${invoice}`
  const pay = (number: string) =>
    request.post(`${at}/payment-options/sandbox-card/`, {
      headers: {
        host: company.host,
        authorization: `Bearer ${token}`,
        'x-forwarded-for': `10.9.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
      },
      data: card(number),
    })
  return { url, token, at, pay }
}

async function payByCard(request: APIRequestContext, company: Company, invoice: string) {
  const { url, at, pay } = await openPayLink(request, company, invoice)
  const answer = await pay('4242424242424242')
  expect(answer.status(), await answer.text()).toBe(200)
  const paid = (await answer.json()) as { id: string }
  return { id: paid.id, url, receipt: `${at}/payments/${paid.id}/receipt/` }
}

/** Creates a PayPal order, which stays open until something else is paid. */
async function createPayPalOrder(
  request: APIRequestContext,
  company: Company,
  invoice: string,
): Promise<string> {
  const { token, at } = await openPayLink(request, company, invoice)
  const { id } = await callApi<{ id: string }>(request, 'POST', `${at}/create-paypal-order/`, {
    host: company.host,
    token,
    body: { amount: '2.00', request_id: randomUUID() },
  })
  return id
}

/** Declines enough cards to look like card testing, which opens a case. Closes the case with a note. */
async function declineCards(
  request: APIRequestContext,
  company: Company,
  invoices: readonly CreatedRecord[],
) {
  for (const { pk } of invoices) {
    const { pay } = await openPayLink(request, company, pk)
    for (let times = 0; times < 5; times++) {
      const declined = await pay('4000000000000002')
      expect(declined.status(), await declined.text()).toBe(402)
    }
  }
  // 20 of the 21 card payments are declined now, which counts as card testing.
  const { results } = await inCompany<{ results: { pk: string }[] }>(
    request,
    company,
    'GET',
    'payment-cases/',
  )
  const note = withPayload('Looked')
  await inCompany(request, company, 'POST', `payment-cases/${results[0]!.pk}/close/`, { note })
  return { note }
}

const askForAccess = (request: APIRequestContext, { host }: Company) =>
  callApi(request, 'POST', '/api/access-requests/', {
    host,
    body: { name: 'Ada King', email: freshEmail('asks'), reference: withPayload('Bakers') },
  })

/** Adds an API key and a webhook endpoint, which it returns. */
async function addEndpointWithMarkup(call: Call): Promise<{ pk: string }> {
  const name = withPayload('Key')
  await call('POST', 'api-keys/', { name, scopes: ['customers.read'], expires_in_days: 30 })
  const url = 'https://hooks.example.com/'
  return call('POST', 'webhook-endpoints/', { url, description: withPayload('Hook'), event_types: [] })
}
