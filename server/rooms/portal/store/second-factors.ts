import { sql } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import type { BaseCtx } from '../../../platform/context.ts'
import type { SecondFactorStore } from '../../identity/index.ts'

/** A login of one company's portal. */
interface PortalLogin {
  readonly accountId: string
  readonly id: string
}

/** Returns the second factor of a portal login. The transaction must be inside the account. */
export const factorOfPortalUser = (login: PortalLogin): SecondFactorStore => ({
  lock: (ctx) => lock(ctx, login),
  async since(ctx) {
    const row = await selectLogin(ctx, login).select('second_factor_confirmed_at').executeTakeFirst()
    return row?.second_factor_confirmed_at ?? null
  },
  begin: (ctx, secret) =>
    change(ctx, login, {
      second_factor_secret: ctx.app.encryption.encrypt(secret, encryptionContext(login)),
      second_factor_confirmed_at: null,
      second_factor_last_step: null,
    }),
  confirm: (ctx) => change(ctx, login, { second_factor_confirmed_at: asDate(ctx.app.clock.wallNow()) }),
  async remove(ctx) {
    await change(ctx, login, NONE)
    await deleteCodes(ctx, login)
  },
  spendStep: (ctx, step) => spendStep(ctx, login, step),
  async replaceRecoveryCodes(ctx, hashes) {
    await deleteCodes(ctx, login)
    await ctx.db
      .insertInto('portal_recovery_codes')
      .values(
        hashes.map((hash) => ({ account_id: login.accountId, portal_user_id: login.id, code_hash: hash })),
      )
      .execute()
  },
  spendRecoveryCode: (ctx, hashes) => spendCode(ctx, login, hashes),
  countRecoveryCodes: (ctx) => countCodes(ctx, login),
})

const NONE = { second_factor_secret: null, second_factor_confirmed_at: null, second_factor_last_step: null }

const encryptionContext = ({ accountId, id }: PortalLogin) => ({
  table: 'portal_users',
  column: 'second_factor_secret',
  accountId,
  rowId: id,
})

const selectLogin = (ctx: BaseCtx, { accountId, id }: PortalLogin) =>
  ctx.db.selectFrom('portal_users').where('account_id', '=', accountId).where('id', '=', id)

async function lock(ctx: BaseCtx, login: PortalLogin) {
  const row = await selectLogin(ctx, login)
    .select(['second_factor_secret', 'second_factor_confirmed_at'])
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row?.second_factor_secret) return null
  return {
    secret: ctx.app.encryption.decrypt(row.second_factor_secret, encryptionContext(login)),
    confirmedAt: row.second_factor_confirmed_at,
  }
}

interface FactorColumns {
  readonly second_factor_secret?: Buffer | null
  readonly second_factor_confirmed_at?: Date | null
  readonly second_factor_last_step?: number | null
}

const changing = (ctx: BaseCtx, { accountId, id }: PortalLogin, to: FactorColumns) =>
  ctx.db.updateTable('portal_users').set(to).where('account_id', '=', accountId).where('id', '=', id)

async function change(ctx: BaseCtx, login: PortalLogin, to: FactorColumns): Promise<void> {
  await changing(ctx, login, to).execute()
}

async function spendStep(ctx: BaseCtx, login: PortalLogin, step: number): Promise<boolean> {
  const row = await changing(ctx, login, { second_factor_last_step: step })
    .where(sql<boolean>`coalesce(second_factor_last_step, -1) < ${step}`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

async function spendCode(
  ctx: BaseCtx,
  { accountId, id }: PortalLogin,
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

async function countCodes(ctx: BaseCtx, { accountId, id }: PortalLogin): Promise<number> {
  const row = await ctx.db
    .selectFrom('portal_recovery_codes')
    .select((eb) => eb.fn.countAll<bigint>().as('left'))
    .where('account_id', '=', accountId)
    .where('portal_user_id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.left)
}

async function deleteCodes(ctx: BaseCtx, { accountId, id }: PortalLogin): Promise<void> {
  await ctx.db
    .deleteFrom('portal_recovery_codes')
    .where('account_id', '=', accountId)
    .where('portal_user_id', '=', id)
    .execute()
}

/** Deletes a factor that was begun and never confirmed. */
export async function deleteUnconfirmedFactor(ctx: BaseCtx, login: PortalLogin): Promise<void> {
  await changing(ctx, login, NONE).where('second_factor_confirmed_at', 'is', null).execute()
}
