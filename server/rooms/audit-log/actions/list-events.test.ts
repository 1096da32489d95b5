import { beforeEach, describe, expect, it } from 'vitest'
import { events } from '../../../../contract/events.ts'
import type { AuditArea } from '../../../../domain/accounts/audit-areas.ts'
import { EVENT_TYPES } from '../../../../domain/accounts/event-types.ts'
import { setUpTestApp, type Tenant } from '../../../../testing/test-app.ts'
import { EVENT_TYPES_BY_ACTION } from '../../../main/rooms.ts'
import { schedulesAfter } from '../../../main/schedules.ts'
import { audit } from '../../../platform/audit.ts'
import type { Actor } from '../../../platform/context.ts'
import { aCustomer } from '../../customers/testing.ts'
import { removeDraft, sendInvoice, voidInvoice } from '../../invoices/index.ts'
import { aDraft } from '../../invoices/testing.ts'
import { followEvents } from './follow-events.ts'
import { listEvents } from './list-events.ts'
import { sealEntries } from './seal-entries.ts'

const test = setUpTestApp()
let tenant: Tenant
let harbor: string

beforeEach(async () => {
  test.clock.set('2026-11-20T15:00:00Z')
  tenant = await test.tenant()
  harbor = (await tenant.run((ctx) => aCustomer(ctx, { shortName: 'Harbor Foods' }))).id
})

const list = (query: Record<string, string> = {}, actor?: Actor) =>
  tenant.run((ctx) => listEvents(ctx, events.list.query.parse({ page_size: '5', ...query })), actor)
const follow = (after = 0) =>
  tenant.run((ctx) => followEvents(ctx, events.follow.query.parse({ after: String(after), page_size: '5' })))
const seal = () => sealEntries(tenant.uow({ kind: 'system', job: 'audit-log.seal-entries' }))
const typesOf = ({ results }: Awaited<ReturnType<typeof list>>) => results.map(({ type }) => type)

/** An invoice of Harbor Foods that was sent and voided. */
async function aVoidedInvoice(): Promise<string> {
  const draft = await tenant.run((ctx) => aDraft(ctx, { customer: harbor }))
  test.clock.advance(1000)
  await tenant.run((ctx) => sendInvoice(ctx, draft.id, { message: '', email: true }))
  test.clock.advance(1000)
  await tenant.run((ctx) => voidInvoice(ctx, draft.id, 'Ordered twice'))
  return draft.id
}

it('has an action for each type of event', () => {
  expect(new Set(Object.values(EVENT_TYPES_BY_ACTION))).toEqual(new Set(EVENT_TYPES))
})

it('wakes webhooks after each area that has events', () => {
  const areas = new Set(Object.keys(EVENT_TYPES_BY_ACTION).map((action) => action.split('.')[0]!))
  const unfollowed = [...areas].filter(
    (area) => !schedulesAfter(area as AuditArea).includes('webhooks.follow-events'),
  )
  expect(unfollowed).toEqual([])
})

