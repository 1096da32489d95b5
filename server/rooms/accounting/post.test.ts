import { beforeAll, describe, expect, it } from 'vitest'
import { setUp } from '../../../testing/set-up.ts'
import { setUpTestApp } from '../../../testing/test-app.ts'
import type { RemoteInvoice } from '../../gateways/accounting/port.ts'
import { readReceivables, verifyLedger } from '../ledger/index.ts'
import { readPayment, recordPayment, refundPayment } from '../payments/index.ts'
import { listConflicts } from './actions/conflicts/list-conflicts.ts'
import { resolveConflict } from './actions/conflicts/resolve-conflict.ts'
import { listConnections } from './actions/connect/list-connections.ts'
import { postPaymentNow } from './actions/post/post-payment-now.ts'
import { requestSync } from './actions/sync/request-sync.ts'
import { syncBooks } from './actions/sync/sync-books.ts'
import { selectConflicts } from './store/conflicts.ts'
import { aProviderTenant, connectSandbox } from './testing.ts'

const test = setUpTestApp()
const tenant = setUp(() => aProviderTenant(test))
const books = () => test.app.accountingPlatforms.get('sandbox_books')!
const connection = () => ({ accountId: tenant.accountId })

beforeAll(async () => {
  expect(await connectSandbox(tenant)).toBe('done')
})

let taken = 0

/** An invoice on which nothing is paid, here and there. */
async function anInvoice() {
  const found = await tenant.run(({ db }) =>
    db
      .selectFrom('invoices')
      .innerJoin('receivables', 'receivables.invoice_id', 'invoices.id')
      .innerJoin('accounting_links', 'accounting_links.local_id', 'invoices.id')
      .select(['invoices.id', 'invoices.customer_id', 'remote_id', 'remaining_minor'])
      .whereRef('remaining_minor', '=', 'charged_minor')
      .where('invoices.state', '=', 'open')
      .orderBy('invoices.number')
      .offset(++taken)
      .executeTakeFirstOrThrow(),
  )
  return { id: found.id, customer: found.customer_id, remoteId: found.remote_id, owed: found.remaining_minor }
}

type Invoice = Awaited<ReturnType<typeof anInvoice>>

const decimal = (minor: bigint) => `${minor / 100n}.${`${minor % 100n}`.padStart(2, '0')}`

const pay = (invoice: Invoice, minor: bigint, type: 'check' | 'cash' = 'check') =>
  tenant.run((ctx) =>
    recordPayment(ctx, {
      customer: invoice.customer,
      type,
      total: decimal(minor),
      received_on: '2026-11-19',
      reference: '',
      request_id: `pay-${invoice.id}-${minor}`,
      invoices: [{ invoice: invoice.id, amount: decimal(minor < invoice.owed ? minor : invoice.owed) }],
    }),
  )

async function balances(invoice: Invoice): Promise<{ here: bigint; there: bigint }> {
  const read = await books().read(connection(), 'invoice', invoice.remoteId)
  const [owed] = await tenant.run((ctx) => readReceivables(ctx, [invoice.id]))
  expect((await tenant.run(verifyLedger)).differences).toEqual([])
  return {
    here: owed!.remainingMinor,
    there: (read.ok && (read.value as RemoteInvoice).balanceMinor) as bigint,
  }
}

const paymentsThere = async () => {
  const page = await books().pull(connection(), 'payment', null)
  return page.ok ? page.value.records.length : -1
}

const openConflicts = async () =>
  (await tenant.run((ctx) => selectConflicts(ctx, 'open', { limit: 50, offset: 0 }))).rows

const syncNow = async () => {
  await tenant.run(requestSync)
  return syncBooks(tenant.uow())
}

