import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../domain/dates/durations.ts'
import { startQuickBooksSimulator } from '../../../simulators/quickbooks/index.ts'
import { setUp } from '../../../testing/set-up.ts'
import type { Tenant } from '../../../testing/test-app.ts'
import { createTestServer } from '../../../testing/test-server.ts'
import { sandboxDashboard } from '../../gateways/payments/sandbox/index.ts'
import type { UnitOfWork } from '../../platform/context.ts'
import { readReceivables } from '../ledger/index.ts'
import { createOrder, recordPayment } from '../payments/index.ts'
import { cancelOrder, payLinkOf } from '../payments/testing.ts'
import { changeQuotas } from '../plans/index.ts'
import { resolveConflict } from './actions/conflicts/resolve-conflict.ts'
import { disconnect, noteRevoked } from './actions/connect/end-connection.ts'
import { findPlatform } from './actions/find-platform.ts'
import { captureAfterReading } from './actions/live/capture-after-reading.ts'
import { type AboutToPay, payAfterReading } from './actions/live/pay-after-reading.ts'
import { readPlatformPdf } from './actions/live/read-platform-pdf.ts'
import { requestSync } from './actions/sync/request-sync.ts'
import { syncBooks } from './actions/sync/sync-books.ts'
import { selectConflicts } from './store/conflicts.ts'
import { selectConnections } from './store/connections.ts'
import { aProviderTenant, connectQuickBooks, connectSandbox } from './testing.ts'

const intuit = setUp(
  () => startQuickBooksSimulator(),
  (made) => made.close(),
)
const test = setUp(
  () => createTestServer({ env: { ...intuit.env } }),
  (made) => made.close(),
)
const tenant = setUp(() => aProviderTenant(test))

let customer: string

beforeAll(async () => {
  customer = intuit.books.put('Customer', { DisplayName: 'Alder Clinic', Active: true }).Id
  for (const at of [1, 2, 3, 4, 5]) intuit.books.addInvoice(customer, 100, `L-${at}`)
  expect(await connectQuickBooks(tenant)).toBe('done')
})

async function invoiceNumbered(of: Tenant, number: string) {
  return of.run(async (ctx) => {
    const row = await ctx.db
      .selectFrom('invoices')
      .innerJoin('accounting_links', 'accounting_links.local_id', 'invoices.id')
      .select(['invoices.id', 'customer_id', 'remote_id'])
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    return row
  })
}

const owed = async (id: string) => (await tenant.run((ctx) => readReceivables(ctx, [id])))[0]!.remainingMinor

const payer = ({ id, customer_id }: { id: string; customer_id: string }) =>
  tenant.uow(payLinkOf(test.app, { invoiceId: id, customer: { id: customer_id } }))

/** Begins a payment with its first transaction, as every payment does. Returns the number of transactions of the payment. */
async function lookBeforePaying(uow: UnitOfWork, about: AboutToPay): Promise<number> {
  let begun = 0
  await payAfterReading(uow, about, (asked) => {
    begun++
    return asked.transaction(async () => undefined)
  })
  return begun
}

const silent = async <T>(work: () => Promise<T>): Promise<T> => {
  const platform = test.app.accountingPlatforms.get('quickbooks')!
  const { read } = platform
  const error = { kind: 'unavailable', code: 'down', raw: null } as const
  Object.assign(platform, { read: async () => ({ ok: false, error }) })
  try {
    return await work()
  } finally {
    Object.assign(platform, { read })
  }
}

