import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { setUpBooks } from '../../../../../testing/set-up-books.ts'
import { aCustomer } from '../../../customers/testing.ts'
import { readReceivables, release, reserve, verifyLedger } from '../../../ledger/index.ts'
import { createPayLink, resolvePayLink, updateInvoice, voidInvoice } from '../../index.ts'
import { aDraft, aLine, anOpenInvoice, draftInput, settle } from '../../testing.ts'

const { test, tenant } = setUpBooks()

type Invoice = Awaited<ReturnType<typeof aDraft>>
const change = (
  invoice: Invoice,
  fields: Parameters<typeof draftInput>[1] = {},
  revision = invoice.revision,
) =>
  tenant.run((ctx) =>
    updateInvoice(ctx, invoice.id, { ...draftInput(invoice.customer.pk, fields), revision }),
  )
const remainingOf = async (id: string) => (await tenant.run((ctx) => readReceivables(ctx, [id])))[0]
describe('drafts', () => {
  it('can be updated any number of times', async () => {
    const draft = await tenant.run((ctx) => aDraft(ctx))
    const other = await tenant.run((ctx) => aCustomer(ctx, { shortName: 'Kissa', currency: 'JPY' }))
    const changed = await tenant.run((ctx) =>
      updateInvoice(ctx, draft.id, {
        ...draftInput(other.id, {
          number: 'X-1',
          lines: [aLine({ unit_price: '900' }), aLine({ unit_price: '100' })],
        }),
        revision: 1,
      }),
    )
    expect(changed).toMatchObject({
      number: 'X-1',
      currency: 'JPY',
      total: '1000',
      revision: 2,
      state: 'draft',
    })
    expect(changed.lines).toHaveLength(2)
    expect(changed.timeline.map((event) => event.kind)).toEqual(['created'])
    const shorter = await tenant.run((ctx) =>
      updateInvoice(ctx, draft.id, {
        ...draftInput(other.id, { lines: [aLine({ unit_price: '1' })] }),
        revision: 2,
      }),
    )
    expect(shorter).toMatchObject({ number: 'X-1', total: '1' })
    expect(shorter.lines).toHaveLength(1)
  })

  it('never take a used number', async () => {
    const one = await tenant.run((ctx) => aDraft(ctx))
    const two = await tenant.run((ctx) => aDraft(ctx))
    await expect(change(two, { number: one.number.toLowerCase() })).rejects.toMatchObject({
      fields: {
        number: ['This number is already used. Enter another one.'],
      },
    })
    expect(await change(two, { number: two.number.toLowerCase() })).toMatchObject({
      number: two.number.toLowerCase(),
    })
  })
})

