import { sql } from 'kysely'
import { expect } from 'vitest'
import { newId } from '../../server/platform/ids.ts'
import { readCreditMemo } from '../../server/rooms/credit-memos/index.ts'
import { aCreditMemo } from '../../server/rooms/credit-memos/testing.ts'
import { anOpenInvoice, cardForm } from '../../server/rooms/payments/testing.ts'
import { callAtOnce, expectOnly, type Reply, succeeded } from './concurrent-calls.ts'
import type { Servers } from './servers.ts'

/* Races of payments that use credit first. */

const FEW = 16
const AMOUNTS = ['100.00', '50.00'] as const
const CREDIT = '60.00'
const REST = '90.00'
/** Less than each invoice alone. */
const ONE_CREDIT = '30.00'

/** A customer of their own, with two invoices, a credit memo that covers a part of them, and two sessions. */
async function owing(servers: Servers, credit = CREDIT) {
  await servers.resetRateLimits()
  const { company } = servers
  const { first, ids, memo } = await company.run(async (ctx) => {
    const first = await anOpenInvoice(ctx, AMOUNTS[0])
    const second = await anOpenInvoice(ctx, AMOUNTS[1], first.customer)
    const memo = await aCreditMemo(ctx, { customer: first.customer.id, total: credit })
    return { first, ids: [first.invoiceId, second.invoiceId], memo: memo.pk }
  })
  const sessions = await callAtOnce(2, () => company.portalSession(first))
  const post = (turn: number, path: string, body: object): Promise<Reply> =>
    servers.call('POST', path, { token: sessions[turn % sessions.length]!, host: company.host, body })
  const seen = ids.map((invoice, at) => ({ invoice, amount: AMOUNTS[at] }))
  return {
    customer: first.customer,
    ids,
    memo,
    /** Pays one of the invoices, the memo first. */
    payOneFirst: (turn: number) => {
      const { invoice, amount } = seen[turn % seen.length]!
      const rest = (Number(amount) - Number(ONE_CREDIT)).toFixed(2)
      return post(turn, '/api/open-invoices/payment-options/sandbox-card/', {
        invoices: [{ invoice, amount }],
        credit: ONE_CREDIT,
        form: cardForm(rest),
      })
    },
    /** Pays both invoices, the memo first. */
    payFirst: (turn: number, form = cardForm(REST)) =>
      post(turn, '/api/open-invoices/payment-options/sandbox-card/', {
        invoices: seen,
        credit: CREDIT,
        form,
      }),
    /** Pays the second invoice with the memo alone. */
    payAlone: (turn: number, requestId: string) =>
      post(turn, '/api/open-invoices/credit/', {
        invoices: seen.slice(1),
        credit: AMOUNTS[1],
        request_id: requestId,
      }),
  }
}

/** Reads the cents captured, remaining and reserved of the invoices, and the rest of the memo. */
const readState = ({ company }: Servers, ids: readonly string[], memo: string) =>
  company.run(async (ctx) => {
    const { rows } = await sql<{ captured: number; remaining: number; reserved: number }>`
      select (select coalesce(sum(captured_minor), 0)::int from sandbox_charges c where c.account_id = ${ctx.accountId}
          and c.our_id in (select a.payment_id::text from payment_allocations a
            where a.account_id = ${ctx.accountId} and a.invoice_id = any(${ids}::uuid[]))) as captured,
        sum(remaining_minor)::int as remaining, sum(reserved_minor)::int as reserved
      from receivables where account_id = ${ctx.accountId} and invoice_id = any(${ids}::uuid[])`.execute(
      ctx.db,
    )
    return { ...rows[0]!, credit: (await readCreditMemo(ctx, memo)).remaining }
  })

/**
 * The same credit first and one invoice with credit alone, at once and some of them twice: the credit is used once, and
 * at most one card is charged.
 */
export async function creditFirstTwice(servers: Servers): Promise<void> {
  const { ids, memo, payFirst, payAlone } = await owing(servers)
  const form = cardForm(REST)
  const requestId = `race-${newId(0)}`
  const [first, alone] = await Promise.all([
    callAtOnce(FEW, (turn) => payFirst(turn, turn % 2 === 0 ? form : cardForm(REST))),
    callAtOnce(FEW / 2, (turn) => payAlone(turn, turn % 2 === 0 ? requestId : `race-${newId(0)}`)),
  ])
  expectOnly([...first, ...alone], 200, 400, 409, 429)
  const won = [first, alone].map((answers) => new Set(succeeded(answers).map(({ body }) => body.id)).size)
  expect([
    [1, 0],
    [0, 1],
  ]).toContainEqual(won)
  expect(await readState(servers, ids, memo), 'settled to the cent').toEqual(
    won[0] === 1
      ? { captured: 9_000, remaining: 0, reserved: 0, credit: '0.00' }
      : { captured: 0, remaining: 10_000, reserved: 0, credit: '10.00' },
  )
}

/** The same credit first for either invoice: it is used for one of them. */
export async function creditOfTwoInvoices(servers: Servers): Promise<void> {
  const { ids, memo, payOneFirst } = await owing(servers, ONE_CREDIT)
  const answers = await callAtOnce(FEW, payOneFirst)
  expectOnly(answers, 200, 400, 409, 429)
  const won = succeeded(answers)
  expect(won, 'one payment has the credit').toHaveLength(1)
  const captured = Math.round(Number(won[0]!.body.amount) * 100)
  expect(await readState(servers, ids, memo), 'settled to the cent').toEqual({
    captured,
    remaining: 12_000 - captured,
    reserved: 0,
    credit: '0.00',
  })
}

/** Credit first while staff apply the same memo to another invoice and void it. The memo is used once. */
export async function creditFirstAndStaff(servers: Servers): Promise<void> {
  const { customer, ids, memo, payFirst } = await owing(servers)
  const { company } = servers
  const other = await company.run(async (ctx) => (await anOpenInvoice(ctx, '80.00', customer)).invoiceId)
  const staff = (verb: string, body: object): Promise<Reply> =>
    servers.call('POST', `/api/accounts/${company.accountId}/credit-memos/${memo}/${verb}/`, {
      token: company.token,
      body,
    })
  const [paid, applied, voided] = await Promise.all([
    callAtOnce(FEW / 2, (turn) => payFirst(turn)),
    callAtOnce(3, () => staff('apply', { invoice: other, amount: CREDIT, request_id: `race-${newId(0)}` })),
    callAtOnce(2, () => staff('void', {})),
  ])
  expectOnly([...paid, ...applied, ...voided], 200, 400, 409, 429)
  const payments = succeeded(paid).length
  const byStaff = succeeded(applied).length + Math.min(succeeded(voided).length, 1)
  const state = await readState(servers, ids, memo)
  expect(payments, 'paid once').toBeLessThanOrEqual(1)
  expect(state.captured, 'charged as often as reported').toBe(payments * 9_000)
  expect(state.reserved).toBe(0)
  // Staff may use the memo between the intent and its confirmation. Then the difference stays open.
  const usedMinor = 15_000 - state.captured - state.remaining
  expect([usedMinor, byStaff], 'the memo is used once').toEqual(
    byStaff === 0 ? [payments * 6_000, 0] : [0, 1],
  )
  const { remaining } = await readState(servers, [other], memo)
  expect(remaining).toBe(8_000 - succeeded(applied).length * 6_000)
}
