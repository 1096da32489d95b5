import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../../../domain/dates/durations.ts'
import { failed, type ProcessorPayment } from '../../../../gateways/payments/port.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { updateInvoice } from '../../../invoices/index.ts'
import { aLine, draftInput } from '../../../invoices/testing.ts'
import { customerBalanceOf } from '../../../ledger/index.ts'
import { balancesOf, CARDS, cardForm, pay, paymentsFixture, runDueSchedules } from '../../testing.ts'
import { settlePayment } from './settle-payment.ts'
import { voidPayment } from './void-payment.ts'

const payments = paymentsFixture()

const thePayment = async () => {
  const rows = await payments.tenant.run((ctx) => ctx.db.selectFrom('payments').selectAll().execute())
  expect(rows).toHaveLength(1)
  return rows[0]!
}

describe('a charge that arrives after its attempt was given up', () => {
  /** The call was given up as never arrived; `arrive` delivers it to the processor after all. */
  async function givenUp() {
    const { invoiceId, uow, customer } = await payments.open()
    let arrive: () => Promise<unknown> = async () => null
    const sandbox = payments.sandbox
    const create = sandbox.create
    payments.misbehave({
      create: (connection, request, key) => {
        arrive = () => create(connection, request, key)
        return Promise.resolve(failed({ kind: 'unknown_outcome', code: 'timeout', raw: null }))
      },
    })
    await pay(uow, invoiceId, cardForm('100.00', { number: CARDS.disputed }))
    payments.misbehave({})
    for (const wait of [31_000, 3 * MINUTE_MS]) {
      payments.clock.advance(wait)
      await runDueSchedules(payments.tenant)
    }
    const attempt = await thePayment()
    expect(attempt).toMatchObject({ status: 'rejected', failure_code: 'never_arrived' })
    return { invoiceId, uow, customer, attempt, sandbox, arrive: () => arrive() }
  }

  const late = () =>
    payments.tenant.run((ctx) =>
      ctx.db.selectFrom('payments').selectAll().where('late_of', 'is not', null).executeTakeFirstOrThrow(),
    )

  it('is recorded as a payment of its own, with the excess as unapplied credit', async () => {
    const { invoiceId, uow, customer, attempt, sandbox, arrive } = await givenUp()
    await pay(uow, invoiceId, cardForm('70.00'))
    await arrive()
    const found = await sandbox.findPayment(
      { accountId: payments.tenant.accountId },
      { ourId: attempt.id, key: '', askedAt: 0 },
    )
    const observed = (found as { value: ProcessorPayment }).value
    const seen = { recipient: payments.tenant.accountId, cause: 'event' }
    for (const _ of [1, 2]) await payments.tenant.run((ctx) => settlePayment(ctx, attempt.id, observed, seen))
    const money = {
      status: 'confirmed',
      amount_minor: 10_000n,
      unapplied_minor: 7_000n,
      provider_ref: observed.providerRef,
    }
    expect(await late()).toMatchObject(money)
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '0.00', reserved: '0.00' })
    const balance = await payments.tenant.run((ctx) => customerBalanceOf(ctx, customer.id, 'USD'))
    expect(balance).toMatchObject({ owedMinor: 0n, unappliedMinor: 7_000n })
    // Later reports of the charge belong to the new payment.
    payments.clock.advance(7 * DAY_MS)
    await runDueSchedules(payments.tenant)
    expect(await late()).toMatchObject({ status: 'rejected', failure_code: 'disputed', unapplied_minor: 0n })
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({ remaining: '30.00', reserved: '0.00' })
  })

  it('stays with its payer when the invoice has moved to another customer', async () => {
    const { invoiceId, customer, attempt, sandbox, arrive } = await givenUp()
    const { tenant } = payments
    const other = await tenant.run((ctx) => aCustomer(ctx, { shortName: 'Kissa' }))
    await tenant.run((ctx) =>
      updateInvoice(ctx, invoiceId, {
        ...draftInput(other.id),
        lines: [aLine({ unit_price: '100.00' })],
        revision: 1,
      }),
    )
    await arrive()
    const call = { ourId: attempt.id, key: '', askedAt: 0 }
    const found = await sandbox.findPayment({ accountId: tenant.accountId }, call)
    const observed = (found as { value: ProcessorPayment }).value
    const seen = { recipient: tenant.accountId, cause: 'event' }
    await tenant.run((ctx) => settlePayment(ctx, attempt.id, observed, seen))
    expect(await late()).toMatchObject({ status: 'confirmed', unapplied_minor: 10_000n })
    expect(await balancesOf(tenant, invoiceId)).toEqual({ remaining: '100.00', reserved: '0.00' })
    const balanceOf = (id: string) => tenant.run((ctx) => customerBalanceOf(ctx, id, 'USD'))
    expect(await balanceOf(customer.id)).toMatchObject({ owedMinor: 0n, unappliedMinor: 10_000n })
    expect(await balanceOf(other.id)).toMatchObject({ owedMinor: 10_000n, unappliedMinor: 0n })
  })
})

describe('a processor report that does not match', () => {
  const mismatches: [string, Partial<ProcessorPayment>][] = [
    ['amount', { amount: { minor: 1n, currency: 'USD' } }],
    ['currency', { amount: { minor: 10_000n, currency: 'EUR' } }],
    ['recipient', { recipient: '00000000-0000-7000-8000-000000000001' }],
    ['payment id', { ourId: '00000000-0000-7000-8000-000000000002' }],
    ['captured amount', { captured: { minor: 9_999n, currency: 'USD' } }],
  ]

  it.each(mismatches)('with a different %s books nothing and opens a case', async (problem, mismatch) => {
    const { invoiceId, uow } = await payments.open()
    const { create } = payments.sandbox
    payments.misbehave({
      create: async (...call) => {
        const made = await create(...call)
        return made.ok ? { ok: true, value: { ...made.value, ...mismatch } } : made
      },
    })
    const paid = await pay(uow, invoiceId, cardForm('100.00'))
    expect(paid).toMatchObject({ status: 'error', invoice: { remaining: '100.00' } })
    const payment = await thePayment()
    expect(payment).toMatchObject({ failure_code: 'mismatch', captured_minor: 0n })
    expect(payment.failure_message).toContain(`a different ${problem}`)
    expect(await balancesOf(payments.tenant, invoiceId)).toEqual({
      remaining: '100.00',
      reserved: '100.00',
    })
    const notes = await payments.tenant.run((ctx) =>
      ctx.db.selectFrom('audit_entries').select('action').where('object_id', '=', payment.id).execute(),
    )
    expect(notes.map((note) => note.action)).toContain('payments.quarantine')
    // The money was taken, so the reservation cannot be released.
    await expect(voidPayment(payments.tenant.uow(), payment.id)).rejects.toMatchObject({
      code: 'wrong_state',
    })
  })
})
