import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { openHistoryAccounts } from '../../seed/history/open-accounts.ts'
import { seedAccount } from '../../seed/history/seed-account.ts'
import { vacuumTables } from '../../seed/history/vacuum-tables.ts'
import type { App } from '../../server/platform/context.ts'
import { say } from '../measuring.ts'

const TENANTS = 50
const MOST_INVOICES = 200_000

export interface TenantAccount {
  readonly accountId: string
  readonly subDomain: string
  /** The owner's, who signs in with the demo's password. */
  readonly email: string
  readonly invoices: number
}

/** Opens so many companies that share the invoices evenly, each with a history of its own. */
export async function openTenants(
  app: App,
  owner: pg.ClientConfig,
  { count, invoices }: { count: number; invoices: number },
): Promise<TenantAccount[]> {
  const accounts = await openHistoryAccounts(app, count)
  const each = Math.floor(invoices / count)
  for (const [at, accountId] of accounts.entries()) {
    const wish = { accountId, invoices: each, customers: undefined, days: undefined, seed: at + 1 }
    await seedAccount(app, owner, wish, () => {})
  }
  return accounts.map((accountId) => {
    const mark = accountId.slice(-12)
    return { accountId, subDomain: `history-${mark}`, email: `owner-${mark}@history.test`, invoices: each }
  })
}

/** The companies of the mixed load. Those that were seeded in this folder before are used again. */
export async function seedTenants(
  app: App,
  owner: pg.ClientConfig,
  folder: string,
  size: number,
): Promise<readonly TenantAccount[]> {
  const invoices = Math.min(size, MOST_INVOICES)
  const file = join(folder, `tenants-${invoices}.json`)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const started = performance.now()
  const tenants = await openTenants(app, owner, { count: TENANTS, invoices })
  await vacuumTables(owner)
  say(
    `seeded ${TENANTS} companies with ${invoices} invoices in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
  writeFileSync(file, JSON.stringify(tenants))
  return tenants
}
