import { type Selectable, sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '../../../../domain/dates/durations.ts'
import { asDate } from '../../clock.ts'
import { type Ctx, nextId, type UnitOfWork } from '../../context.ts'
import type { Database } from '../../db/database.ts'
import { markDue, OWN_KEY } from '../../due-work/mark-due.ts'
import { refuse } from '../../refusal.ts'
import type { Schedule } from '../../registry.ts'
import './tables.ts'

/** The status of an answer, and its body as it is sent; null for none. */
export interface KeptAnswer {
  readonly status: number
  readonly body: unknown
}

const KEPT_MS = DAY_MS
/** A request that has no outcome after this time was interrupted. */
const LONGEST_REQUEST_MS = 5 * MINUTE_MS

/** A request's right to run, or the answer that it got before. */
export type Claim =
  | { readonly isNew: true; readonly id: string }
  | { readonly isNew: false; readonly answer: KeptAnswer }

/**
 * Claims a key for a request in a transaction of its own. Throws idempotency_key_reused for another request, in_progress while
 * the first one runs, and outcome_unknown when that was interrupted; `mayRunAgain` lets it run again then.
 */
export async function claimKey(
  ctx: Ctx,
  keyHash: Buffer,
  requestHash: Buffer,
  mayRunAgain: boolean,
): Promise<Claim> {
  const now = ctx.app.clock.wallNow()
  await deleteExpired(ctx, now)
  const id = nextId(ctx)
  const inserted = await ctx.db
    .insertInto('idempotency_keys')
    .values({
      ...{ account_id: ctx.accountId, key_hash: keyHash, id, request_hash: requestHash },
      ...{ state: 'in_progress', status: null, answer: null },
      ...{ created_at: asDate(now), expires_at: asDate(now + KEPT_MS) },
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'key_hash']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) {
    await markDue(ctx, 'platform.forget-kept-answers', OWN_KEY, now + KEPT_MS)
    return { isNew: true, id }
  }
  const row = await ctx.db
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('account_id', '=', ctx.accountId)
    .where('key_hash', '=', keyHash)
    .forUpdate()
    .executeTakeFirst()
  // The first request failed without an effect between the two statements.
  if (row === undefined) throw refuse('in_progress')
  if (!row.request_hash.equals(requestHash)) throw refuse('idempotency_key_reused')
  if (row.state === 'done') return { isNew: false, answer: readAnswer(ctx, row) }
  const isRunning = row.state === 'in_progress' && row.created_at.getTime() > now - LONGEST_REQUEST_MS
  if (isRunning) throw refuse('in_progress')
  if (!mayRunAgain) throw refuse('outcome_unknown')
  await setState(ctx, row.id, { id, state: 'in_progress', created_at: asDate(now) })
  return { isNew: true, id }
}

/** Keeps the answer in the transaction of the effect, or after it. */
export const keepAnswer = (ctx: Ctx, id: string, { status, body }: KeptAnswer): Promise<void> =>
  setState(ctx, id, {
    state: 'done',
    status,
    answer: body === null ? null : ctx.app.encryption.encrypt(JSON.stringify(body), placeOf(ctx, id)),
  })

/** Marks that nobody knows what a request did before it failed. */
export const keepUnknown = (ctx: Ctx, id: string): Promise<void> => setState(ctx, id, { state: 'unknown' })

/** Lets the same request run again, after one that had no effect. */
export async function releaseKey(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('idempotency_keys')
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('state', '=', 'in_progress')
    .execute()
}

async function setState(
  ctx: Ctx,
  id: string,
  change: Partial<
    Pick<Selectable<Database['idempotency_keys']>, 'id' | 'state' | 'status' | 'answer' | 'created_at'>
  >,
): Promise<void> {
  await ctx.db
    .updateTable('idempotency_keys')
    .set(change)
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .where('state', '!=', 'done')
    .execute()
}

function readAnswer(ctx: Ctx, row: Selectable<Database['idempotency_keys']>): KeptAnswer {
  const body = row.answer && JSON.parse(ctx.app.encryption.decrypt(row.answer, placeOf(ctx, row.id)))
  return { status: row.status!, body }
}

const placeOf = ({ accountId }: Ctx, rowId: string) =>
  ({ table: 'idempotency_keys', column: 'answer', accountId, rowId }) as const

const MAX_BATCH = 1000

async function deleteExpired(ctx: Ctx, now: number): Promise<void> {
  await sql`delete from idempotency_keys where account_id = ${ctx.accountId} and key_hash in (
    select key_hash from idempotency_keys where account_id = ${ctx.accountId} and expires_at <= ${asDate(now)}
    limit ${MAX_BATCH} for update skip locked)`.execute(ctx.db)
}

/** Deletes the answers of requests that were made more than a day ago. */
export const forgetKeptAnswers: Schedule = {
  name: 'platform.forget-kept-answers',
  clock: 'machine',
  run: (uow: UnitOfWork) => uow.transaction((ctx) => deleteExpired(ctx, ctx.app.clock.wallNow())),
  nextDue: (uow) =>
    uow.transaction(async (ctx) => {
      const row = await ctx.db
        .selectFrom('idempotency_keys')
        .select((eb) => eb.fn.min('expires_at').as('first'))
        .where('account_id', '=', ctx.accountId)
        .executeTakeFirst()
      return row?.first == null ? null : (row.first as Date).getTime()
    }),
}
