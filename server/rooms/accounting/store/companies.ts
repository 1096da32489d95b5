import { sql } from 'kysely'
import type { BaseCtx, Ctx } from '../../../platform/context.ts'
import { present } from '../../../platform/context.ts'
import { sha256 } from '../../../platform/ids.ts'
import type { ConnectionRow } from '../tables.ts'

/** A company, or the name of one of its webhooks. */
type Company = Pick<ConnectionRow, 'provider' | 'remote_id'>

const hashOf = ({ provider, remote_id }: Company): Buffer => sha256(`${provider}|${remote_id}`)

/** Writes that this account reads the company's books. */
export async function addCompany(ctx: Ctx, company: Company): Promise<void> {
  await ctx.db
    .insertInto('accounting_companies')
    .values({ company_hash: hashOf(company), account_id: ctx.accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns another account that reads the company's books. It waits for one that begins to read them at the same moment. */
export async function otherReaderOf(ctx: Ctx, company: Company): Promise<string | null> {
  const hash = hashOf(company).toString('hex')
  await sql`select pg_advisory_xact_lock(hashtextextended(${`accounting company ${hash}`}, 0))`.execute(
    ctx.db,
  )
  return (await accountsOfCompany(ctx, company)).find((id) => id !== ctx.accountId) ?? null
}

/** Removes the account's company and its webhooks: an account reads one at a time. */
export async function removeCompany(ctx: Ctx): Promise<void> {
  await ctx.db.deleteFrom('accounting_companies').where('account_id', '=', ctx.accountId).execute()
}

/** Returns the accounts that read a company's books. Needs no tenant. */
export async function accountsOfCompany(ctx: BaseCtx, company: Company): Promise<string[]> {
  const hash = hashOf(company)
  await present(ctx, 'app.presented_token', hash.toString('hex'))
  const rows = await ctx.db
    .selectFrom('accounting_companies')
    .select('account_id')
    .where('company_hash', '=', hash)
    .orderBy('account_id')
    .execute()
  await present(ctx, 'app.presented_token', '')
  return rows.map((row) => row.account_id)
}
