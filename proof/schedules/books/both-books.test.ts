import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/dates/durations.ts'
import { asDate } from '../../../server/platform/clock.ts'
import {
  requestSync,
  resolveConflict,
  selectConflicts,
  syncBooks,
} from '../../../server/rooms/accounting/testing.ts'
import type { Tenant } from '../../../testing/test-app.ts'
import { SEED, sampleOf, sizeOf } from '../../ring.ts'
import { changeHere, refund, takeBackCredit, waive } from './change-here.ts'
import { expectSameBooks } from './compare-books.ts'
import { BOOKS, inWorld, type World } from './open-world.ts'
import { type Random, randomOf } from './random.ts'
import { Killed, makeUnreliable } from './unreliable-platform.ts'

const MONTHS = sizeOf('BOOKS_MONTHS', { gate: 1, full: 12 })
const DAYS = sizeOf('BOOKS_DAYS', { gate: 16, full: 30 })
const FIRST_SEED = Number(process.env.BOOKS_SEED ?? SEED % 100_000) // not money: a seed
const ROUNDS = 9
/** Rounds in which a refused post is tried again. */
const TRIES = 2
/** The round after which everything that can be entered there by hand was. */
const GIVEN_UP_IN = 4

/** Runs a sync. A killed process leaves its claim behind, until that expires. */
async function syncOrDie({ tenant, test }: World, only: 'all' | 'posts' = 'all'): Promise<void> {
  try {
    await syncBooks(tenant.uow(), only)
  } catch (error) {
    if (!(error instanceof Killed)) throw error
    const until = asDate(test.clock.wallNow() + MINUTE_MS)
    await tenant.run(({ db }) =>
      db
        .updateTable('accounting_connections')
        .set({ claim: randomUUID(), claimed_until: until })
        .where('status', '=', 'connected')
        .execute(),
    )
  }
}

/**
 * Decides what nobody else can, as a person would: what was refused is tried again, and later becomes credit when its invoice was paid
 * on both sides; what was paid here on an invoice that is void there is given back.
 */
async function decideAll({ tenant, platform }: World, round: number): Promise<void> {
  const { rows } = await tenant.run((ctx) => selectConflicts(ctx, 'open', { limit: 99, offset: 0 }))
  for (const { id, kind, subject_type, subject_id } of rows) {
    const isPosted = subject_type === 'payment' && !platform.features.manual_payments
    const last = isPosted ? 'as_credit' : 'leave_out'
    if (kind === 'not_posted') {
      // A fee that the books don't take is waived, as far as nobody has paid it.
      if (subject_type === 'late_fee' && round === TRIES) await waive(tenant, subject_id!)
      // Credit for which too little is owed there is taken back: left out, it would be used on one side only.
      if (subject_type === 'credit' && round === TRIES)
        for (const invoice of await invoicesOf(tenant, subject_id!)) await takeBackCredit(tenant, invoice)
      await tenant.run((ctx) => resolveConflict(ctx, id, round <= TRIES ? 'try_again' : last))
    }
    // A payment made there was taken for one that a task asked for, and then removed there: the task is still to be done.
    if (kind === 'removed_there') await tenant.run((ctx) => resolveConflict(ctx, id, 'post_again'))
    if (kind === 'entered_otherwise') await tenant.run((ctx) => resolveConflict(ctx, id, 'other_payment'))
    if (kind === 'void_but_paid') {
      await refundOf(tenant, subject_id!, round)
      await takeBackCredit(tenant, subject_id!)
    }
  }
}

/** Returns the invoices that a post is to settle. */
async function invoicesOf(tenant: Tenant, postId: string): Promise<string[]> {
  const posts = await tenant.run(({ db }) =>
    db.selectFrom('accounting_posts').select('wanted').where('subject_id', '=', postId).execute(),
  )
  return posts.flatMap(({ wanted }) => wanted.shares.map(({ invoice }) => invoice))
}

/** Gives back what nobody can enter there, because the bill was paid on both sides. */
async function giveUpByHand(tenant: Tenant, round: number): Promise<void> {
  const posts = await tenant.run(({ db }) =>
    db
      .selectFrom('accounting_posts')
      .select(['kind', 'wanted'])
      .where('state', '=', 'by_hand')
      .orderBy('created_at')
      .execute(),
  )
  for (const { kind, wanted } of posts)
    for (const { invoice } of wanted.shares)
      await (kind === 'credit' ? takeBackCredit(tenant, invoice) : refundOf(tenant, invoice, round))
}

/** Refunds what was paid here on an invoice that is void there. */
async function refundOf(tenant: Tenant, invoice: string, round: number): Promise<void> {
  const payments = await tenant.run(({ db }) =>
    db
      .selectFrom('payment_allocations')
      .innerJoin('payments', 'payments.id', 'payment_allocations.payment_id')
      .select(['payments.id', 'captured_minor', 'refunded_minor'])
      .where('payment_allocations.invoice_id', '=', invoice)
      .where('payments.status', '=', 'confirmed')
      .execute(),
  )
  for (const { id, captured_minor, refunded_minor } of payments)
    if (captured_minor > refunded_minor)
      await refund(tenant, id, captured_minor - refunded_minor, `void-${round}`)
}

const openTitles = (tenant: Tenant) =>
  tenant.run(async (ctx) => [
    ...(
      await ctx.db
        .selectFrom('accounting_posts')
        .select(['state', 'failure'])
        .where('state', 'not in', ['posted', 'removed', 'left_out'])
        .execute()
    ).map(({ state, failure }) => `${state}: ${failure}`),
    ...(await selectConflicts(ctx, 'open', { limit: 9, offset: 0 })).rows.map(({ title }) => title),
  ])

async function liveThrough(world: World, random: Random): Promise<void> {
  const { tenant, test, platform } = world
  const repair = makeUnreliable(platform, random)
  for (let day = 0; day < DAYS; day++) {
    test.clock.advance(DAY_MS)
    if (random(3) > 0) await world.changeThere(day)
    await changeHere(tenant, random, day, platform.features.late_fees)
    await tenant.run(requestSync)
    // A second worker and a repeated job find the books claimed.
    await Promise.all([syncOrDie(world), random(2) === 0 && syncOrDie(world, 'posts')])
  }
  repair()
  for (let round = 0; round < ROUNDS; round++) {
    test.clock.advance(HOUR_MS)
    await tenant.run(requestSync)
    expect(await syncBooks(tenant.uow())).toBe('done')
    await decideAll(world, round)
    if (round === GIVEN_UP_IN) await giveUpByHand(tenant, round)
    await world.finishThere(round)
  }
}

describe.each(sampleOf(BOOKS, 2))('%s and Quittance', (books) => {
  const seeds = Array.from({ length: MONTHS }, (_, at) => FIRST_SEED + at)
  it.each(seeds)(
    'agree to the cent after a month of changes on both sides and faults (seed %i)',
    async (seed) => {
      const random = randomOf(seed)
      await inWorld(books, random, async (world) => {
        await liveThrough(world, random)
        expect(await openTitles(world.tenant)).toEqual([])
        await expectSameBooks(world.tenant, world.platform, {
          posted: world.posted?.(),
          merged: world.merged,
        })
      })
    },
  )
})
