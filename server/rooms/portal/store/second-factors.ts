import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { BaseCtx } from '../../../platform/context.ts'
import type { KeptFactor } from '../../identity/index.ts'

/** Whose: a login of one company's portal. */
interface Whose {
  readonly accountId: string
  readonly id: string
}

/** The second factor of a portal's login. Its transaction has to be inside the account. */
export const factorOfPortalUser = (whose: Whose): KeptFactor => ({
  hold: (ctx) => hold(ctx, whose),
  async since(ctx) {
    const row = await of(ctx, whose).select('second_factor_confirmed_at').executeTakeFirst()
    return row?.second_factor_confirmed_at ?? null
  },
  begin: (ctx, secret) =>
    change(ctx, whose, {
      second_factor_secret: ctx.app.sealer.seal(secret, placeOf(whose)),
      second_factor_confirmed_at: null,
      second_factor_last_step: null,
    }),
  confirm: (ctx) => change(ctx, whose, { second_factor_confirmed_at: asDate(ctx.app.clock.wallNow()) }),
  async remove(ctx) {
    await change(ctx, whose, NONE)
    await deleteCodes(ctx, whose)
  },
  spendStep: (ctx, step) => spendStep(ctx, whose, step),
  async replaceRecoveryCodes(ctx, hashes) {
    await deleteCodes(ctx, whose)
    await ctx.db
      .insertInto('portal_recovery_codes')
      .values(
        hashes.map((hash) => ({ account_id: whose.accountId, portal_user_id: whose.id, code_hash: hash })),
      )
      .execute()
  },
  spendRecoveryCode: (ctx, hashes) => spendCode(ctx, whose, hashes),
  countRecoveryCodes: (ctx) => countCodes(ctx, whose),
})

const NONE = { second_factor_secret: null, second_factor_confirmed_at: null, second_factor_last_step: null }

const placeOf = ({ accountId, id }: Whose) => ({
  table: 'portal_users',
  column: 'second_factor_secret',
  accountId,
  rowId: id,
})

const of = (ctx: BaseCtx, { accountId, id }: Whose) =>
  ctx.db.selectFrom('portal_users').where('account_id', '=', accountId).where('id', '=', id)

async function hold(ctx: BaseCtx, whose: Whose) {
  const row = await of(ctx, whose)
    .select(['second_factor_secret', 'second_factor_confirmed_at'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row?.second_factor_secret) return null
  return {
    secret: ctx.app.sealer.open(row.second_factor_secret, placeOf(whose)),
    confirmedAt: row.second_factor_confirmed_at,
  }
}

interface Kept {
  readonly second_factor_secret?: Buffer | null
  readonly second_factor_confirmed_at?: Date | null
  readonly second_factor_last_step?: number | null
}

const changing = (ctx: BaseCtx, { accountId, id }: Whose, to: Kept) =>
  ctx.db.updateTable('portal_users').set(to).where('account_id', '=', accountId).where('id', '=', id)

async function change(ctx: BaseCtx, whose: Whose, to: Kept): Promise<void> {
  await changing(ctx, whose, to).execute()
}

async function spendStep(ctx: BaseCtx, whose: Whose, step: number): Promise<boolean> {
  const row = await changing(ctx, whose, { second_factor_last_step: step })
    .where(sql<boolean>`coalesce(second_factor_last_step, -1) < ${step}`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

async function spendCode(
  ctx: BaseCtx,
  { accountId, id }: Whose,
  hashes: readonly Buffer[],
): Promise<boolean> {
  const row = await ctx.db
    .updateTable('portal_recovery_codes')
    .set({ used_at: asDate(ctx.app.clock.wallNow()) })
    .where('account_id', '=', accountId)
    .where('portal_user_id', '=', id)
    .where('code_hash', 'in', hashes)
    .where('used_at', 'is', null)
    .returning('code_hash')
    .executeTakeFirst()
  return row !== undefined
}

async function countCodes(ctx: BaseCtx, { accountId, id }: Whose): Promise<number> {
  const row = await ctx.db
    .selectFrom('portal_recovery_codes')
    .select((eb) => eb.fn.countAll<bigint>().as('left'))
    .where('account_id', '=', accountId)
    .where('portal_user_id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.left)
}

async function deleteCodes(ctx: BaseCtx, { accountId, id }: Whose): Promise<void> {
  await ctx.db
    .deleteFrom('portal_recovery_codes')
    .where('account_id', '=', accountId)
    .where('portal_user_id', '=', id)
    .execute()
}

/** One that was begun and never confirmed is begun no more. */
export async function forgetBegunFactor(ctx: BaseCtx, whose: Whose): Promise<void> {
  await changing(ctx, whose, NONE).where('second_factor_confirmed_at', 'is', null).execute()
}
