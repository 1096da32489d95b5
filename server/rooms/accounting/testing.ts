import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tenant, TestApp } from '../../../testing/test-app.ts'
import { asDate } from '../../platform/clock.ts'
import type { Ctx, UnitOfWork } from '../../platform/context.ts'
import { missingOf } from './actions/by-hand/finish-by-hand.ts'
import { listConflicts } from './actions/conflicts/list-conflicts.ts'
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
import { remoteIdsOf } from './store/links.ts'

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

interface Consented {
  readonly code: string
  readonly realm_id: string
  readonly state: string
}

/** Goes to a platform as the person would, and returns what it sends back. */
export const consentAt = (
  tenant: Tenant,
  provider: string,
  company?: string,
  moves = false,
): Promise<Consented> => agreeAt(tenant.uow(), provider, company, moves)

/** Gives access on a simulated platform's page; where it asks which company, the named or the first one is chosen. */
async function agreeAt(uow: UnitOfWork, provider: string, company = '', moves = false): Promise<Consented> {
  const { url } = await startConnection(uow, provider, moves)
  let answer = await fetch(url!, { redirect: 'manual' })
  const choices =
    answer.status === 200 ? [...(await answer.text()).matchAll(/<a href="([^"]+)">([^<]+)</g)] : []
  const choice = (choices.find(([, , name]) => name === company) ?? choices[0])?.[1]
  if (choice !== undefined)
    answer = await fetch(new URL(choice.replaceAll('&amp;', '&'), url!), { redirect: 'manual' })
  const back = new URL(answer.headers.get('location')!)
  const get = (name: string) => back.searchParams.get(name) ?? ''
  return { code: get('code'), realm_id: get('realmId'), state: get('state') }
}

/**
 * Connects a company to a simulated platform, unless it is or a person ended it. A simulator that was started anew doesn't know the
 * access of before.
 */
export async function connectSimulatedBooks(
  uow: UnitOfWork,
  provider: string,
): Promise<'connected' | 'ended_by_staff'> {
  const former = await uow.transaction(async (ctx) => {
    const row = (await selectConnections(ctx)).find((one) => one.provider === provider)
    return row && { row, connection: toConnection(ctx, row) }
  })
  if (former?.row.ended_by === 'staff') return 'ended_by_staff'
  const isKnown =
    former?.row.status === 'connected' &&
    (await uow.app.accountingPlatforms.get(provider)!.company(former.connection)).ok
  if (!isKnown) await finishConnection(uow, provider, await agreeAt(uow, provider))
  return 'connected'
}

export const consentAtIntuit = (tenant: Tenant) => consentAt(tenant, 'quickbooks')

/** Connects an account to a simulated platform, to the named or the first company there, and reads its books. */
export async function connectTo(tenant: Tenant, provider: string, company?: string): Promise<SyncEnd> {
  await finishConnection(tenant.uow(), provider, await consentAt(tenant, provider, company))
  return syncBooks(tenant.uow())
}

/** Moves an account from the books that it reads to those of a simulated platform, which are not read yet. */
export async function moveTo(tenant: Tenant, provider: string): Promise<void> {
  await finishConnection(tenant.uow(), provider, await consentAt(tenant, provider, undefined, true))
}

/** Reads what changed now. */
export async function syncNow(tenant: Tenant): Promise<SyncEnd> {
  await tenant.run(requestSync)
  return syncBooks(tenant.uow())
}

/** Records that people have to enter at the platform, and to remove there, by its own ids. */
export interface EntryByHand {
  readonly toRemove: readonly string[]
  readonly toEnter: readonly {
    readonly bill: string
    readonly minor: bigint
    readonly on: string
    readonly memo: string | null
  }[]
}

/** Returns the open tasks of payments and credit that people enter at the platform. */
export const entriesByHand = (tenant: Tenant): Promise<EntryByHand[]> =>
  tenant.run(async (ctx) => {
    const row = (await liveConnection(ctx))!
    const posts = await ctx.db
      .selectFrom('accounting_posts')
      .selectAll()
      .where('state', '=', 'by_hand')
      .orderBy('created_at')
      .execute()
    const entries: EntryByHand[] = []
    for (const post of posts) {
      const { toEnter, toRemove } = await missingOf(ctx, post)
      const { memo, on } = post.wanted
      const bills = await remoteIdsOf(
        ctx,
        row.id,
        'invoice',
        toEnter.map(({ invoice }) => invoice),
      )
      const memos = await remoteIdsOf(ctx, row.id, 'credit_memo', memo === null ? [] : [memo])
      entries.push({
        toRemove: toRemove.flatMap(({ remoteId }) => remoteId ?? []),
        toEnter: toEnter.map(({ invoice, amount }) => ({
          bill: bills.get(invoice)!,
          minor: BigInt(amount),
          on,
          memo: memo === null ? null : memos.get(memo)!,
        })),
      })
    }
    return entries
  })

/** Returns the invoices there of payments that were posted as credit, by the beginning of their reference. */
export const postedAsCredit = (tenant: Tenant): Promise<{ reference: string; invoices: string[] }[]> =>
  tenant.run(async (ctx) => {
    const row = (await liveConnection(ctx))!
    const posts = await ctx.db
      .selectFrom('accounting_posts')
      .select(['reference', 'wanted'])
      .where('as_credit', '=', true)
      .execute()
    return Promise.all(
      posts.map(async ({ reference, wanted }) => {
        const ids = wanted.shares.map(({ invoice }) => invoice)
        return { reference, invoices: [...(await remoteIdsOf(ctx, row.id, 'invoice', ids)).values()] }
      }),
    )
  })

/** Returns the references of late fees that were waived here, and left out of what is removed there. */
export const waivedAndLeftOut = (tenant: Tenant): Promise<string[]> =>
  tenant.run(async ({ db }) => {
    const posts = await db
      .selectFrom('accounting_posts')
      .select(['reference', 'wanted'])
      .where('kind', '=', 'late_fee')
      .where('state', '=', 'left_out')
      .execute()
    return posts.flatMap(({ reference, wanted }) => (wanted.total === '0' ? [reference] : []))
  })

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

export {
  listConflicts,
  liveConnection,
  requestSync,
  resolveConflict,
  selectConflicts,
  syncBooks,
  toConnection,
}
