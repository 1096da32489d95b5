import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { DAY_MS } from '../../domain/dates/durations.ts'
import { unitOfWork } from '../../server/platform/context.ts'
import { autoPaymentsSchedules } from '../../server/rooms/auto-payments/index.ts'
import { aCustomer } from '../../server/rooms/customers/testing.ts'
import { anOpenInvoice, cardForm } from '../../server/rooms/payments/testing.ts'
import { callAtOnce, expectOnly, type Reply, succeeded } from './concurrent-calls.ts'
import type { Servers } from './servers.ts'

/* Races of automatic payments. */

const CALLER = { requestId: 'race', ip: '127.0.0.1' }
const WORKERS = 2
const REMOVALS = 3
const INVOICES = 6
const AMOUNT_CENTS = 2_000

/** A customer who pays by themselves with a stored card, and invoices of them that are announced and due. */
async function announced(servers: Servers) {
  await servers.resetRateLimits()
  const { company } = servers
  const first = await company.run(async (ctx) =>
    anOpenInvoice(ctx, '10.00', await aCustomer(ctx, { email: 'payer@race.test' })),
  )
  const openPortal = async () => {
    const token = await company.portalSession(first)
    return (method: string, path: string, body?: object): Promise<Reply> =>
      servers.call(method, path, { token, host: company.host, ...(body && { body }) })
  }
  const form = cardForm('10.00', { enable_auto_payments: true })
  const path = `/api/invoices/${first.invoiceId}/payment-options/sandbox-card/`
  expectOnly([await (await openPortal())('POST', path, form)], 200)
  const ids: string[] = []
  for (let made = 0; made < INVOICES; made++)
    ids.push(
      await company.run(
        async (ctx) => (await anOpenInvoice(ctx, '20.00', first.customer, '2026-11-20')).invoiceId,
      ),
    )
  const { id: method } = await company.run((ctx) =>
    ctx.db
      .selectFrom('stored_methods')
      .select('id')
      .where('account_id', '=', ctx.accountId)
      .where('customer_id', '=', first.customer.id)
      .executeTakeFirstOrThrow(),
  )
  return { ids, method, openPortal }
}

interface State {
  /** Payments that began, and those of them that were confirmed. */
  readonly begun: number
  readonly confirmed: number
  /** In cents. */
  readonly captured: number
  readonly remaining: number
  readonly reserved: number
}

const readState = ({ company }: Servers, ids: readonly string[]): Promise<State> =>
  company.run(async (ctx) => {
    const { rows } = await sql<State>`
      select count(a.payment_id)::int as begun, count(*) filter (where a.state = 'applied')::int as confirmed,
        sum(r.remaining_minor)::int as remaining, sum(r.reserved_minor)::int as reserved,
        (select coalesce(sum(captured_minor), 0)::int from sandbox_charges c where c.account_id = ${ctx.accountId}
          and c.our_id in (select s.payment_id::text from payment_allocations s
            where s.account_id = ${ctx.accountId} and s.invoice_id = any(${ids}::uuid[]))) as captured
      from receivables r left join payment_allocations a on a.account_id = r.account_id and a.invoice_id = r.invoice_id
      where r.account_id = ${ctx.accountId} and r.invoice_id = any(${ids}::uuid[])`.execute(ctx.db)
    return rows[0]!
  })

/** Runs a schedule of automatic payments as a worker does. */
const runSchedule = ({ app, company }: Servers, verb: 'send-notices' | 'charge-due'): Promise<unknown> =>
  autoPaymentsSchedules
    .find(({ name }) => name === `auto-payments.${verb}`)!
    .run(unitOfWork(app, CALLER, { kind: 'system', job: 'race' }, company.accountId))

/**
 * A customer removes their stored card while two workers charge it. Once the removal is answered, no charge begins; what
 * began before is booked once or refused by the processor, and nothing stays reserved.
 */
export async function removedWhileCharged(servers: Servers): Promise<void> {
  const { clock } = servers
  const { ids, method, openPortal } = await announced(servers)
  await runSchedule(servers, 'send-notices')
  clock.advance(DAY_MS)
  try {
    // The day has ended the former session.
    const call = await openPortal()
    const charging = callAtOnce(WORKERS, () => runSchedule(servers, 'charge-due'))
    // Removed at once, it would be gone before the first charge.
    while ((await readState(servers, ids)).begun === 0) await setImmediate()
    const removed = await callAtOnce(REMOVALS, () => call('DELETE', `/api/payment-methods/${method}/`))
    const { begun } = await readState(servers, ids)
    await charging
    expectOnly(removed, 204, 404)
    expect(succeeded(removed), 'removed once').toHaveLength(1)
    await runSchedule(servers, 'charge-due')
    const { confirmed, ...state } = await readState(servers, ids)
    expect(state, 'no charge begins after the removal, and each is booked once').toEqual({
      begun,
      captured: confirmed * AMOUNT_CENTS,
      remaining: (INVOICES - confirmed) * AMOUNT_CENTS,
      reserved: 0,
    })
  } finally {
    clock.advance(-DAY_MS)
  }
}
