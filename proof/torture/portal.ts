import { randomUUID } from 'node:crypto'
import { callOnce, callUntilAnswered } from './caller.ts'
import { newMessage } from './company.ts'
import { issueInvoice } from './issuing.ts'
import { ask, card } from './paying.ts'
import { AMOUNT, at, type Body, customerOf, staff, type Turn, unexpected } from './staff.ts'

const PASSWORD = 'nine lanterns by the quay'

/** A customer's session in the portal of the company. */
interface Portal {
  readonly host: string
  readonly token: string
}

/** Invited, a customer chooses a password, logs in with it, and has the session renewed. */
export async function logInAtPortal(turn: Turn): Promise<void> {
  await enter(turn, customerOf(turn))
}

async function enter(turn: Turn, customer: string): Promise<Portal> {
  const email = `portal-${randomUUID()}@torture.test`
  const invited = await staff(turn, `customers/${customer}/customer-portal/invite/`, { email })
  if (invited.status >= 300) throw unexpected('invite', invited)
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

/** A customer who pays once, and lets the card pay by itself from then on: the next invoice, once it falls due. */
export async function payItself(turn: Turn): Promise<void> {
  const short_name = `Pays ${randomUUID()}`
  const token = await turn.company.token()
  const path = at(turn, 'customers/')
  const made = await callOnce<Body>(turn.origin, {
    method: 'POST',
    path,
    body: { short_name, email: `${short_name.slice(5)}@torture.test` },
    token,
  }).catch(() => null)
  if (made?.status !== 201) return
  const customer = made.body.pk
  const first = await issueInvoice(turn, customer)
  const next = await issueInvoice(turn, customer, { terms: 'due_on_receipt' })
  if (first === null || next === null) return
  const { host, token: session } = await enter(turn, customer)
  const form = card({ amount: AMOUNT, enable_auto_payments: true })
  const call = { path: 'payment-options/sandbox-card/', form, session, host }
  const { body } = await ask(turn, first, call)
  if (body.status === 'confirmed') turn.facts.push({ kind: 'pays_itself', id: next })
}
