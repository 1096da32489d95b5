import { beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../../domain/dates/durations.ts'
import { simulateQuickBooks, simulateXero } from '../../../testing/accounting/accounting-platforms.ts'
import { setUp } from '../../../testing/set-up.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import { insertMember } from '../accounts/index.ts'
import { applyCreditMemo, unapplyCreditMemo } from '../credit-memos/index.ts'
import { readReceivables, verifyLedger } from '../ledger/index.ts'
import { readPayment, recordPayment, refundPayment } from '../payments/index.ts'
import { resolveConflict } from './actions/conflicts/resolve-conflict.ts'
import { finishConnection } from './actions/connect/finish-connection.ts'
import { startConnection } from './actions/connect/start-connection.ts'
import { updateConnection } from './actions/connect/update-connection.ts'
import { syncBooks } from './actions/sync/sync-books.ts'
import { selectConflicts } from './store/conflicts.ts'
import { selectConnections } from './store/connections.ts'
import { aProviderTenant, connectTo, consentAt, localInvoice, syncNow } from './testing.ts'

/** The same for each platform that takes payments: what a bookkeeper does there, and what Quittance makes of it. */
describe.each([
  ['QuickBooks Online', simulateQuickBooks],
  ['Xero', simulateXero],
] as const)('%s', (_, simulate) => {
  const there = setUp(simulate, (made) => made.close())
  const test = setUp(
    () => createTestApp({ env: { ...there.env } }),
    (made) => made.close(),
  )
  const tenant = setUp(() => aProviderTenant(test))
  const sync = () => syncNow(tenant)
  let customer: string
  let first: string

  beforeAll(async () => {
    customer = there.addCustomer('Alder Clinic')
    first = there.addInvoice(customer, 120.1, '1042')
    there.addInvoice(customer, 35.55, '1043')
    there.addCredit(customer, 20, 'CM-1')
    expect(await connectTo(tenant, there.provider)).toBe('done')
  })

  const remaining = async (remoteId: string) => {
    const { id } = await localInvoice(tenant, remoteId)
    const [owed] = await tenant.run((ctx) => readReceivables(ctx, [id]))
    return owed!.remainingMinor
  }

  async function pay(remoteId: string, total: string) {
    const invoice = await localInvoice(tenant, remoteId)
    return tenant.run((ctx) =>
      recordPayment(ctx, {
        customer: invoice.customer,
        type: 'check',
        total,
        received_on: '2026-11-19',
        reference: '',
        request_id: `pay-${remoteId}-${total}`,
        invoices: [{ invoice: invoice.id, amount: total }],
      }),
    )
  }

  const countMemos = () =>
    tenant.run(async ({ db }) => (await db.selectFrom('credit_memos').select('id').execute()).length)

  const readReceived = (number: string) =>
    tenant.run(async ({ db }) => {
      const row = await db
        .selectFrom('credit_memos as m')
        .innerJoin('credit_balances as b', 'b.credit_memo_id', 'm.id')
        .select(['m.id', 'm.received', 'm.total_minor', 'b.remaining_minor'])
        .where('m.number', '=', number)
        .executeTakeFirst()
      return row?.received
        ? { id: row.id, totalMinor: row.total_minor, remainingMinor: row.remaining_minor }
        : undefined
    })

  /** Uses credit for an invoice here. */
  async function applyHere(memo: () => ReturnType<typeof readReceived>, remoteId: string, amount: string) {
    const { id } = (await memo())!
    const invoice = (await localInvoice(tenant, remoteId)).id
    const memoNow = await tenant.run((ctx) =>
      applyCreditMemo(ctx, id, { invoice, amount, request_id: `use-${remoteId}` }),
    )
    return { id, application: memoNow.applications.at(-1)!.pk }
  }

  it('is connected by its owner, and reads the books to the cent', async () => {
    expect(await remaining(first)).toBe(12_010n)
    const [connection] = await tenant.run(selectConnections)
    expect(connection).toMatchObject({ name: there.company, status: 'connected' })
    const memos = await tenant.run(({ db }) => db.selectFrom('credit_memos').select('number').execute())
    expect(memos).toHaveLength(1)
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })

  it('refuses an answer that nobody began', async () => {
    const answer = { code: 'x', realm_id: '1', state: 'made up' }
    await expect(finishConnection(tenant.uow(), there.provider, answer)).rejects.toMatchObject({
      code: 'authorization_expired',
    })
  })

  it('is the only platform of an account that has read it', async () => {
    await expect(startConnection(tenant.uow(), 'sandbox_books')).rejects.toMatchObject({
      code: 'wrong_state',
      detail: expect.stringContaining(`${there.company} in ${there.platform}`),
    })
  })

  it('is read by one account only, whose name is shown to a person of it', async () => {
    const second = await aProviderTenant(test)
    const refused = (text: string) => ({
      code: 'wrong_state',
      detail: expect.stringMatching(new RegExp(`^${there.company} in ${there.platform} .* ${text}`)),
    })
    const connectSecond = () => connectTo(second, there.provider)
    await expect(connectSecond()).rejects.toMatchObject(refused('another company here,'))
    expect(await second.run(selectConnections)).toEqual([])
    const { userId } = second.owner
    await tenant.run(async (ctx) => {
      await ctx.db.updateTable('companies').set({ name: 'Alder Holding' }).execute()
      await insertMember(ctx, userId, 'viewer')
    })
    await expect(connectSecond()).rejects.toMatchObject(refused('your company Alder Holding,'))
    expect(await sync()).toBe('done')
  })

  it('follows changes: a new invoice, a payment, a void and a deletion there', async () => {
    const added = there.addInvoice(customer, 70, '1044')
    const voided = there.addInvoice(customer, 10, '1045')
    const deleted = there.addInvoice(customer, 12, '1046')
    await sync()
    expect(await remaining(added)).toBe(7000n)
    there.payThere(added, 30)
    there.voidInvoice(voided)
    there.deleteInvoice(deleted)
    await sync()
    expect(await remaining(added)).toBe(4000n)
    expect([await remaining(voided), await remaining(deleted)]).toEqual([0n, 0n])
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })

  it('takes a payment once although its answer was lost, and its refund', async () => {
    const payment = await pay(first, '20.10')
    // Chosen, so that the payment is the first call.
    await tenant.run((ctx) => updateConnection(ctx, there.provider, { deposit_account: there.bankAccount }))
    there.failNext('lost')
    expect(await syncBooks(tenant.uow(), 'posts')).toBe('failed')
    expect(await sync()).toBe('done')
    expect(there.balanceOf(first)).toBe(100)
    expect(there.countPayments(payment.transaction_number)).toBe(1)
    expect(await tenant.run((ctx) => readPayment(ctx, payment.pk))).toMatchObject({
      posted: true,
      post_url: expect.stringContaining(there.paymentPage),
    })
    const money = { total: '20.10', total_currency: 'USD', reason: '', request_id: 'refund-there' }
    await refundPayment(tenant.uow(), payment.pk, money)
    expect(await sync()).toBe('done')
    expect(there.balanceOf(first)).toBe(120.1)
    expect(await remaining(first)).toBe(12_010n)
  })

  it('reads money received there as credit, and applies there what is used here, once', async () => {
    for (const kind of there.received) {
      const reference = `R-${kind}`
      const received = there.addReceived(kind, customer, 90, reference)
      const [used, other] = [40, 60].map((amount) =>
        there.addInvoice(customer, amount, `${reference}-${amount}`),
      )
      await sync()
      const memo = () => readReceived(`${kind} ${reference}`)
      expect(await memo()).toMatchObject({ totalMinor: 9000n, remainingMinor: 9000n })
      const { id, application } = await applyHere(memo, used!, '40.00')
      there.loseNextUse()
      expect(await syncBooks(tenant.uow(), 'posts')).toBe('failed')
      expect(await sync()).toBe('done')
      expect([there.balanceOf(used!), there.receivedLeft(kind, received)]).toEqual([0, 50])
      there.applyThere(kind, received, other!, 20)
      await sync()
      expect([await remaining(used!), await remaining(other!)]).toEqual([0n, 4000n])
      expect(await memo()).toMatchObject({ remainingMinor: 3000n })
      await tenant.run((ctx) => unapplyCreditMemo(ctx, id, application))
      expect(await sync()).toBe('done')
      expect([there.balanceOf(used!), there.receivedLeft(kind, received)]).toEqual([40, 70])
      expect([await remaining(used!), (await memo())?.remainingMinor]).toEqual([4000n, 7000n])
    }
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
    expect(there.violations).toEqual([])
  })

  it('does not read what Quittance posted itself as credit again', async () => {
    const paid = there.addInvoice(customer, 15, 'OVER-1')
    await sync()
    const before = await countMemos()
    const invoice = await localInvoice(tenant, paid)
    await tenant.run((ctx) =>
      recordPayment(ctx, {
        ...{ customer: invoice.customer, type: 'check', total: '25.00', received_on: '2026-11-19' },
        ...{ reference: '', request_id: 'over-1', invoices: [{ invoice: invoice.id, amount: '15.00' }] },
      }),
    )
    await sync()
    expect(await sync()).toBe('done')
    expect([await remaining(paid), await countMemos()]).toEqual([0n, before])
  })

  it('uses the rest of a payment here when somebody uses it there', async () => {
    const [paid, other] = [there.addInvoice(customer, 15, 'REST-1'), there.addInvoice(customer, 8, 'REST-2')]
    await sync()
    const invoice = await localInvoice(tenant, paid)
    const { pk, transaction_number: number } = await tenant.run((ctx) =>
      recordPayment(ctx, {
        ...{ customer: invoice.customer, type: 'check', total: '25.00', received_on: '2026-11-19' },
        ...{ reference: '', request_id: 'rest-1', invoices: [{ invoice: invoice.id, amount: '15.00' }] },
      }),
    )
    const state = async () => {
      const { unapplied_amount, posted } = await tenant.run((ctx) => readPayment(ctx, pk))
      return [unapplied_amount, posted, await remaining(other)]
    }
    await sync()
    expect(await state()).toEqual(['10.00', true, 800n])
    there.applyRest(number, other, 6)
    expect(await sync()).toBe('done')
    expect(await state()).toEqual(['4.00', true, 200n])
    there.applyRest(number, other, 2)
    expect(await sync()).toBe('done')
    expect(await sync()).toBe('done')
    expect(await state()).toEqual(['2.00', true, 0n])
    expect([there.balanceOf(other), there.countPayments(number)]).toEqual([0, 1])
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })

  it('counts a payment that became credit once when somebody uses it there for its invoice', async () => {
    const invoice = there.addInvoice(customer, 50, 'CREDIT-1')
    await sync()
    there.closePeriod(true)
    const { transaction_number: number } = await pay(invoice, '20.00')
    await sync()
    there.closePeriod(false)
    const { rows } = await tenant.run((ctx) => selectConflicts(ctx, 'open', { limit: 9, offset: 0 }))
    await tenant.run((ctx) => resolveConflict(ctx, rows[0]!.id, 'as_credit'))
    const state = async () => [await sync(), await remaining(invoice), there.balanceOf(invoice)]
    expect(await state()).toEqual(['done', 3_000n, 50])
    there.applyRest(number, invoice, 12)
    expect(await state()).toEqual(['done', 3_000n, 38])
    there.applyRest(number, invoice, 8)
    expect(await state()).toEqual(['done', 3_000n, 30])
    there.payThere(invoice, 10)
    expect(await state()).toEqual(['done', 2_000n, 20])
    expect(there.countPayments(number)).toBe(there.provider === 'xero' ? 0 : 1)
    expect((await tenant.run(verifyLedger)).differences).toEqual([])
  })

  it('asks a person when the books refuse a payment', async () => {
    there.closePeriod(true)
    await pay(first, '5.00')
    await sync()
    const { rows } = await tenant.run((ctx) => selectConflicts(ctx, 'open', { limit: 9, offset: 0 }))
    expect(rows.map(({ theirs }) => theirs[0]!.value)).toEqual([there.closedText])
    there.closePeriod(false)
  })

  it('waits when it is asked to, and exchanges a refused token for a new one', async () => {
    there.failNext('limited')
    expect(await sync()).toBe('failed')
    test.clock.advance(HOUR_MS)
    there.failNext('unauthorized')
    expect(await sync()).toBe('done')
  })

  it('takes a connection to the same company again', async () => {
    const answer = await consentAt(tenant, there.provider)
    const again = await finishConnection(tenant.uow(), there.provider, answer)
    expect(again).toMatchObject({ status: 'connected', company: there.company })
    expect(await sync()).toBe('done')
    expect(await remaining(first)).toBe(11_510n)
  })

  it('sent only what the published contract takes', () => {
    expect(there.violations).toEqual([])
  })

  it('is disconnected when its access was revoked, and the owners are notified', async () => {
    there.revokeAccess()
    await sync()
    const [connection] = await tenant.run(selectConnections)
    expect(connection).toMatchObject({ status: 'disconnected', ended_by: 'platform', credentials: null })
    const mails = await tenant.run(({ db }) =>
      db.selectFrom('mail_messages').select('subject').where('kind', '=', 'accounting.ended').execute(),
    )
    expect(mails).toEqual([{ subject: `${there.platform} is no longer connected` }])
  })
})