describe('a payment', () => {
  it('is posted once, and both books owe the same', async () => {
    const invoice = await anInvoice()
    const payment = await pay(invoice, 1000n)
    expect(payment.posted).toBe(false)
    const shown = async () => (await tenant.run(listConnections))[0]!
    const { posted } = await shown()
    expect((await shown()).waiting, 'before a run put it into the outbox').toBe(1)
    const before = await paymentsThere()
    expect(await syncBooks(tenant.uow(), 'posts')).toBe('done')
    expect(await shown()).toMatchObject({ waiting: 0, posted: posted + 1 })
    expect(await syncNow()).toBe('done')
    expect(await balances(invoice)).toEqual({ here: invoice.owed - 1000n, there: invoice.owed - 1000n })
    expect(await paymentsThere()).toBe(before + 1)
    expect((await tenant.run((ctx) => readPayment(ctx, payment.pk))).posted).toBe(true)
  })

  it('is posted at once when a person asks for it', async () => {
    const invoice = await anInvoice()
    const { pk } = await pay(invoice, 700n)
    expect((await postPaymentNow(tenant.uow(), pk)).posted).toBe(true)
    expect(await balances(invoice)).toEqual({ here: invoice.owed - 700n, there: invoice.owed - 700n })
  })

  it('stays settled here by a sync that comes before it is posted', async () => {
    const invoice = await anInvoice()
    await pay(invoice, 500n)
    const { postPayment } = books()
    const error = { kind: 'unavailable', code: 'down', raw: null } as const
    Object.assign(books(), { postPayment: async () => ({ ok: false, error }) })
    expect(await syncNow()).toBe('failed')
    expect(await balances(invoice)).toEqual({ here: invoice.owed - 500n, there: invoice.owed })
    Object.assign(books(), { postPayment })
    test.clock.advance(3_600_000)
    expect(await syncNow()).toBe('done')
    expect(await balances(invoice)).toEqual({ here: invoice.owed - 500n, there: invoice.owed - 500n })
  })

  it('is looked up after a lost answer and not posted twice', async () => {
    const invoice = await anInvoice()
    const { pk } = await pay(invoice, 300n)
    const before = await paymentsThere()
    const { postPayment } = books()
    const error = { kind: 'unknown_outcome', code: 'lost', raw: null } as const
    Object.assign(books(), {
      postPayment: async (...given: Parameters<typeof postPayment>) => {
        await postPayment(...given)
        return { ok: false, error }
      },
    })
    expect(await syncBooks(tenant.uow(), 'posts')).toBe('failed')
    Object.assign(books(), { postPayment })
    expect(await syncNow()).toBe('done')
    expect(await paymentsThere()).toBe(before + 1)
    expect((await tenant.run((ctx) => readPayment(ctx, pk))).posted).toBe(true)
    expect(await balances(invoice)).toEqual({ here: invoice.owed - 300n, there: invoice.owed - 300n })
  })

  it('leaves what is too much as the customer’s credit there', async () => {
    const invoice = await anInvoice()
    await pay(invoice, invoice.owed + 900n)
    expect(await syncNow()).toBe('done')
    expect(await balances(invoice)).toEqual({ here: 0n, there: 0n })
  })
})

describe('a refund', () => {
  it('removes the payment there and posts what is left of it', async () => {
    const invoice = await anInvoice()
    const { pk } = await pay(invoice, 1000n)
    await syncBooks(tenant.uow(), 'posts')
    const before = await paymentsThere()
    await refundPayment(tenant.uow(), pk, {
      total: '4.00',
      total_currency: 'USD',
      reason: 'Damaged',
      request_id: `refund-${pk}`,
    })
    expect(await syncNow()).toBe('done')
    expect(await balances(invoice)).toEqual({ here: invoice.owed - 600n, there: invoice.owed - 600n })
    expect(await paymentsThere()).toBe(before)
  })
})

