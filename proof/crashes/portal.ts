import { randomUUID } from 'node:crypto'
import { CONSENT_TEXT_VERSION } from '../../domain/payments/auto-payments.ts'
import { type Call, callUntilAnswered } from './caller.ts'
import { newMessage } from './company.ts'
import { issueInvoice } from './issuing.ts'
import { ask, card } from './paying.ts'
import { AMOUNT, staff, staffReads, staffTries, type Turn, unexpected } from './staff.ts'

const PASSWORD = 'nine lanterns by the quay'

/** A customer's session in the portal of the company. */
interface Portal {
  readonly host: string
  readonly token: string
}

/** Invited, a customer chooses a password, logs in with it, and has the session renewed. */
export async function logInAtPortal(turn: Turn): Promise<void> {
  const customer = await newCustomer(turn)
  if (customer !== null) await enter(turn, customer)
}

/** One of the story's own: an invitation of somebody else for the same customer would take the place of its own. */
async function newCustomer(turn: Turn): Promise<string | null> {
  const name = randomUUID()
  const made = await staffTries(turn, 'customers/', { short_name: name, email: `${name}@torture.test` })
  return made?.pk ?? null
}

/** Null when nobody could be invited: the answer was lost, or enough mail was sent for this hour. */
async function enter(turn: Turn, customer: string): Promise<Portal | null> {
  const email = `portal-${randomUUID()}@torture.test`
  const invited = await staffTries(turn, `customers/${customer}/customer-portal/invite/`, { email })
  if (invited === null) return null
  const isInvitation = (link: string) => link.includes('token=')
  const { links } = await newMessage(turn.origin, email, [], (one) => one.links.some(isInvitation))
  const link = new URL(links.find(isInvitation)!)
  const post = <Reply>(path: string, body: object) =>
    callUntilAnswered<Reply>(turn.origin, { method: 'POST', path, host: link.host, body })
  const passwords = { password1: PASSWORD, password2: PASSWORD }
  const enrolled = await post('/api/profile/enrol/', { token: link.searchParams.get('token'), ...passwords })
  // The first answer may have been lost: then the link is used, and the password stands.
  if (enrolled.status >= 300 && enrolled.status !== 400) throw unexpected('enrol', enrolled)
  const signedIn = await post<{ token: string }>('/api/profile/login/', { email, password: PASSWORD })
  if (signedIn.status !== 200) throw unexpected('portal login', signedIn)
  turn.facts.push({ kind: 'session', id: sessionOf(signedIn.body.token) })
  const renewed = await post<{ token: string }>('/api/profile/token-refresh/', {
    token: signedIn.body.token,
  })
  if (renewed.status !== 200) throw unexpected('portal refresh', renewed)
  return { host: link.host, token: renewed.body.token }
}

/** The id of a token's session. */
const sessionOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid

/** A customer who lets a kept card pay by itself, takes it back, agrees again, and has it turned off by the business. */
export async function switchAutoPayments(turn: Turn): Promise<void> {
  const customer = await newCustomer(turn)
  const invoice = customer === null ? null : await issueInvoice(turn, customer)
  if (customer === null || invoice === null) return
  const portal = await enter(turn, customer)
  if (portal === null) return
  const form = card({ amount: AMOUNT, store_method: true })
  const { host, token: session } = portal
  const { body } = await ask(turn, invoice, { path: 'payment-options/sandbox-card/', form, session, host })
  if (body.status !== 'confirmed') return
  const [kept] = (await asCustomer<{ id: string }[]>(turn, portal, 'GET', '')).body
  const path = `${kept!.id}/auto-payments/`
  const ofStaff = `customers/${customer}/auto-payments/`
  const steps = [
    () => asCustomer(turn, portal, 'POST', path, { text_version: CONSENT_TEXT_VERSION }),
    () => asCustomer(turn, portal, 'DELETE', path),
    () => asCustomer(turn, portal, 'POST', path, { text_version: CONSENT_TEXT_VERSION }),
    () => staff(turn, ofStaff, undefined, 'DELETE'),
  ]
  for (const [index, step] of steps.entries()) {
    const answer = await step()
    if (answer.status >= 300) throw unexpected('automatic payments', answer)
    const { on } = await staffReads<{ on: boolean }>(turn, ofStaff)
    if (on !== (index % 2 === 0))
      throw new Error(`Automatic payments are ${on ? 'on' : 'off'} after ${index}.`)
  }
  turn.facts.push({ kind: 'switched_off', id: customer, rows: 2 })
}

const asCustomer = <Reply>(
  { origin }: Turn,
  { host, token }: Portal,
  method: Call['method'],
  path: string,
  body?: object,
) => callUntilAnswered<Reply>(origin, { method, path: `/api/payment-methods/${path}`, host, token, body })

/** The day by the product's clock, which may be far ahead. */
async function productDay({ origin }: Turn): Promise<string> {
  const clock = { method: 'GET', path: '/api/dev/clock/' } as const
  return (await callUntilAnswered<{ now: string }>(origin, clock)).body.now.slice(0, 10)
}

/** A customer who pays once, and lets the card pay by itself from then on: the next invoice, once it falls due. */
export async function payItself(turn: Turn): Promise<void> {
  const customer = await newCustomer(turn)
  if (customer === null) return
  const first = await issueInvoice(turn, customer)
  if (first === null) return
  const portal = await enter(turn, customer)
  if (portal === null) return
  const { host, token: session } = portal
  const form = card({ amount: AMOUNT, enable_auto_payments: true })
  const call = { path: 'payment-options/sandbox-card/', form, session, host }
  const { body } = await ask(turn, first, call)
  if (body.status !== 'confirmed') return
  // Only now: what was due before they agreed is theirs to pay.
  const due = { invoice_date: await productDay(turn), terms: 'due_on_receipt' }
  const next = await issueInvoice(turn, customer, due)
  if (next !== null) turn.facts.push({ kind: 'pays_itself', id: next })
}
