import { sql } from 'kysely'
import { expect } from 'vitest'
import { newId } from '../../server/platform/ids.ts'
import { aCreditMemo } from '../../server/rooms/credit-memos/testing.ts'
import { createJointPayLink } from '../../server/rooms/invoices/index.ts'
import { anOpenInvoice, cardForm } from '../../server/rooms/payments/testing.ts'
import { callAtOnce, expectOnly, type Reply, succeeded } from './concurrent-calls.ts'
import type { Servers } from './servers.ts'

/* Races of payments for several invoices. */

const FEW = 24
const AMOUNTS = ['100.00', '50.00', '25.00'] as const
const TOTAL = '175.00'

async function threeInvoices(servers: Servers) {
  await servers.resetRateLimits()
  const ids: string[] = []
  for (const amount of AMOUNTS)
    ids.push(
      await servers.company.run(
        async (ctx) => (await anOpenInvoice(ctx, amount, servers.customer)).invoiceId,
      ),
    )
  const payAll = (turn: number, form = cardForm(TOTAL), sessions = servers.payers): Promise<Reply> =>
    servers.call('POST', '/api/open-invoices/payment-options/sandbox-card/', {
      token: sessions[turn % sessions.length]!,
      host: servers.company.host,
      body: {
        invoices: ids.map((invoice, at) => ({ invoice, amount: AMOUNTS[at] })),
        form,
      },
    })
  return { ids, payAll }
}

/** Charges of the invoices, and what remains and is reserved of them, in cents. */
const readState = ({ company }: Servers, ids: readonly string[]) =>
  company.run(async (ctx) => {
    const { rows } = await sql<{ charges: number; captured: number; remaining: number; reserved: number }>`
      select (select count(*)::int from payments p where p.account_id = ${ctx.accountId} and p.captured_minor > 0
          and exists (select from payment_allocations a where a.account_id = p.account_id and a.payment_id = p.id
            and a.invoice_id = any(${ids}::uuid[]))) as charges,
        (select coalesce(sum(captured_minor), 0)::int from sandbox_charges c where c.account_id = ${ctx.accountId}
          and c.our_id in (select a.payment_id::text from payment_allocations a
            where a.account_id = ${ctx.accountId} and a.invoice_id = any(${ids}::uuid[]))) as captured,
        sum(remaining_minor)::int as remaining, sum(reserved_minor)::int as reserved
      from receivables where account_id = ${ctx.accountId} and invoice_id = any(${ids}::uuid[])`.execute(
      ctx.db,
    )
    return rows[0]!
  })

/** Pay all is pressed at once by everybody, some of them twice: each invoice is paid once, with one charge. */
export async function payAllTwice(servers: Servers): Promise<void> {
  const { ids, payAll } = await threeInvoices(servers)
  const form = cardForm(TOTAL)
  const answers = await callAtOnce(FEW, (turn) => payAll(turn, turn % 2 === 0 ? form : cardForm(TOTAL)))
  await expectPaidOnce(servers, ids, answers)
}

/** Two pay links for the same invoices, opened several times, and the portal: each invoice is paid once. */
export async function jointLinkTwice(servers: Servers): Promise<void> {
  const { ids, payAll } = await threeInvoices(servers)
  const { company, customer, payers } = servers
  const links = await callAtOnce(2, () =>
    company.run(async (ctx) => (await createJointPayLink(ctx, customer.id, ids)).url),
  )
  const opened = await callAtOnce(6, (turn) =>
    servers.call('POST', '/api/pay-link/', {
      host: company.host,
      body: { token: new URL(links[turn % links.length]!).searchParams.get('token') },
    }),
  )
  expectOnly(opened, 200)
  const sessions = [...opened.map(({ body }) => String(body.token)), payers[0]!]
  const form = cardForm(TOTAL)
  const answers = await callAtOnce(FEW, (turn) =>
    payAll(turn, turn % 2 === 0 ? form : cardForm(TOTAL), sessions),
  )
  await expectPaidOnce(servers, ids, answers)
}

async function expectPaidOnce(
  servers: Servers,
  ids: readonly string[],
  answers: readonly Reply[],
): Promise<void> {
  expectOnly(answers, 200, 400, 409, 429)
  expect(new Set(succeeded(answers).map(({ body }) => body.id)).size, 'everything is paid once').toBe(1)
  expect(await readState(servers, ids), 'charged once').toEqual({
    charges: 1,
    captured: 17_500,
    remaining: 0,
    reserved: 0,
  })
}

/** Pay all while one invoice is paid alone, another is voided, a memo is used and a former payment is refunded. */
export async function payAllAndEverything(servers: Servers): Promise<void> {
  const { ids, payAll } = await threeInvoices(servers)
  const { company, payers, customer } = servers
  const memo = await company.run((ctx) => aCreditMemo(ctx, { customer: customer.id, total: '30.00' }))
  const pay = (turn: number, invoice: string, amount: string): Promise<Reply> =>
    servers.call('POST', `/api/invoices/${invoice}/payment-options/sandbox-card/`, {
      token: payers[turn % payers.length]!,
      host: company.host,
      body: cardForm(amount),
    })
  const staff = (path: string, body: object): Promise<Reply> =>
    servers.call('POST', `/api/accounts/${company.accountId}/${path}`, { token: company.token, body })
  const before = await company.run(
    async (ctx) => (await anOpenInvoice(ctx, '40.00', servers.customer)).invoiceId,
  )
  const paid = await pay(0, before, '40.00')
  expectOnly([paid], 200)
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, (_, turn) => payAll(turn)),
    ...Array.from({ length: 4 }, (_, turn) => pay(turn, ids[0]!, '60.00')),
    ...Array.from({ length: 2 }, () => staff(`invoices/${ids[1]}/void/`, {})),
    ...Array.from({ length: 2 }, () =>
      servers.call('POST', `/api/credit-memos/${memo.pk}/use/`, {
        token: payers[0]!,
        host: company.host,
        body: { invoice: ids[2], amount: '20.00', request_id: `race-${newId(0)}` },
      }),
    ),
    ...Array.from({ length: 2 }, (_, index) =>
      staff(`payments/${paid.body.id}/refund/`, {
        total: '30.00',
        total_currency: 'USD',
        request_id: `refund-${paid.body.id}-${index}`,
        reason: '',
      }),
    ),
  ])
  expectOnly(answers, 200, 400, 404, 409, 429)
  const all = succeeded(answers.slice(0, 8))
  const alone = succeeded(answers.slice(8, 12))
  const voided = succeeded(answers.slice(12, 14))
  const used = succeeded(answers.slice(14, 16))
  expect(all.length, 'everything is paid once').toBeLessThanOrEqual(1)
  expect(used.length, 'no more than the memo has').toBeLessThanOrEqual(1)
  // The payer of all of it saw amounts that were true in the moment of the payment.
  if (all.length === 1)
    expect([alone.length, voided.length, used.length], 'nothing else was settled').toEqual([0, 0, 0])
  const { captured, remaining, reserved } = await readState(servers, ids)
  expect(captured, 'charged as often as reported').toBe(all.length * 17_500 + alone.length * 6_000)
  expect(reserved).toBe(0)
  const gone = voided.length > 0 ? 5_000 : 0
  expect(remaining, 'settled to the cent').toBe(17_500 - captured - gone - used.length * 2_000)
}
