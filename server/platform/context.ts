import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Actor, App, BaseCtx, Caller, Ctx, Replica, TenantlessUnitOfWork, UnitOfWork } from './app.ts'
import type { Tx } from './db/database.ts'
import { type PolicySetting, setHere, setOnAllNodes } from './db/distributed/policy-settings.ts'
import { isStalePlan } from './db/stale-plan.ts'
import { inOneTransaction } from './db/transaction.ts'
import { newId } from './ids.ts'
import { prepareReplicaRead } from './prepare-replica-read.ts'
import { Refusal } from './refusal.ts'

export type { Actor, App, BaseCtx, Caller, Ctx, TenantlessUnitOfWork, UnitOfWork } from './app.ts'

const RETRYABLE = new Set(['40001', '40P01'])
const MAX_ATTEMPTS = 5

/**
 * Runs `work` in one transaction without a tenant. Retries serialization failures, deadlocks and statements
 * that a migration outdated up to five times, then throws `busy`. `work` must therefore have no effect outside the transaction.
 */
export const inTransaction = <T>(
  app: App,
  caller: Caller,
  actor: Actor,
  work: (ctx: BaseCtx) => Promise<T>,
): Promise<T> => transact(app, caller, actor, '', work)

async function transact<T>(
  app: App,
  caller: Caller,
  actor: Actor,
  accountId: string,
  work: (ctx: BaseCtx) => Promise<T>,
  inSnapshot = false,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      let used: Tx | null = null
      const result = await inOneTransaction(app.db, async (tx) => {
        used = tx
        const userId = actor.kind === 'staff' ? actor.userId : ''
        const begun = inSnapshot && sql`set transaction isolation level repeatable read`.execute(tx)
        const offset = beginAs(app, tx, userId, accountId)
        const now = app.clock.wallNow() + (app.config.demo ? await offset : 0)
        const [result] = await Promise.all([
          (async () => work({ app, db: tx, actor, now, ...caller }))(),
          offset,
          begun,
        ])
        return result
      })
      if (used) app.jobs.wake(used)
      return result
    } catch (error) {
      if (!RETRYABLE.has((error as { code?: string }).code ?? '') && !isStalePlan(error)) throw error
      if (attempt === MAX_ATTEMPTS) throw new Refusal('busy', { retryAfterSeconds: 1 })
      await sleep(10 * 2 ** attempt * (0.5 + Math.random()))
    }
  }
}

/** Runs `work` in one transaction inside one account. */
export function inAccount<T>(
  app: App,
  caller: Caller,
  actor: Actor,
  accountId: string,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  return transact(app, caller, actor, accountId, (base) => work({ ...base, accountId }))
}

/** Restricts the rest of the transaction to this account's rows. */
export async function enterAccount(ctx: BaseCtx, accountId: string): Promise<Ctx> {
  await present(ctx, 'app.account_id', accountId)
  return { ...ctx, accountId }
}

/** Returns the same transaction with another actor, after authentication. */
export const actingAs = <C extends BaseCtx>(ctx: C, actor: Actor): C => ({ ...ctx, actor })

/**
 * Passes a value, such as a host name or the hash of a link's token that the caller presented, to the row-level policies.
 */
export async function present({ app, db }: BaseCtx, setting: PolicySetting, value: string): Promise<void> {
  await (app.isDistributed ? setOnAllNodes : setHere)(db, setting, value)
}

/**
 * Passes a value that a query has set on the server that it is connected to on to the nodes of a distributed database.
 * Sends nothing otherwise.
 */
export async function passOn({ app, db }: BaseCtx, setting: PolicySetting, value: string): Promise<void> {
  if (app.isDistributed) await setOnAllNodes(db, setting, value)
}

/**
 * Passes the user and the account ('' for none) to the row-level policies and returns the demo clock's offset
 * in ms. The settings are local to the transaction, so every transaction begins without them. Sends no
 * statement when there is nothing to set.
 */
async function beginAs(app: App, tx: Tx, userId: string, accountId: string): Promise<number> {
  if (userId === '' && accountId === '' && !app.config.demo) return 0
  const offset = app.config.demo ? sql`(select offset_ms from demo_clock)` : sql`0::bigint`
  if (app.isDistributed) {
    const [row] = await Promise.all([
      sql<{ offset_ms: bigint }>`select ${offset} as offset_ms`.execute(tx),
      userId !== '' && setOnAllNodes(tx, 'app.user_id', userId),
      accountId !== '' && setOnAllNodes(tx, 'app.account_id', accountId),
    ])
    return Number(row.rows[0]!.offset_ms)
  }
  const row = await sql<{ offset_ms: bigint }>`
    select set_config('app.user_id', ${userId}, true), set_config('app.account_id', ${accountId}, true), ${offset} as offset_ms`.execute(
    tx,
  )
  return Number(row.rows[0]!.offset_ms)
}

/** A new row's id. */
export const nextId = (ctx: BaseCtx): string => newId(ctx.app.clock.wallNow(), ctx.app.random)

/** Returns a unit of work whose reads run on `replica`, if there is one. */
export const unitOfWork = (
  app: App,
  caller: Caller,
  actor: Actor,
  accountId: string,
  replica: Replica | null = null,
): UnitOfWork => {
  const transaction = <T>(work: (ctx: Ctx) => Promise<T>): Promise<T> =>
    inAccount(app, caller, actor, accountId, work)
  return {
    app,
    accountId,
    actor,
    ip: caller.ip,
    userAgent: caller.userAgent,
    language: caller.language,
    transaction,
    async read(work) {
      const answered = await replica?.read(() => transaction(prepareReplicaRead), work)
      return answered ? answered.value : transaction(work)
    },
  }
}

export const tenantlessUnitOfWork = (
  app: App,
  caller: Caller,
  actor: Actor,
  hostAccountId: string | null,
): TenantlessUnitOfWork => ({
  app,
  actor,
  ip: caller.ip,
  language: caller.language,
  hostAccountId,
  transaction: (work) => inTransaction(app, caller, actor, work),
  readSnapshot: (work) => transact(app, caller, actor, '', work, true),
})
