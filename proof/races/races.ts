import { sql } from 'kysely'
import { expect } from 'vitest'
import { inTransaction } from '../../server/platform/context.ts'
import { issueToken, openSession } from '../../server/rooms/identity/index.ts'
import { anOpenInvoice, cardForm, type OpenInvoice } from '../../server/rooms/payments/testing.ts'
import type { Answer, Servers } from './servers.ts'

const MANY = 50
/** A password is hashed for each: more of them would only heat the machine. */
const FEW = 8
/** One payer may try an invoice ten times an hour. */
const TRIES_OF_A_PAYER = 9
const QUARTER_HOUR_MS = 15 * 60_000
const WRONG_PASSWORDS_VERIFIED = 5

/** Something that many do at the same moment, and what has to be true of all their answers. */
export interface Race {
  readonly name: string
  run(servers: Servers): Promise<void>
}

const many = <T>(count: number, one: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)))

/** No answer is a fault of ours: neither a deadlock that nobody tried again nor anything else. */
const expectOnly = (answers: readonly Answer[], ...statuses: readonly number[]): void => {
  for (const { status, body } of answers) expect(statuses, JSON.stringify(body)).toContain(status)
}

const succeeded = (answers: readonly Answer[]): Answer[] => answers.filter(({ status }) => status === 200)

const anInvoice = ({ company }: Servers): Promise<OpenInvoice> =>
  company.run((ctx) => anOpenInvoice(ctx, '100.00'))

/** Sessions of so many payers that each of their tries is let in. */
const payersOf = (servers: Servers, invoice: OpenInvoice, tries: number): Promise<string[]> =>
  many(Math.ceil(tries / TRIES_OF_A_PAYER), () => servers.company.portalSession(invoice))

const pay = (servers: Servers, invoice: OpenInvoice, token: string, form: object): Promise<Answer> =>
  servers.call('POST', `/api/invoices/${invoice.invoiceId}/payment-options/sandbox-card/`, {
    token,
    host: servers.company.host,
    body: form,
  })

const staff = (servers: Servers, method: string, path: string, body: object): Promise<Answer> =>
  servers.call(method, `/api/accounts/${servers.company.accountId}/${path}`, {
    token: servers.company.token,
    body,
  })

/** How often money was taken for an invoice, in cents, and given back. */
const movedFor = (
  servers: Servers,
  invoice: OpenInvoice,
): Promise<{ charges: number; taken: number; given: number }> =>
  servers.company.run(async (ctx) => {
    const found = await sql<{ charges: number; taken: number; given: number }>`
      select count(*)::int as charges, coalesce(sum(c.captured_minor), 0)::int as taken, coalesce(sum(c.refunded_minor), 0)::int as given
      from sandbox_charges c join payment_allocations a on a.account_id = c.account_id and a.payment_id::text = c.our_id
      where c.account_id = ${ctx.accountId} and a.invoice_id = ${invoice.invoiceId} and c.captured_minor > 0`.execute(
      ctx.db,
    )
    return found.rows[0]!
  })

async function sameRequest(servers: Servers): Promise<void> {
  const invoice = await anInvoice(servers)
  const payers = await payersOf(servers, invoice, MANY)
  const form = cardForm('60.00')
  const answers = await many(MANY, (index) => pay(servers, invoice, payers[index % payers.length]!, form))
  expectOnly(answers, 200, 409)
  expect(new Set(succeeded(answers).map(({ body }) => body.id)).size).toBe(1)
  for (const { status, body } of answers) if (status === 409) expect(body.code).toBe('in_progress')
  expect(await movedFor(servers, invoice)).toEqual({ charges: 1, taken: 6000, given: 0 })
}

async function differentRequests(servers: Servers): Promise<void> {
  const invoice = await anInvoice(servers)
  const payers = await payersOf(servers, invoice, MANY)
  const answers = await many(MANY, (index) =>
    pay(servers, invoice, payers[index % payers.length]!, cardForm('30.00')),
  )
  expectOnly(answers, 200, 400, 409)
  expect(succeeded(answers)).toHaveLength(3)
  expect(await movedFor(servers, invoice)).toEqual({ charges: 3, taken: 9000, given: 0 })
}

