import { CompiledQuery, sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '../../../domain/dates/durations.ts'
import { asDate } from '../../platform/clock.ts'
import type { Ctx, UnitOfWork } from '../../platform/context.ts'
import { yieldToRequests } from '../../platform/control/yield-to-requests.ts'
import { here } from '../../platform/db/distributed/here.ts'
import { SUBJECTS, type Subject } from './invariant.ts'
import { INVARIANTS } from './queries.ts'
import {
  add,
  emptySlice,
  entriesAfter,
  lastSequence,
  type Positions,
  readNextSlice,
  type Slice,
  sliceOfEntries,
} from './slices.ts'

/** Time between the end of a round and the next one. */
const ROUND_MS = HOUR_MS
/** The same for an account in which nothing was booked since. */
const QUIET_ROUND_MS = DAY_MS
/** Slices per call. Small, because requests take precedence between them. */
const SLICES_PER_CALL = 4
/** Recent entries that are checked in one slice. */
const RECENT_ENTRIES = 500
/** Keys of breaches that are stored for the next check. The count covers a whole slice. */
const MAX_STORED_KEYS = 100

interface Progress {
  readonly rested_at: Date | null
  readonly recent_sequence: bigint
  readonly places: Positions
}

/**
 * Checks the invariants of an account's books: everything once a round, hourly or, where a round takes
 * longer, one round after another. Each call checks a few slices of the round together with recently booked
 * entries and earlier breaches. A slice costs the same however many invoices there are.
 */
export async function checkInvariants(uow: UnitOfWork): Promise<void> {
  for (let slice = 1; await uow.transaction(checkSlice); slice++) {
    if (slice === SLICES_PER_CALL) return
    await yieldToRequests(uow.app)
  }
}

/**
 * Returns when the next slice is due, in epoch ms: an hour after the last round when something was booked since, a day
 * after it otherwise.
 */
export const nextInvariantCheck = (uow: UnitOfWork): Promise<number> =>
  uow.transaction(async (ctx) => {
    const { rested_at, recent_sequence } = (await readProgress(ctx)) ?? {
      rested_at: null,
      recent_sequence: 0n,
    }
    if (rested_at === null) return ctx.now
    const isQuiet = (await lastSequence(ctx)) === recent_sequence
    return rested_at.getTime() + (isQuiet ? QUIET_ROUND_MS : ROUND_MS)
  })

/** Checks one slice. Returns true while the round has more. */
async function checkSlice(ctx: Ctx): Promise<boolean> {
  const before = await readProgress(ctx)
  if (before?.rested_at && Math.abs(ctx.now - before.rested_at.getTime()) < ROUND_MS) return false
  const last = await lastSequence(ctx)
  const since = before?.recent_sequence ?? last
  const recent = await entriesAfter(ctx, since, RECENT_ENTRIES)
  const { found, positions } = await readNextSlice(ctx, before?.rested_at ? {} : (before?.places ?? {}), last)
  add(found, await sliceOfEntries(ctx, recent))
  add(found, await knownBreaches(ctx))
  await saveFindings(ctx, await breachesIn(ctx, found))
  const isOver =
    recent.length < RECENT_ENTRIES && Object.values(positions).every((position) => position === null)
  const seen = BigInt(recent.at(-1) ?? since)
  await saveProgress(ctx, {
    rested_at: isOver ? asDate(ctx.now) : null,
    // A sequence beyond the last one is a breach itself and must not hide entries booked next.
    recent_sequence: seen < last ? seen : last,
    places: positions,
  })
  return !isOver
}

async function readProgress(ctx: Ctx): Promise<Progress | null> {
  const result = await sql<Progress>`
    select rested_at, recent_sequence, places from invariant_looks where account_id = ${ctx.accountId} for update`.execute(
    ctx.db,
  )
  return result.rows[0] ?? null
}

const saveProgress = (ctx: Ctx, { rested_at, recent_sequence, places }: Progress) =>
  sql`insert into invariant_looks (account_id, rested_at, recent_sequence, places)
    values (${ctx.accountId}, ${rested_at}, ${recent_sequence}, ${JSON.stringify(places)})
    on conflict (account_id) do update set rested_at = excluded.rested_at, recent_sequence = excluded.recent_sequence,
      places = excluded.places`.execute(ctx.db)

async function knownBreaches(ctx: Ctx): Promise<Slice> {
  const slice = emptySlice()
  const result = await sql<{ invariant: string; subjects: string[] }>`
    select invariant, subjects from invariant_findings where account_id = ${ctx.accountId} and breaches > 0`.execute(
    ctx.db,
  )
  for (const { invariant, subjects } of result.rows) {
    const known = INVARIANTS.find(({ name }) => name === invariant)
    if (known) add(slice, { [known.of]: subjects })
  }
  return slice
}

/** Subjects in the order of their array parameters; parameter 1 is the account. */
const SUBJECT_NAMES = Object.keys(SUBJECTS) as Subject[]
const arrayOf = (subject: Subject): string => `$${SUBJECT_NAMES.indexOf(subject) + 2}::${SUBJECTS[subject]}[]`

/** Checks all invariants in one statement, so that they see one snapshot. */
const SLICE_QUERY = INVARIANTS.map(
  ({ name, of, query }) =>
    `select '${name}' as invariant, key::text as key from (${query(
      (table, column) => `${table}.account_id = $1 and ${table}.${column} = any(${arrayOf(of)})`,
    )}) as found(key, description)`,
).join(' union all ')

async function breachesIn(ctx: Ctx, slice: Slice): Promise<Map<string, Set<string>>> {
  const keys = SUBJECT_NAMES.map((subject) => [...new Set(slice[subject])])
  const result = await ctx.db.executeQuery<{ invariant: string; key: string }>(
    CompiledQuery.raw(SLICE_QUERY, [ctx.accountId, ...keys]),
  )
  const breaches = new Map(INVARIANTS.map(({ name }) => [name, new Set<string>()]))
  for (const { invariant, key } of result.rows) breaches.get(invariant)!.add(key)
  return breaches
}

/** Stores the breaches and logs each broken invariant every time it is found. */
async function saveFindings(ctx: Ctx, breaches: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
  const rows = [...breaches].map(([invariant, keys]) => ({
    invariant,
    breaches: keys.size,
    subjects: [...keys].slice(0, MAX_STORED_KEYS),
  }))
  await sql`
    insert into invariant_findings as f (account_id, invariant, breaches, subjects, found_at)
    select here.account_id, r.invariant, r.breaches, array(select jsonb_array_elements_text(r.subjects)), ${asDate(ctx.now)}
    from ${here(ctx.accountId)}, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(invariant text, breaches integer, subjects jsonb)
    on conflict (account_id, invariant) do update
      set breaches = excluded.breaches, subjects = excluded.subjects, found_at = excluded.found_at
      where f.breaches <> excluded.breaches or f.subjects <> excluded.subjects`.execute(ctx.db)
  for (const { invariant, breaches: count, subjects } of rows)
    if (count > 0)
      ctx.app.log.error('an invariant of the books is broken', {
        invariant,
        accountId: ctx.accountId,
        breaches: count,
        subjects: subjects.slice(0, 10),
      })
}
