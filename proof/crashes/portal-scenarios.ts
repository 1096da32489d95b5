import { randomUUID } from 'node:crypto'
import { CONSENT_TEXT_VERSION } from '../../domain/payments/auto-payments.ts'
import { readProductDate } from './advance-clock.ts'
import { type Call, callUntilAnswered } from './call-api.ts'
import { issueInvoice } from './issue-invoice.ts'
import { waitForMessage } from './open-company.ts'
import { card, requestPayment } from './payment-scenarios.ts'
import { switchOn } from './reminder-scenarios.ts'
import {
  AMOUNT,
  callAsStaff,
  readAsStaff,
  type ScenarioContext,
  tryAsStaff,
  unexpectedReply,
} from './staff-calls.ts'

const PASSWORD = 'nine lanterns by the quay'

/** A customer's session in the portal of the company. */
export interface Portal {
  readonly host: string
  readonly token: string
}

/** Invites a new customer, who sets a password, logs in and refreshes the session. */
export async function logInAtPortal(context: ScenarioContext): Promise<void> {
  const customer = await createCustomer(context)
  if (customer !== null) await openPortal(context, customer)
}

/**
 * Creates a customer for this scenario, because another invitation of the same customer would replace its
 * own.
 */
export async function createCustomer(context: ScenarioContext): Promise<string | null> {
  const name = randomUUID()
  const created = await tryAsStaff(context, 'customers/', { short_name: name, email: `${name}@crashes.test` })
  return created?.pk ?? null
}

/** Returns null when the response to the invitation was lost or the hourly limit of emails is reached. */
export async function openPortal(context: ScenarioContext, customer: string): Promise<Portal | null> {
  const email = `portal-${randomUUID()}@crashes.test`
  const invited = await tryAsStaff(context, `customers/${customer}/customer-portal/invite/`, { email })
  if (invited === null) return null
  const isInvitation = (link: string) => link.includes('token=')
  const { links } = await waitForMessage(context.origin, email, [], (one) => one.links.some(isInvitation))
  const link = new URL(links.find(isInvitation)!)
  const post = <Content>(path: string, body: object) =>
    callUntilAnswered<Content>(context.origin, { method: 'POST', path, host: link.host, body })
  const passwords = { password1: PASSWORD, password2: PASSWORD }
  const enrolled = await post('/api/profile/enrol/', { token: link.searchParams.get('token'), ...passwords })
  // 400: an earlier attempt set the password and used the link, and its response was lost.
  if (enrolled.status >= 300 && enrolled.status !== 400) throw unexpectedReply('enrol', enrolled)
  const signedIn = await post<{ token: string }>('/api/profile/login/', { email, password: PASSWORD })
  if (signedIn.status !== 200) throw unexpectedReply('portal login', signedIn)
  context.facts.push({ kind: 'session', id: readSessionId(signedIn.body.token) })
  const renewed = await post<{ token: string }>('/api/profile/token-refresh/', {
    token: signedIn.body.token,
  })
  if (renewed.status !== 200) throw unexpectedReply('portal refresh', renewed)
  return { host: link.host, token: renewed.body.token }
}

/** Returns the session id in a token. */
const readSessionId = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid

/** A customer enables automatic payments, disables them and enables them again. Then staff disable them. */
export async function toggleAutoPayments(context: ScenarioContext): Promise<void> {
  const customer = await createCustomer(context)
  const invoice = customer === null ? null : await issueInvoice(context, customer)
  if (customer === null || invoice === null) return
  const portal = await openPortal(context, customer)
  if (portal === null) return
  const form = card({ amount: AMOUNT, store_method: true })
  const { host, token: session } = portal
  const { body } = await requestPayment(context, invoice, {
    path: 'payment-options/sandbox-card/',
    form,
    session,
    host,
  })
  if (body.status !== 'confirmed') return
  const [stored] = (await callAsCustomer<{ id: string }[]>(context, portal, 'GET', '')).body
  const path = `${stored!.id}/auto-payments/`
  const staffPath = `customers/${customer}/auto-payments/`
  const steps = [
    () => callAsCustomer(context, portal, 'POST', path, { text_version: CONSENT_TEXT_VERSION }),
    () => callAsCustomer(context, portal, 'DELETE', path),
    () => callAsCustomer(context, portal, 'POST', path, { text_version: CONSENT_TEXT_VERSION }),
    () => callAsStaff(context, staffPath, undefined, 'DELETE'),
  ]
  for (const [index, step] of steps.entries()) {
    const reply = await step()
    if (reply.status >= 300) throw unexpectedReply('automatic payments', reply)
    const { on } = await readAsStaff<{ on: boolean }>(context, staffPath)
    if (on !== (index % 2 === 0))
      throw new Error(`Automatic payments are ${on ? 'on' : 'off'} after ${index}.`)
  }
  context.facts.push({ kind: 'auto_payments_off', id: customer, rows: 2 })
}

const callAsCustomer = <Content>(
  { origin }: ScenarioContext,
  { host, token }: Portal,
  method: Call['method'],
  path: string,
  body?: object,
) => callUntilAnswered<Content>(origin, { method, path: `/api/payment-methods/${path}`, host, token, body })

/** A customer pays once and enables automatic payments, which pay the next invoice when it is due. */
export async function payAutomatically(context: ScenarioContext): Promise<void> {
  await switchOn(context)
  const customer = await createCustomer(context)
  if (customer === null) return
  const first = await issueInvoice(context, customer)
  if (first === null) return
  const portal = await openPortal(context, customer)
  if (portal === null) return
  const { host, token: session } = portal
  const form = card({ amount: AMOUNT, enable_auto_payments: true })
  const call = { path: 'payment-options/sandbox-card/', form, session, host }
  const { body } = await requestPayment(context, first, call)
  if (body.status !== 'confirmed') return
  // Issued after the consent, because automatic payments skip invoices that were due before it.
  const due = { invoice_date: await readProductDate(context), terms: 'due_on_receipt' }
  const next = await issueInvoice(context, customer, due)
  if (next !== null) context.facts.push({ kind: 'paid_automatically', id: next })
}

interface Method {
  readonly id: string
  readonly auto_payments: boolean
}

/** A customer stores a card without paying, then replaces it with another that pays automatically. */
export async function storeMethods(context: ScenarioContext): Promise<void> {
  const customer = await createCustomer(context)
  if (customer === null) return
  const portal = await openPortal(context, customer)
  if (portal === null) return
  const call = <Content>(method: 'GET' | 'POST', body?: object) =>
    callUntilAnswered<Content>(context.origin, { method, path: '/api/payment-methods/', ...portal, body })
  const add = async (number: string, more: object): Promise<void> => {
    const { amount: _, ...values } = card({ amount: '1.00', number })
    const request_id = `crash-${randomUUID()}`
    const reply = await call<Method>('POST', { option: 'sandbox-card', values, request_id, ...more })
    if (reply.status >= 300) throw unexpectedReply('store a method', reply)
  }
  const stored = async (): Promise<Method> => {
    const { body } = await call<Method[]>('GET')
    if (body.length !== 1) throw new Error(`${body.length} methods are stored instead of one.`)
    return body[0]!
  }
  await add('4242424242424242', {})
  const first = await stored()
  await add('5555555555554444', { enable_auto_payments: true, replaces: first.id })
  const second = await stored()
  if (second.id === first.id || !second.auto_payments) throw new Error('The method was not replaced.')
}
