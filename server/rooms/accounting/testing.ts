import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tenant, TestApp } from '../../../testing/test-app.ts'
import { asDate } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/context.ts'
import { resolveConflict } from './actions/conflicts/resolve-conflict.ts'
import { finishConnection } from './actions/connect/finish-connection.ts'
import { startConnection } from './actions/connect/start-connection.ts'
import { requestSync } from './actions/sync/request-sync.ts'
import { type SyncEnd, syncBooks } from './actions/sync/sync-books.ts'
import { openConflict, selectConflicts } from './store/conflicts.ts'
import {
  changeConnection,
  liveConnection,
  saveConnection,
  selectConnections,
  toConnection,
} from './store/connections.ts'

/** An account whose invoices are kept in a platform, not connected yet. */
export async function aProviderTenant(test: TestApp): Promise<Tenant> {
  const tenant = await test.tenant()
  await tenant.run(({ db }) => db.updateTable('accounts').set({ account_type: 'provider' }).execute())
  return tenant
}

/** Connects an account to the Sandbox books and reads them. */
export async function connectSandbox(tenant: Tenant): Promise<SyncEnd> {
  await startConnection(tenant.uow(), 'sandbox_books')
  return syncBooks(tenant.uow())
}

/** Goes to a platform as the person would, and returns what it sends back. */
export async function consentAt(
  tenant: Tenant,
  provider: string,
): Promise<{ code: string; realm_id: string; state: string }> {
  const { url } = await startConnection(tenant.uow(), provider)
  const answer = await fetch(url!, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location')!)
  const get = (name: string) => back.searchParams.get(name) ?? ''
  return { code: get('code'), realm_id: get('realmId'), state: get('state') }
}

export const consentAtIntuit = (tenant: Tenant) => consentAt(tenant, 'quickbooks')

/** Connects an account to a simulated platform and reads its books. */
export async function connectTo(tenant: Tenant, provider: string): Promise<SyncEnd> {
  await finishConnection(tenant.uow(), provider, await consentAt(tenant, provider))
  return syncBooks(tenant.uow())
}

/** Reads what changed now. */
export async function syncNow(tenant: Tenant): Promise<SyncEnd> {
  await tenant.run(requestSync)
  return syncBooks(tenant.uow())
}

/** Returns the invoice here of one at the platform. */
export async function localInvoice(
  tenant: Tenant,
  remoteId: string,
): Promise<{ id: string; customer: string }> {
  const row = await tenant.run(({ db }) =>
    db
      .selectFrom('accounting_links')
      .innerJoin('invoices', 'invoices.id', 'accounting_links.local_id')
      .select(['invoices.id', 'invoices.customer_id'])
      .where('kind', '=', 'invoice')
      .where('remote_id', '=', remoteId)
      .executeTakeFirstOrThrow(),
  )
  return { id: row.id, customer: row.customer_id }
}

/** Connects an account to the simulated QuickBooks Online and reads its books. */
export async function connectQuickBooks(tenant: Tenant): Promise<SyncEnd> {
  await finishConnection(tenant.uow(), 'quickbooks', await consentAtIntuit(tenant))
  return syncBooks(tenant.uow())
}

/** A connection to the Sandbox books that has ended. Returns its id. */
export async function anEndedSandbox(ctx: Ctx): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`sandbox books ${ctx.accountId}`}, 0))`.execute(
    ctx.db,
  )
  const former = (await selectConnections(ctx))[0]
  const credentials = { accessToken: '', remoteId: ctx.accountId }
  const row = await saveConnection(
    ctx,
    { provider: 'sandbox_books', name: 'Books', credentials, by: null },
    former,
  )
  const ended = { status: 'disconnected', ended_at: asDate(ctx.now), ended_by: 'staff' } as const
  await changeConnection(ctx, row.id, { ...ended, sync_status: 'none' })
  return row.id
}

/** An open difference that a person can close. Returns its id. */
export async function aConflict(ctx: Ctx): Promise<string> {
  const cause = `not_read:invoice:${randomUUID()}`
  await openConflict(ctx, {
    connectionId: await anEndedSandbox(ctx),
    cause,
    kind: 'not_read',
    subject: { type: 'invoice', id: null },
    title: 'Invoice 7 was not read',
    ours: [],
    theirs: [],
  })
  const { rows } = await selectConflicts(ctx, 'open', { limit: 100, offset: 0 })
  return rows.find((row) => row.cause === cause)!.id
}

export { liveConnection, requestSync, resolveConflict, selectConflicts, syncBooks, toConnection }
