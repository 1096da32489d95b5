import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { PostRow } from '../tables.ts'

/** The customer of a post, and the invoices that it settles or is charged on. */
export interface PostNames {
  readonly customer: string | null
  /** Numbers of invoices, in order. */
  readonly invoices: readonly string[]
}

/** Returns the names by which a person finds a post. A late fee names its invoice only. */
export async function namesOfPost(ctx: Ctx, { wanted }: PostRow): Promise<PostNames> {
  const ids = [...wanted.shares.map(({ invoice }) => invoice), ...(wanted.invoice ? [wanted.invoice] : [])]
  const { rows } = await sql<{ customer: string | null; invoices: string[] | null }>`
    select
      (select short_name from customers where account_id = ${ctx.accountId} and id = ${wanted.customer || null}) as customer,
      (select array_agg(number order by number) from invoices
        where account_id = ${ctx.accountId} and id = any(${ids}::uuid[])) as invoices`.execute(ctx.db)
  return { customer: rows[0]?.customer ?? null, invoices: rows[0]?.invoices ?? [] }
}
