import { sql } from 'kysely'
import { expect } from 'vitest'
import { JOBS } from '../../server/main/rooms.ts'
import { unitOfWork } from '../../server/platform/context.ts'
import type { World } from '../processors/open-world.ts'
import type { HeldEvent } from '../processors/processor-row.ts'

/** How the webhooks of one payment arrive. */
export interface Disorder {
  /** Some come before the response to the request that made the charge. */
  readonly early: boolean
  /** Time after the last change at which they come. */
  readonly lateMs: number
  readonly copies: number
  /** Numbers by which they are ordered. */
  readonly order: readonly number[]
  /** All at once instead of one after another. */
  readonly atOnce: boolean
  /** A forged and an old copy come before each. */
  readonly forgedFirst: boolean
}

export const IN_ORDER: Disorder = {
  early: false,
  lateMs: 0,
  copies: 1,
  order: [],
  atOnce: false,
  forgedFirst: false,
}

/**
 * Makes the changes at the processor and delivers all webhooks about the charge. Without a delay each change is followed by the
 * webhooks so far, so that they overlap.
 */
export async function deliverInDisorder(
  world: World,
  charge: string,
  changes: readonly (() => Promise<void>)[],
  disorder: Disorder,
): Promise<void> {
  for (const change of changes) {
    if (disorder.lateMs === 0) await deliverAll(world, charge, disorder)
    await change()
  }
  world.test.clock.advance(disorder.lateMs)
  await deliverAll(world, charge, disorder)
}

async function deliverAll(world: World, charge: string, disorder: Disorder): Promise<void> {
  const { order, copies, atOnce, forgedFirst } = disorder
  const events = (await world.processor.events!.held()).filter(({ chargeRef }) => chargeRef === charge)
  const rank = new Map(events.map((event, index) => [event, order[index % order.length] ?? index]))
  const sent = events
    .toSorted((one, other) => rank.get(one)! - rank.get(other)!)
    .flatMap((event) => Array<HeldEvent>(copies).fill(event))
  if (forgedFirst)
    for (const event of events) await expectRefused(event, world.processor.events!.tooOldSeconds)
  if (atOnce) {
    const statuses = await Promise.all(sent.map((event) => event.send()))
    expect(new Set(statuses), 'a genuine webhook is accepted').toEqual(new Set(sent.length > 0 ? [200] : []))
    await handleStored(world)
  } else
    for (const event of sent) {
      expect(await event.send(), 'a genuine webhook is accepted').toBe(200)
      await handleStored(world)
    }
}

async function expectRefused(event: HeldEvent, ageSeconds: number | null): Promise<void> {
  for (const how of [{ forged: true }, ...(ageSeconds === null ? [] : [{ ageSeconds }])]) {
    const status = await event.send(how)
    expect(status, 'refused').toBeGreaterThanOrEqual(400)
    expect(status, 'refused').toBeLessThan(500)
  }
}

const HANDLE = JOBS.find(({ name }) => name === 'payments.handle-provider-event')!
const WORKERS = 2

/** Processes all stored webhooks, each by two workers at once. */
export async function handleStored({ test, company }: World): Promise<void> {
  const { rows } = await company.run((ctx) =>
    sql<{
      id: string
    }>`select id from provider_inbox where account_id = ${ctx.accountId} and status = 'new'`.execute(ctx.db),
  )
  const actor = { kind: 'system', job: 'test' } as const
  const uow = unitOfWork(test.app, { requestId: 'test', ip: null }, actor, company.accountId)
  const runs = rows.flatMap(({ id }) => Array<string>(WORKERS).fill(id))
  await Promise.all(runs.map((eventId) => HANDLE.runUnitOfWork!(uow, { eventId })))
}

/** Everything that the webhooks of one payment may change. */
export interface Paid {
  readonly paymentId: string
  /** Null until the product knows the processor's reference. */
  readonly reference: string | null
  readonly status: string
  readonly failure: string | null
  readonly refunded: string
  readonly remaining: string
  readonly reserved: string
  readonly cleared: string
  readonly cases: string
}

export const readPaid = ({ company }: World, invoiceId: string): Promise<Paid> =>
  company.run(async (ctx) => {
    const { rows } = await sql<Paid>`
      select p.id as "paymentId", p.provider_ref as reference, p.status, p.failure_code as failure, p.refunded_minor::text as refunded,
        r.remaining_minor::text as remaining, r.reserved_minor::text as reserved,
        (select coalesce(sum(l.amount_minor), 0)::text from ledger_postings l
          join ledger_entries e on e.account_id = l.account_id and e.id = l.entry_id
          where e.account_id = p.account_id and l.ledger_account = 'clearing' and (e.source_id = p.id
            or e.source_id in (select f.id from refunds f where f.account_id = p.account_id and f.payment_id = p.id))) as cleared,
        (select coalesce(string_agg(c.kind, ' ' order by c.kind), '') from payment_cases c
          where c.account_id = p.account_id and c.payment_id = p.id) as cases
      from payment_allocations a join payments p on p.account_id = a.account_id and p.id = a.payment_id
      join receivables r on r.account_id = a.account_id and r.invoice_id = a.invoice_id
      where a.account_id = ${ctx.accountId} and a.invoice_id = ${invoiceId}`.execute(ctx.db)
    return rows[0]!
  })