describe('a payment that the books refuse', () => {
  it('waits for a decision, and is posted once the period is open again', async () => {
    const invoice = await anInvoice()
    await books().simulate!(tenant.accountId, 'close_period')
    const { pk } = await pay(invoice, 800n)
    expect(await syncNow()).toBe('done')
    const [conflict] = await openConflicts()
    expect(conflict).toMatchObject({ kind: 'not_posted', subject_id: pk })
    expect(conflict!.theirs[0]!.value).toBe('The books are closed for this period.')
    expect(await balances(invoice)).toEqual({ here: invoice.owed - 800n, there: invoice.owed })
    await books().simulate!(tenant.accountId, 'open_period')
    await expect(tenant.run((ctx) => resolveConflict(ctx, conflict!.id, 'post_again'))).rejects.toMatchObject(
      { fields: { choice: expect.anything() } },
    )
    await tenant.run((ctx) => resolveConflict(ctx, conflict!.id, 'try_again'))
    expect(await syncNow()).toBe('done')
    expect(await openConflicts()).toEqual([])
    expect(await balances(invoice)).toEqual({ here: invoice.owed - 800n, there: invoice.owed - 800n })
    await expect(tenant.run((ctx) => resolveConflict(ctx, conflict!.id, 'try_again'))).rejects.toMatchObject({
      code: 'wrong_state',
    })
  })

  it('waits for nothing more once all of it is refunded', async () => {
    const invoice = await anInvoice()
    await books().simulate!(tenant.accountId, 'close_period')
    const { pk } = await pay(invoice, 400n)
    expect(await syncNow()).toBe('done')
    await books().simulate!(tenant.accountId, 'open_period')
    const money = { total: '4.00', total_currency: 'USD', reason: '', request_id: `refund-${pk}` }
    await refundPayment(tenant.uow(), pk, money)
    expect(await syncNow()).toBe('done')
    expect(await openConflicts()).toEqual([])
    expect(await balances(invoice)).toEqual({ here: invoice.owed, there: invoice.owed })
  })

  it('can become credit when its invoice was paid there meanwhile', async () => {
    const invoice = await anInvoice()
    const posted = await books().postPayment(
      connection(),
      {
        reference: 'CHK-1',
        customerId: (
          (await books().read(connection(), 'invoice', invoice.remoteId)) as never as {
            value: RemoteInvoice
          }
        ).value.customerId,
        total: { minor: invoice.owed, currency: 'USD' },
        receivedOn: '2026-11-19',
        note: '',
        applied: [{ invoiceId: invoice.remoteId, amountMinor: invoice.owed }],
        depositAccount: '',
      },
      'made-there',
    )
    expect(posted.ok).toBe(true)
    await pay(invoice, 200n)
    await syncNow()
    const [conflict] = await openConflicts()
    expect(conflict!.theirs[0]!.value).toMatch(/^Less is owed on invoice/)
    await tenant.run((ctx) => resolveConflict(ctx, conflict!.id, 'as_credit'))
    expect(await syncNow()).toBe('done')
    expect(await openConflicts()).toEqual([])
    expect(await balances(invoice)).toEqual({ here: 0n, there: 0n })
  })

  it('is a conflict when somebody deleted it there, and posted again on demand', async () => {
    const invoice = await anInvoice()
    const { pk } = await pay(invoice, 600n)
    await syncBooks(tenant.uow(), 'posts')
    const ref = await tenant.run(({ db }) =>
      db
        .selectFrom('accounting_posts')
        .select('remote_id')
        .where('subject_id', '=', pk)
        .executeTakeFirstOrThrow(),
    )
    await books().reversePayment(connection(), { remoteId: ref.remote_id!, version: '1', url: '' }, 'k')
    await syncNow()
    expect(await balances(invoice)).toEqual({ here: invoice.owed - 600n, there: invoice.owed })
    const [conflict] = await openConflicts()
    expect(conflict).toMatchObject({ kind: 'removed_there', subject_id: pk })
    const countOf = (subject: string) =>
      tenant.run(async (ctx) => {
        const query = { state: 'open', order_by: '-opened', search: '', page: 1, page_size: 10 } as const
        return (await listConflicts(ctx, { ...query, subject })).count
      })
    expect([await countOf(pk), await countOf(invoice.id)]).toEqual([1, 0])
    await tenant.run((ctx) => resolveConflict(ctx, conflict!.id, 'post_again'))
    await syncNow()
    expect(await balances(invoice)).toEqual({ here: invoice.owed - 600n, there: invoice.owed - 600n })
  })
})
