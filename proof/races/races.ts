import { sql } from 'kysely'
import { expect } from 'vitest'
import { anOpenInvoice, cardForm, type OpenInvoice } from '../../server/rooms/payments/testing.ts'
import { expectOnly, MANY, many, succeeded } from './at-once.ts'
import { codes, confirmations, logins, refreshes, resets } from './people.ts'
import { imports, invitations, plannedAdmins, plannedInvoices } from './quotas.ts'
import type { Answer, Servers } from './servers.ts'

/** Something that many do at the same moment, and what has to be true of all their answers. */
export interface Race {
  readonly name: string
  run(servers: Servers): Promise<void>
}

/** One payer may try an invoice so often in an hour. */
const TRIES_OF_A_PAYER = 10

const anInvoice = ({ company, customer }: Servers): Promise<OpenInvoice> =>
  company.run((ctx) => anOpenInvoice(ctx, '100.00', customer))

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
  const { payers } = servers
  const form = cardForm('60.00')
  const answers = await many(MANY, (index) => pay(servers, invoice, payers[index % payers.length]!, form))
  expectOnly(answers, 200, 409)
  expect(new Set(succeeded(answers).map(({ body }) => body.id)).size, 'one request is one payment').toBe(1)
  for (const { status, body } of answers) if (status === 409) expect(body.code).toBe('in_progress')
  expect(await movedFor(servers, invoice), 'charged once').toEqual({ charges: 1, taken: 6000, given: 0 })
}

/** The paid amount and the attempts left make no difference to a request that is known. */
async function repeatedRequest(servers: Servers): Promise<void> {
  const invoice = await anInvoice(servers)
  const payer = await servers.company.portalSession(invoice)
  const form = cardForm('30.00')
  const first = await pay(servers, invoice, payer, form)
  expectOnly([first], 200)
  for (let tries = 1; tries < TRIES_OF_A_PAYER; tries++)
    expectOnly([await pay(servers, invoice, payer, cardForm('1.00'))], 200)
  expectOnly([await pay(servers, invoice, payer, cardForm('30.00'))], 429)
  const answers = await many(MANY, () => pay(servers, invoice, payer, form))
  expectOnly(answers, 200)
  expect(new Set(answers.map(({ body }) => body.id)), 'one request is one payment').toEqual(
    new Set([first.body.id]),
  )
  const taken = 3000 + (TRIES_OF_A_PAYER - 1) * 100
  expect(await movedFor(servers, invoice), 'charged once').toEqual({
    charges: TRIES_OF_A_PAYER,
    taken,
    given: 0,
  })
}

async function differentRequests(servers: Servers): Promise<void> {
  const invoice = await anInvoice(servers)
  const { payers } = servers
  const answers = await many(MANY, (index) =>
    pay(servers, invoice, payers[index % payers.length]!, cardForm('30.00')),
  )
  expectOnly(answers, 200, 400, 409)
  expect(succeeded(answers), 'as many payments as there is to be paid').toHaveLength(3)
  expect(await movedFor(servers, invoice), 'charged no more than is owed').toEqual({
    charges: 3,
    taken: 9000,
    given: 0,
  })
}

/** Everything that can be done to an invoice, by everybody, while a part of it is paid. */
async function everythingAtOnce(servers: Servers): Promise<void> {
  const invoice = await anInvoice(servers)
  const [payer] = servers.payers
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
  expect(succeeded(answers.slice(8, 13)).length, 'given back once').toBeLessThanOrEqual(1)
  const { taken, given } = await movedFor(servers, invoice)
  expect(given, 'given back no more than was taken').toBeLessThanOrEqual(4000)
  expect(taken - given, 'charged no more than is owed').toBeLessThanOrEqual(10_000)
}

/** The same before anything is paid: an invoice that was voided has no payment, one that is paid was not voided. */
async function payOrVoid(servers: Servers): Promise<void> {
  const invoice = await anInvoice(servers)
  const [payer] = servers.payers
  const path = `invoices/${invoice.invoiceId}/`
  const voids = many(4, () => staff(servers, 'POST', `${path}void/`, {}))
  const edits = many(4, () => staff(servers, 'PATCH', path, { notes: 'Changed', revision: 1 }))
  const payments = await many(8, () => pay(servers, invoice, payer!, cardForm('60.00')))
  const answers = [...payments, ...(await voids), ...(await edits)]
  // An invoice that is void is not shown to its payer any more.
  expectOnly(answers, 200, 400, 404, 409)
  expect(succeeded(await edits).length, 'one revision is changed once').toBeLessThanOrEqual(1)
  const voided = succeeded(await voids).length
  const { charges } = await movedFor(servers, invoice)
  expect([charges, Math.min(voided, 1)], 'paid or void').toSatisfy(
    ([paid, gone]: number[]) => paid! + gone! <= 1,
  )
  expect(charges, 'charged as often as was told').toBe(succeeded(payments).length)
}

/** Every race there is. A new one is a line here. */
export const RACES: readonly Race[] = [
  { name: 'fifty of one request', run: sameRequest },
  { name: 'fifty repeats of a payment whose payer has no tries left', run: repeatedRequest },
  { name: 'fifty payments of one invoice', run: differentRequests },
  { name: 'pay, refund, void, edit and write off a part-paid invoice', run: everythingAtOnce },
  { name: 'pay, void and edit an invoice', run: payOrVoid },
  { name: 'fifty refreshes of one token', run: refreshes },
  { name: 'fifty wrong passwords', run: logins },
  { name: 'fifty who show one code of an authenticator app', run: codes },
  { name: 'fifty new passwords by one link', run: resets },
  { name: 'fifty confirmations of an address by one link', run: confirmations },
  { name: 'fifty invitations into a team with room for one', run: invitations },
  { name: 'fifty admins invited where the plan takes one more', run: plannedAdmins },
  { name: 'fifty invoices where the plan takes one more', run: plannedInvoices },
  { name: 'fifty files where there is room for one, and twenty may come in an hour', run: imports },
]