describe('issued invoices', () => {
  it('can be updated while nothing is settled, booking the difference and keeping the revision', async () => {
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
    const changed = await change(invoice, {
      terms: 'net_10',
      lines: [aLine({ unit_price: '1000.00', tax_name: 'VAT', tax_rate: '20' })],
    })
    expect(changed).toMatchObject({
      state: 'open',
      total: '1200.00',
      remaining: '1200.00',
      tax: '200.00',
      due_date: '2026-11-30',
      revision: 2,
    })
    expect(changed.timeline[0]).toMatchObject({ kind: 'edited', text: 'Changed by Olive Owner' })
    expect(await remainingOf(invoice.id)).toMatchObject({ remainingMinor: 120_000n, dueDate: '2026-11-30' })
    const kept = await tenant.run((ctx) =>
      sql<{ revision: number; snapshot: Record<string, unknown> }>`
        select revision, snapshot from invoice_revisions where invoice_id = ${invoice.id}`.execute(ctx.db),
    )
    expect(kept.rows).toEqual([
      {
        revision: 1,
        snapshot: expect.objectContaining({
          total: '1250.00',
          due_date: '2026-12-20',
          number: invoice.number,
        }),
      },
    ])
  })

  it('book nothing when only texts change', async () => {
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
    const before = await tenant.run(verifyLedger)
    await change(invoice, { notes: 'Dock 2, please.' })
    expect(await tenant.run(verifyLedger)).toEqual(before)
  })

  it('can move to another customer of the same currency, which revokes their links', async () => {
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
    const { url } = await tenant.run((ctx) => createPayLink(ctx, invoice.id))
    const other = await tenant.run((ctx) => aCustomer(ctx, { shortName: 'Other' }))
    const moved = await tenant.run((ctx) =>
      updateInvoice(ctx, invoice.id, { ...draftInput(other.id), revision: 1 }),
    )
    expect(moved.customer.short_name).toBe('Other')
    expect(await remainingOf(invoice.id)).toMatchObject({ customerId: other.id, remainingMinor: 125_000n })
    const token = new URL(url).searchParams.get('token')!
    expect(await tenant.run((ctx) => resolvePayLink(ctx, token))).toBeNull()
    const yen = await tenant.run((ctx) => aCustomer(ctx, { shortName: 'Kissa', currency: 'JPY' }))
    await expect(
      tenant.run((ctx) =>
        updateInvoice(ctx, invoice.id, {
          ...draftInput(yen.id, { lines: [aLine({ unit_price: '5' })] }),
          revision: 2,
        }),
      ),
    ).rejects.toMatchObject({ fields: { customer: [expect.stringContaining('another currency')] } })
  })

  it('keep their number and a total above zero', async () => {
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
    await expect(change(invoice, { number: 'NEW-1' })).rejects.toMatchObject({
      fields: { number: [expect.any(String)] },
    })
    await expect(change(invoice, { lines: [aLine({ unit_price: '0' })] })).rejects.toMatchObject({
      fields: { lines: [expect.any(String)] },
    })
  })

  it('refuse updates once something is paid or reserved, or when closed', async () => {
    const paid = await tenant.run((ctx) => anOpenInvoice(ctx))
    await tenant.run((ctx) => settle(ctx, paid, 1n))
    await expect(change(paid)).rejects.toMatchObject({ code: 'wrong_state' })
    const reserved = await tenant.run((ctx) => anOpenInvoice(ctx))
    const share = [{ invoiceId: reserved.id, amountMinor: 1n }]
    await tenant.run((ctx) => reserve(ctx, share))
    await expect(change(reserved)).rejects.toMatchObject({ code: 'wrong_state' })
    await tenant.run((ctx) => release(ctx, share))
    expect(await change(reserved)).toMatchObject({ revision: 2 })
    const closed = await tenant.run((ctx) => anOpenInvoice(ctx))
    await tenant.run((ctx) => voidInvoice(ctx, closed.id, ''))
    await expect(change(closed)).rejects.toMatchObject({ code: 'wrong_state' })
  })

  it('stay with a customer who became inactive', async () => {
    const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
    await tenant.run((ctx) =>
      sql`update customers set is_active = false where id = ${invoice.customer.pk}`.execute(ctx.db),
    )
    expect(await change(invoice, { notes: 'Still yours.' })).toMatchObject({ notes: 'Still yours.' })
  })
})

describe('concurrent changes', () => {
  it('refuse an older revision with conflict and change nothing', async () => {
    const draft = await tenant.run((ctx) => aDraft(ctx))
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => change(draft, { notes: `note ${index}` }, 1)),
    )
    expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    for (const one of outcomes)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'conflict' })
  })

  it('name who changed it, and when', async () => {
    const draft = await tenant.run((ctx) => aDraft(ctx))
    await change(draft, { notes: 'Theirs.' })
    await expect(change(draft, { notes: 'Mine.' }, 1)).rejects.toMatchObject({
      code: 'conflict',
      detail: expect.stringMatching(
        /^(Olive Owner|You, in another window,) changed this invoice on .+\d:\d\d [AP]M\.$/,
      ),
    })
  })

  it('let only one of a change and a reservation succeed', async () => {
    for (let round = 0; round < 20; round++) {
      const invoice = await tenant.run((ctx) => anOpenInvoice(ctx))
      const [changed, reserved] = await Promise.allSettled([
        change(invoice, { lines: [aLine({ unit_price: '1.00' })] }),
        tenant.run((ctx) => reserve(ctx, [{ invoiceId: invoice.id, amountMinor: 125_000n }])),
      ])
      const wasChanged = changed.status === 'fulfilled'
      const wasReserved = reserved.status === 'fulfilled' && reserved.value.ok
      expect(wasChanged !== wasReserved).toBe(true)
      expect(await remainingOf(invoice.id)).toMatchObject(
        wasChanged
          ? { remainingMinor: 100n, reservedMinor: 0n }
          : { remainingMinor: 125_000n, reservedMinor: 125_000n },
      )
    }
  })
})

it('returns not_found for an invoice of another account', async () => {
  const draft = await tenant.run((ctx) => aDraft(ctx))
  const stranger = await test.tenant()
  const own = await stranger.run((ctx) => aCustomer(ctx))
  await expect(
    stranger.run((ctx) => updateInvoice(ctx, draft.id, { ...draftInput(own.id), revision: 1 })),
  ).rejects.toMatchObject({ code: 'not_found' })
})
