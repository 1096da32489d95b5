import { sql, type Updateable } from 'kysely'
import { asDate } from '../../../platform/clock.ts'
import { type Ctx, nextId } from '../../../platform/context.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { EndpointRow } from '../tables.ts'

const endpoints = (ctx: Ctx) =>
  ctx.db.selectFrom('webhook_endpoints').selectAll().where('account_id', '=', ctx.accountId)

export const selectEndpoints = (ctx: Ctx): Promise<EndpointRow[]> =>
  endpoints(ctx).orderBy('created_at').orderBy('id').execute()

export const findEndpoint = (ctx: Ctx, id: string): Promise<EndpointRow | undefined> =>
  endpoints(ctx).where('id', '=', id).executeTakeFirst()

/** Locks an endpoint until the transaction ends. */
export const lockEndpoint = (ctx: Ctx, id: string): Promise<EndpointRow | undefined> =>
  endpoints(ctx).where('id', '=', id).forUpdate().executeTakeFirst()

/** Locks the endpoints that receive events. */
export const lockEnabled = (ctx: Ctx): Promise<EndpointRow[]> =>
  endpoints(ctx).where('state', '=', 'enabled').orderBy('id').forUpdate().execute()

/** Lets endpoints be added one at a time. */
export async function lockForNew(ctx: Ctx): Promise<void> {
  await sql`select from companies where account_id = ${ctx.accountId} for no key update`.execute(ctx.db)
}

/** Returns the lowest position of the endpoints that receive events; null when there are none. */
export async function lowestPosition(ctx: Ctx): Promise<number | null> {
  const row = await ctx.db
    .selectFrom('webhook_endpoints')
    .select((eb) => eb.fn.min('position').as('position'))
    .where('account_id', '=', ctx.accountId)
    .where('state', '=', 'enabled')
    .executeTakeFirst()
  return row?.position == null ? null : Number(row.position)
}

/** Inserts an endpoint with a secret of its own, which is encrypted under the new row's id. */
export const insertEndpoint = (
  ctx: Ctx,
  endpoint: Pick<EndpointRow, 'url' | 'description' | 'event_types' | 'created_by'> & {
    readonly secret: string
    readonly position: number
  },
): Promise<EndpointRow> => {
  const id = nextId(ctx)
  return ctx.db
    .insertInto('webhook_endpoints')
    .values({
      ...{ account_id: ctx.accountId, id, url: endpoint.url, description: endpoint.description },
      event_types: [...endpoint.event_types],
      state: 'enabled',
      secret: encryptSecret(ctx, id, endpoint.secret),
      ...{ previous_secret: null, previous_until: null, failing_since: null, disabled_at: null },
      position: BigInt(endpoint.position),
      created_at: asDate(ctx.now),
      created_by: endpoint.created_by,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const encryptSecret = ({ app, accountId }: Ctx, rowId: string, secret: string): Buffer =>
  app.encryption.encrypt(secret, { table: 'webhook_endpoints', column: 'secret', accountId, rowId })

export const decryptSecret = ({ app, accountId }: Ctx, rowId: string, secret: Buffer): string =>
  app.encryption.decrypt(secret, { table: 'webhook_endpoints', column: 'secret', accountId, rowId })

export const changeEndpoint = (
  ctx: Ctx,
  id: string,
  change: Updateable<Database['webhook_endpoints']>,
): Promise<EndpointRow> =>
  ctx.db
    .updateTable('webhook_endpoints')
    .set(change)
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function deleteEndpoint(ctx: Ctx, id: string): Promise<void> {
  await ctx.db
    .deleteFrom('webhook_endpoints')
    .where('account_id', '=', ctx.accountId)
    .where('id', '=', id)
    .execute()
}
