import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { setUpTestApp, type Tenant } from '../../../../testing/test-app.ts'
import { newId } from '../../../platform/ids.ts'
import { aCustomer } from '../../customers/testing.ts'
import { bookPayment, reserve, verifyLedger } from '../../ledger/index.ts'
import {
  listInvoices,
  readInvoice,
  removeDraft,
  sendInvoice,
  updateInvoice,
  verifyInvoiceCounters,
  voidInvoice,
  writeOffInvoice,
} from '../index.ts'
import { aDraft, aLine, draftInput } from '../testing.ts'

const test = setUpTestApp()

const STEPS = ['draft', 'send', 'edit', 'pay', 'void', 'write_off', 'remove'] as const
type Step = { kind: (typeof STEPS)[number]; which: number; cents: number }

/** Applies one random step to an existing invoice. Refusals are ignored: they must change nothing. */
async function take(tenant: Tenant, customers: string[], ids: string[], step: Step): Promise<void> {
  const id = ids[step.which % Math.max(ids.length, 1)]
  const amount = (step.cents / 100).toFixed(2)
  const customer = customers[step.which % customers.length]!
  await tenant
    .run(async (ctx) => {
      if (step.kind === 'draft' || id === undefined) {
        ids.push((await aDraft(ctx, { customer, amount })).id)
        return
      }
      if (step.kind === 'send') await sendInvoice(ctx, id, { message: '', email: false })
      if (step.kind === 'void') await voidInvoice(ctx, id, '')
      if (step.kind === 'write_off') await writeOffInvoice(ctx, id, '')
      if (step.kind === 'remove') await removeDraft(ctx, id)
      if (step.kind === 'pay') await pay(ctx, id, BigInt(step.cents))
      if (step.kind === 'edit') {
        const { revision } = await readInvoice(ctx, id)
        const lines = [aLine({ unit_price: amount })]
        await updateInvoice(ctx, id, { ...draftInput(customer, { lines, terms: 'net_7' }), revision })
      }
    })
    .catch((error: { code?: string }) => {
      if (!['wrong_state', 'not_found', 'invalid_input'].includes(error.code ?? '')) throw error
    })
}

async function pay(
  ctx: Parameters<Parameters<Tenant['run']>[0]>[0],
  id: string,
  amountMinor: bigint,
): Promise<void> {
  const invoice = await readInvoice(ctx, id)
  const shares = [{ invoiceId: id, amountMinor }]
  if (!(await reserve(ctx, shares)).ok) return
  await bookPayment(ctx, {
    paymentId: newId(test.clock.wallNow()),
    customerId: invoice.customer.pk,
    currency: invoice.currency,
    number: 'PAY-1',
    bookedOn: '2026-11-20',
    shares,
    unappliedMinor: 0n,
    surchargeMinor: 0n,
    reserved: true,
  })
}

describe('invoice counters', () => {
  it('I3 I4 agree with invoices and ledger after random steps', {
    timeout: 120_000,
  }, async () => {
    const step = fc.record({
      kind: fc.constantFrom(...STEPS),
      which: fc.nat(20),
      cents: fc.integer({ min: 1, max: 50_000 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (uow) => {
        const tenant = await test.tenant()
        const customers = await tenant.run(async (ctx) => [
          (await aCustomer(ctx)).id,
          (await aCustomer(ctx, { shortName: 'Second' })).id,
        ])
        const ids: string[] = []
        for (const one of uow) await take(tenant, customers, ids, one)
        expect(await tenant.run(verifyInvoiceCounters)).toEqual([])
        expect((await tenant.run(verifyLedger)).differences).toEqual([])
        const shown = await tenant.run((ctx) =>
          listInvoices(ctx, { page: 1, page_size: 100, search: '', order_by: '-remaining', view: 'all' }),
        )
        expect(shown.results).toHaveLength(shown.count)
        for (const row of shown.results) {
          const whole = await tenant.run((ctx) => readInvoice(ctx, row.id))
          expect(whole.remaining).toBe(row.remaining)
          if (whole.revision > 1 && whole.paid !== '0.00') expect(whole.can.edit).toBe(false)
        }
      }),
      { numRuns: 12 },
    )
  })

  it('are merged as they grow, also under concurrent writes', async () => {
    const tenant = await test.tenant()
    const customer = (await tenant.run((ctx) => aCustomer(ctx))).id
    const write150 = () =>
      Promise.all(Array.from({ length: 150 }, () => tenant.run((ctx) => aDraft(ctx, { customer }))))
    const rows = () =>
      tenant.run(async (ctx) => {
        const found = await sql<{ n: number }>`select count(*)::int as n from invoice_tallies`.execute(ctx.db)
        return found.rows[0]!.n
      })
    // One write in twenty-five merges, at random: one batch may have no merge, ten batches in practice have
    // one.
    let batches = 0
    do {
      await write150()
      batches++
    } while (batches < 10 && (await rows()) > batches * 300 - 10)
    expect(await rows()).toBeLessThan(batches * 300 - 9)
    expect(await tenant.run(verifyInvoiceCounters)).toEqual([])
  })

  it('are reported when they are wrong', async () => {
    const tenant = await test.tenant()
    await tenant.run((ctx) => aDraft(ctx))
    await tenant.run((ctx) => sql`delete from invoice_tallies where scope_id = account_id`.execute(ctx.db))
    expect(await tenant.run(verifyInvoiceCounters)).toEqual([
      `invoices draft in USD of ${tenant.accountId}: 0 kept, 1 counted, or their sums differ`,
    ])
  })
})
