import { CompiledQuery, sql } from 'kysely'
import { asDate } from '../../platform/clock.ts'
import type { Ctx, UnitOfWork } from '../../platform/context.ts'
import { yieldToRequests } from '../../platform/control/yield-to-requests.ts'
import { INVARIANTS, SUBJECTS, type Subject } from './queries.ts'
import {
  add,
  emptySlice,
  entriesAfter,
  goOn,
  lastSequence,
  type Places,
  type Slice,
  sliceOfEntries,
} from './slices.ts'

/** A round begins this long after the last one was over. */
const ROUND_MS = 3_600_000
/** Pieces at one call: small ones, as whoever waits for an answer goes first between them. */
const PIECES = 4
/** Entries that are looked at soon after they were booked, in one piece. */
const RECENT = 500
/** Things that break an invariant, by which they are looked at again. The count tells of all of one piece. */
const MOST_KEPT = 100

interface Look {
  readonly rested_at: Date | null
  readonly recent_sequence: bigint
  readonly places: Places
}

/**
 * Looks at what the account's books have to keep: at everything once a round, hourly or, where a round takes longer, one
 * after the other. A few pieces of a round at each call, and with each what was booked since the last one and whatever was
 * found broken before: a piece costs the same however many invoices there are.
 */
export async function checkInvariants(uow: UnitOfWork): Promise<void> {
  for (let piece = 1; await uow.transaction(look); piece++) {
    if (piece === PIECES) return
    await yieldToRequests(uow.app)
  }
}

/** One piece. True while there is more of the round. */
async function look(ctx: Ctx): Promise<boolean> {
  const before = await readLook(ctx)
  if (before?.rested_at && Math.abs(ctx.now - before.rested_at.getTime()) < ROUND_MS) return false
  const last = await lastSequence(ctx)
  const since = before?.recent_sequence ?? last
  const recent = await entriesAfter(ctx, since, RECENT)
  const { found, places } = await goOn(ctx, before?.rested_at ? {} : (before?.places ?? {}))
  add(found, await sliceOfEntries(ctx, recent))
  add(found, await brokenBefore(ctx))
  await keep(ctx, await breachesIn(ctx, found))
  const isOver = recent.length < RECENT && Object.values(places).every((place) => place === null)
  const seen = BigInt(recent.at(-1) ?? since)
  await keepLook(ctx, {
    rested_at: isOver ? asDate(ctx.now) : null,
    // A number beyond the last one is a breach itself, and may not hide what is booked next.
    recent_sequence: seen < last ? seen : last,
    places,
  })
  return !isOver
}

async function readLook(ctx: Ctx): Promise<Look | null> {
  const result = await sql<Look>`
    select rested_at, recent_sequence, places from invariant_looks where account_id = ${ctx.accountId} for update`.execute(
    ctx.db,
  )
  return result.rows[0] ?? null
}

const keepLook = (ctx: Ctx, { rested_at, recent_sequence, places }: Look) =>
  sql`insert into invariant_looks (account_id, rested_at, recent_sequence, places)
    values (${ctx.accountId}, ${rested_at}, ${recent_sequence}, ${JSON.stringify(places)})
    on conflict (account_id) do update set rested_at = excluded.rested_at, recent_sequence = excluded.recent_sequence,
      places = excluded.places`.execute(ctx.db)

async function brokenBefore(ctx: Ctx): Promise<Slice> {
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

/** Names and types of the arrays that hold the keys: parameter 1 is the account. */
const PLACES = Object.keys(SUBJECTS) as Subject[]
const arrayOf = (subject: Subject): string => `$${PLACES.indexOf(subject) + 2}::${SUBJECTS[subject]}[]`

/** All of them in one statement, so that they are asked of one moment. */
const OF_SLICE = INVARIANTS.map(
  ({ name, of, query }) =>
    `select '${name}' as invariant, key::text as key from (${query(
      (table, column) => `${table}.account_id = $1 and ${table}.${column} = any(${arrayOf(of)})`,
    )}) as found(key, words)`,
).join(' union all ')

async function breachesIn(ctx: Ctx, slice: Slice): Promise<Map<string, Set<string>>> {
  const keys = PLACES.map((subject) => [...new Set(slice[subject])])
  const result = await ctx.db.executeQuery<{ invariant: string; key: string }>(
    CompiledQuery.raw(OF_SLICE, [ctx.accountId, ...keys]),
  )
  const breaches = new Map(INVARIANTS.map(({ name }) => [name, new Set<string>()]))
  for (const { invariant, key } of result.rows) breaches.get(invariant)!.add(key)
  return breaches
}

/** Notes what was found, and tells the log of each invariant that is broken, whenever it is seen. */
async function keep(ctx: Ctx, breaches: ReadonlyMap<string, ReadonlySet<string>>): Promise<void> {
  const rows = [...breaches].map(([invariant, keys]) => ({
    invariant,
    breaches: keys.size,
    subjects: [...keys].slice(0, MOST_KEPT),
  }))
  await sql`
    insert into invariant_findings as f (account_id, invariant, breaches, subjects, found_at)
    select ${ctx.accountId}::uuid, r.invariant, r.breaches, array(select jsonb_array_elements_text(r.subjects)), ${asDate(ctx.now)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(invariant text, breaches integer, subjects jsonb)
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