describe('before a payer’s charge', () => {
  it('what was paid there since the last sync is found, so that nothing is paid twice', async () => {
    const invoice = await invoiceNumbered(tenant, 'L-1')
    intuit.books.pay('there', {
      ...{ CustomerRef: { value: customer }, TotalAmt: 100, PaymentRefNum: 'CHK-1' },
      Line: [{ Amount: 100, LinkedTxn: [{ TxnId: invoice.remote_id, TxnType: 'Invoice' }] }],
    })
    expect(await owed(invoice.id)).toBe(10_000n)
    await lookBeforePaying(payer(invoice), { invoices: [invoice.id], requestId: 'r-1' })
    expect(await owed(invoice.id)).toBe(0n)
  })

  it('a post without an answer is looked up first, so that it does not count twice', async () => {
    const invoice = await invoiceNumbered(tenant, 'L-4')
    await tenant.run((ctx) =>
      recordPayment(ctx, {
        ...{
          customer: invoice.customer_id,
          type: 'check',
          total: '30.00',
          reference: '',
          request_id: 'live-4',
        },
        ...{ received_on: '2026-11-20', invoices: [{ invoice: invoice.id, amount: '30.00' }] },
      }),
    )
    const platform = test.app.accountingPlatforms.get('quickbooks')!
    const { postPayment } = platform
    const error = { kind: 'unknown_outcome', code: 'lost', raw: null } as const
    Object.assign(platform, {
      postPayment: async (...given: Parameters<typeof postPayment>) => {
        await postPayment(...given)
        return { ok: false, error }
      },
    })
    expect(await syncBooks(tenant.uow(), 'posts')).toBe('failed')
    Object.assign(platform, { postPayment })
    await lookBeforePaying(payer(invoice), { invoices: [invoice.id], requestId: 'r-5' })
    expect(await owed(invoice.id)).toBe(7_000n)
    await tenant.run(requestSync)
    expect(await syncBooks(tenant.uow())).toBe('done')
    expect(await owed(invoice.id)).toBe(7_000n)
  })

  it('an account without a platform is asked nothing more than the payment’s own transaction', async () => {
    const own = await test.tenant()
    let transactions = 0
    const counted: UnitOfWork = {
      ...own.uow(),
      transaction: (work) => {
        transactions++
        return own.uow().transaction(work)
      },
    }
    expect(await lookBeforePaying(counted, { invoices: ['none'], requestId: 'r-0' })).toBe(1)
    expect(transactions).toBe(1)
  })

  it('reads nothing for the holder of another invoice’s pay link', async () => {
    const [mine, other] = [await invoiceNumbered(tenant, 'L-2'), await invoiceNumbered(tenant, 'L-3')]
    intuit.books.put('Invoice', { ...intuit.books.find('Invoice', other.remote_id), Balance: 40 })
    await lookBeforePaying(payer(mine), { invoices: [other.id], requestId: 'r-2' })
    expect(await owed(other.id)).toBe(10_000n)
  })

  it('fresh data counts when the platform does not answer, and old data does not', async () => {
    const invoice = await invoiceNumbered(tenant, 'L-2')
    const pay = () => lookBeforePaying(payer(invoice), { invoices: [invoice.id], requestId: 'r-3' })
    await silent(pay)
    test.clock.advance(DAY_MS + 60_000)
    await expect(silent(pay)).rejects.toMatchObject({ code: 'wrong_state' })
    await pay()
    await tenant.run(requestSync)
    expect(await syncBooks(tenant.uow())).toBe('done')
    await silent(pay)
  })

  it('an approved order is not captured once its invoice was paid there, and the invoice is settled there', async () => {
    const invoice = await invoiceNumbered(tenant, 'L-5')
    const { id: order } = await createOrder(payer(invoice), invoice.id, {
      amount: '100.00',
      request_id: 'order-5',
    })
    await sandboxDashboard(test.app, tenant.accountId).approveOrder(order)
    const capture = () =>
      captureAfterReading(payer(invoice), { orderId: order, invoiceId: invoice.id }, async () => 'captured')
    expect(await silent(capture), 'the last sync is fresh').toBe('captured')
    expect(await capture()).toBe('captured')
    intuit.books.pay('meanwhile', {
      ...{ CustomerRef: { value: customer }, TotalAmt: 100, PaymentRefNum: 'CHK-5' },
      Line: [{ Amount: 100, LinkedTxn: [{ TxnId: invoice.remote_id, TxnType: 'Invoice' }] }],
    })
    await expect(capture()).rejects.toMatchObject({ code: 'invoice_not_payable' })
    const [payment] = await tenant.run((ctx) =>
      ctx.db.selectFrom('payments').select('id').where('provider_ref', '=', order).execute(),
    )
    const byStaff = captureAfterReading(tenant.uow(), { paymentId: payment!.id }, async () => 'captured')
    await expect(byStaff).rejects.toMatchObject({
      code: 'wrong_state',
      detail: expect.stringContaining('paid or voided in QuickBooks'),
    })
    await cancelOrder(payer(invoice), invoice.id, order)
    await tenant.run(requestSync)
    expect(await syncBooks(tenant.uow())).toBe('done')
    expect(await owed(invoice.id)).toBe(0n)
    expect(await capture(), 'what has ended is left to its own rules').toBe('captured')
  })

  it('waits no longer than a payer would', async () => {
    const invoice = await invoiceNumbered(tenant, 'L-2')
    const platform = test.app.accountingPlatforms.get('quickbooks')!
    const { read } = platform
    let end = (): void => undefined
    const hanging = new Promise<void>((resolve) => {
      end = resolve
    })
    Object.assign(platform, {
      read: async () => {
        await hanging
        return { ok: true, value: null }
      },
    })
    const began = performance.now()
    await lookBeforePaying(payer(invoice), { invoices: [invoice.id], requestId: 'r-4' })
    expect(performance.now() - began).toBeLessThan(9000)
    end()
    Object.assign(platform, { read })
  })
})