/** Everything that can be done to an invoice, by everybody, while a part of it is paid. */
async function everythingAtOnce(servers: Servers): Promise<void> {
  const invoice = await anInvoice(servers)
  const [payer] = await payersOf(servers, invoice, 1)
  const first = await pay(servers, invoice, payer!, cardForm('40.00'))
  expectOnly([first], 200)
  const path = `invoices/${invoice.invoiceId}/`
  const refund = (index: number) =>
    staff(servers, 'POST', `payments/${first.body.id}/refund/`, {
      total: '30.00',
      total_currency: 'USD',
      request_id: `refund-${first.body.id}-${index}`,
      reason: '',
    })
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => pay(servers, invoice, payer!, cardForm('30.00'))),
    ...Array.from({ length: 5 }, (_, index) => refund(index)),
    ...Array.from({ length: 3 }, () => staff(servers, 'POST', `${path}void/`, {})),
    ...Array.from({ length: 3 }, () => staff(servers, 'PATCH', path, { notes: 'Changed', revision: 1 })),
    ...Array.from({ length: 2 }, () => staff(servers, 'POST', `${path}write-off/`, {})),
  ])
  expectOnly(answers, 200, 400, 409)
  expect(succeeded(answers.slice(8, 13)).length).toBeLessThanOrEqual(1)
  const { taken, given } = await movedFor(servers, invoice)
  expect(given).toBeLessThanOrEqual(4000)
  expect(taken - given).toBeLessThanOrEqual(10_000)
}

/** The same before anything is paid: an invoice that was voided has no payment, one that is paid was not voided. */
async function payOrVoid(servers: Servers): Promise<void> {
  const invoice = await anInvoice(servers)
  const [payer] = await payersOf(servers, invoice, 1)
  const path = `invoices/${invoice.invoiceId}/`
  const voids = many(4, () => staff(servers, 'POST', `${path}void/`, {}))
  const edits = many(4, () => staff(servers, 'PATCH', path, { notes: 'Changed', revision: 1 }))
  const payments = await many(8, () => pay(servers, invoice, payer!, cardForm('60.00')))
  const answers = [...payments, ...(await voids), ...(await edits)]
  // An invoice that is void is not shown to its payer any more.
  expectOnly(answers, 200, 400, 404, 409)
  expect(succeeded(await edits).length).toBeLessThanOrEqual(1)
  const voided = succeeded(await voids).length
  const { charges } = await movedFor(servers, invoice)
  expect([charges, Math.min(voided, 1)]).toSatisfy(([paid, gone]: number[]) => paid! + gone! <= 1)
  expect(charges).toBe(succeeded(payments).length)
}

const NOBODY = { kind: 'anonymous' } as const
const CALLER = { requestId: 'test', ip: null }

async function owner(servers: Servers): Promise<{ id: string; email: string }> {
  const email = 'owner@racing-supplies.test'
  const row = await servers.app.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { id: row.id, email }
}

async function refreshes(servers: Servers): Promise<void> {
  const { id } = await owner(servers)
  const { token } = await inTransaction(servers.app, CALLER, NOBODY, (ctx) =>
    openSession(ctx, { audience: 'staff', userId: id }),
  )
  servers.clock.advance(60_000)
  const answers = await many(MANY, () =>
    servers.call('POST', '/api/profile/token-refresh/', { body: { token } }),
  )
  expectOnly(answers, 200)
  expect(new Set(answers.map(({ body }) => body.token)).size).toBe(1)
  expect(answers[0]!.body.token).not.toBe(token)
}

async function resets(servers: Servers): Promise<void> {
  const { id, email } = await owner(servers)
  const token = await inTransaction(servers.app, CALLER, NOBODY, (ctx) =>
    issueToken(ctx, { purpose: 'reset_password', email, userId: id }),
  )
  const answers = await many(FEW, (index) => {
    const password = `a new horse, staple ${index}`
    const body = { token, password1: password, password2: password }
    return servers.call('POST', '/api/profile/reset-password/', { body })
  })
  expectOnly(answers, 200, 204, 400)
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
  for (const { status, body } of answers) if (status === 400) expect(body.code).toBe('token_expired')
}

async function logins(servers: Servers): Promise<void> {
  servers.clock.advance(QUARTER_HOUR_MS + 1)
  const body = {
    email: `nobody-${servers.clock.wallNow()}@racing-supplies.test`,
    password: 'not the password',
  }
  const answers = await many(MANY, () => servers.call('POST', '/api/profile/login/', { body }))
  expectOnly(answers, 400, 429)
  expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(WRONG_PASSWORDS_VERIFIED)
}

/** Every race there is. A new one is a line here. */
export const RACES: readonly Race[] = [
  { name: 'R-52 fifty of one request', run: sameRequest },
  { name: 'R-54 T-20 fifty payments of one invoice', run: differentRequests },
  { name: 'R-44 pay, refund, void, edit and write off a part-paid invoice', run: everythingAtOnce },
  { name: 'R-54 I13 pay, void and edit an invoice', run: payOrVoid },
  { name: 'R-11 fifty refreshes of one token', run: refreshes },
  { name: 'R-03 fifty wrong passwords', run: logins },
  // Ends every session of the owner, by whom the others call.
  { name: 'R-14 resets by one link', run: resets },
]