describe('events of an account', () => {
  it('are listed newest first, with their customer, record, amount and reason', async () => {
    const invoice = await aVoidedInvoice()
    const { results, has_more } = await list()
    expect(has_more).toBe(false)
    expect(results.map(({ type }) => type)).toEqual(['invoice.voided', 'invoice.sent', 'invoice.created'])
    expect(results[0]).toMatchObject({
      customer: { pk: harbor, short_name: 'Harbor Foods' },
      page: { kind: 'invoice', pk: invoice },
      label: expect.stringMatching(/^INV-/),
      currency: 'USD',
      note: 'Ordered twice',
      actor: { kind: 'staff' },
    })
    expect(results[1]).toMatchObject({ note: 'accounts@harborfoods.test' })
  })

  it('are those of one customer or one subject, page by page', async () => {
    await aVoidedInvoice()
    const other = await tenant.run((ctx) => aDraft(ctx))
    expect(typesOf(await list({ customer: harbor, about: 'invoice' }))).toHaveLength(3)
    expect(typesOf(await list({ customer: other.customer.pk, about: 'invoice' }))).toEqual([
      'invoice.created',
    ])
    expect(typesOf(await list({ about: 'credit_memo' }))).toEqual([])
    for (let more = 0; more < 2; more++) await aVoidedInvoice()
    const first = await list({ customer: harbor })
    expect([first.results.length, first.has_more]).toEqual([5, true])
    const second = await list({ customer: harbor, before: first.results.at(-1)!.pk })
    expect([second.results.length, second.has_more]).toEqual([4, false])
    const all = [...first.results, ...second.results].map(({ pk }) => pk)
    expect(new Set(all).size).toBe(9)
    expect(await list({ before: harbor })).toEqual({ results: [], has_more: false })
  })

  it('are sorted by time, and filtered by day and type', async () => {
    test.clock.set('2026-11-18T15:00:00Z')
    await aVoidedInvoice()
    test.clock.set('2026-11-21T04:30:00Z')
    await aVoidedInvoice()
    const all = typesOf(await list({ page_size: '25' }))
    const first = await list({ order_by: 'at' })
    expect([typesOf(first), first.has_more]).toEqual([all.toReversed().slice(0, 5), true])
    const rest = await list({ order_by: 'at', before: first.results.at(-1)!.pk })
    expect([...typesOf(first), ...typesOf(rest)]).toEqual(all.toReversed())
    for (const order_by of ['at', '-at']) {
      const voided = await list({ order_by, filter_type: 'invoice.voided', page_size: '5' })
      const times = voided.results.map(({ at }) => at.slice(0, 10))
      expect(times).toEqual(order_by === 'at' ? ['2026-11-18', '2026-11-21'] : ['2026-11-21', '2026-11-18'])
    }
    expect(typesOf(await list({ exclude_type: 'invoice.voided', about: 'invoice' }))).toEqual([
      ...['invoice.sent', 'invoice.created', 'invoice.sent', 'invoice.created'],
    ])
    expect(typesOf(await list({ filter_type: 'invoice.voided', customer: harbor }))).toHaveLength(2)
    expect(typesOf(await list({ filter_type: 'weather.changed' }))).toEqual([])
    // The account's days are those of New York, where it is still the 20th.
    expect(typesOf(await list({ filter_at: '2026-11-20', about: 'invoice' }))).toHaveLength(3)
    expect(typesOf(await list({ filter_at_gte: '2026-11-21' }))).toEqual([])
    expect(typesOf(await list({ filter_at_lt: '2026-11-20', filter_type: 'invoice.sent' }))).toHaveLength(1)
    for (const wrong of [{ order_by: 'amount' }, { filter_at: '2026-02-30' }, { filter_amount: '1' }])
      expect(events.list.query.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  })

  it('keep the customer and the number of a deleted draft', async () => {
    const draft = await tenant.run((ctx) => aDraft(ctx, { customer: harbor }))
    test.clock.advance(1000)
    await tenant.run((ctx) => removeDraft(ctx, draft.id))
    const { results } = await list({ customer: harbor })
    expect(results[0]).toMatchObject({ type: 'invoice.deleted', label: draft.number, page: null })
  })

  it('name the recipient of an undelivered email, without the text of the mail server', async () => {
    const draft = await tenant.run((ctx) => aDraft(ctx, { customer: harbor }))
    const detail = { to: 'accounts@harborfoods.test', reason: '550 no such mailbox at mx-7.internal' }
    await tenant.run((ctx) => audit(ctx, 'mail.fail', { type: 'invoice', id: draft.id }, detail))
    await tenant.run((ctx) => audit(ctx, 'mail.fail-to-person', { type: 'user', id: null }, detail))
    const { results } = await list({ about: 'message' })
    expect(results).toMatchObject([{ label: draft.number, note: 'accounts@harborfoods.test' }])
  })

  it('name a late fee with its amount, and a connection that was lost', async () => {
    const draft = await tenant.run((ctx) => aDraft(ctx, { customer: harbor }))
    const invoice = { type: 'invoice', id: draft.id } as const
    await tenant.run((ctx) => audit(ctx, 'late-fees.charge', invoice, { amountMinor: '1500' }))
    const account = { type: 'account', id: tenant.accountId } as const
    await tenant.run((ctx) => audit(ctx, 'connections.revoked', account, { processor: 'PayTrace' }))
    const { results } = await list({ customer: harbor, about: 'invoice' })
    expect(results).toContainEqual(
      expect.objectContaining({ type: 'invoice.late_fee_charged', label: draft.number, amount: '15.00' }),
    )
    expect((await list({ about: 'connection' })).results).toMatchObject([
      { type: 'connection.lost', label: 'PayTrace' },
    ])
  })

  it('are not shown to another account', async () => {
    await aVoidedInvoice()
    const rival = await test.tenant()
    const query = events.list.query.parse({ customer: harbor })
    expect(await rival.run((ctx) => listEvents(ctx, query))).toEqual({ results: [], has_more: false })
  })
})

describe('following events', () => {
  it('returns each event once, in the order of their seals, however late it was sealed', async () => {
    await aVoidedInvoice()
    expect(await follow(), 'nothing has a position yet').toEqual({
      results: [],
      position: 0,
      has_more: false,
    })
    await seal()
    const first = await follow()
    expect(first.results.map(({ type }) => type)).toEqual([
      'invoice.created',
      'invoice.sent',
      'invoice.voided',
    ])
    expect(first.position).toBe(first.results.at(-1)!.position)
    await aVoidedInvoice()
    await seal()
    const next = await follow(first.position)
    expect(next.results).toHaveLength(3)
    expect(await follow(next.position)).toEqual({ results: [], position: next.position, has_more: false })
  })

  it('goes on behind entries that are no events', async () => {
    await aVoidedInvoice()
    await aVoidedInvoice()
    await seal()
    const seen: string[] = []
    let position = 0
    for (let more = true; more; ) {
      const page = await follow(position)
      seen.push(...page.results.map(({ pk }) => pk))
      position = page.position
      more = page.has_more
    }
    expect(new Set(seen).size).toBe(6)
    expect(seen).toHaveLength(6)
  })
})