describe('an invoice’s PDF', () => {
  it('is the platform’s own, and Quittance’s while the platform does not answer', async () => {
    const invoice = await invoiceNumbered(tenant, 'L-3')
    const textOf = async () =>
      Buffer.from((await readPlatformPdf(tenant.uow(), invoice.id)).bytes).toString('latin1')
    expect(await textOf()).toContain('% QuickBooks')
    intuit.failNext('limited')
    expect(await textOf()).not.toContain('% QuickBooks')
  })
})

describe('a plan with fewer invoices than the books have', () => {
  it('keeps as many as it allows, reports the others, and reads them once it allows more', async () => {
    const small = await aProviderTenant(test)
    await small.run((ctx) => changeQuotas(ctx, { MAX_INVOICES: 100 }))
    expect(await connectSandbox(small)).toBe('done')
    const count = () =>
      small.run(async ({ db }) => (await db.selectFrom('invoices').select('id').execute()).length)
    expect(await count()).toBe(100)
    const open = async () =>
      (await small.run((ctx) => selectConflicts(ctx, 'open', { limit: 9, offset: 0 }))).rows
    const [conflict] = await open()
    expect(conflict).toMatchObject({ kind: 'over_quota', title: expect.stringContaining('plan') })
    await small.run((ctx) => changeQuotas(ctx, { MAX_INVOICES: null }))
    await small.run((ctx) => resolveConflict(ctx, conflict!.id, 'read_all'))
    expect(await syncBooks(small.uow())).toBe('done')
    expect(await count()).toBe(120)
    expect(await open()).toEqual([])
  })
})

describe('access that the platform ended', () => {
  it('lets payers pay for a day on what was read last, and then nobody until it is connected again', async () => {
    const of = await aProviderTenant(test)
    expect(await connectSandbox(of)).toBe('done')
    const { id } = await of.run(({ db }) =>
      db.selectFrom('invoices').select('id').limit(1).executeTakeFirstOrThrow(),
    )
    const [connection] = await of.run(selectConnections)
    await noteRevoked(of.uow(), connection!.id, findPlatform(of.uow().app, 'sandbox_books'))
    const pay = (requestId: string) => lookBeforePaying(of.uow(), { invoices: [id], requestId })
    expect(await pay('lost-1')).toBe(1)
    test.clock.advance(DAY_MS + 60_000)
    await expect(pay('lost-2')).rejects.toMatchObject({ code: 'wrong_state' })
    expect(await connectSandbox(of)).toBe('done')
    expect(await pay('lost-2')).toBe(2)
    await disconnect(of.uow(), 'sandbox_books')
    test.clock.advance(DAY_MS + 60_000)
    expect(await pay('lost-3'), 'staff ended it knowingly').toBe(1)
  })
})
