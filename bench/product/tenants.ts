import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { openHistoryAccounts } from '../../seed/history/open-accounts.ts'
import { seedAccount } from '../../seed/history/seed-account.ts'
import { vacuumTables } from '../../seed/history/vacuum-tables.ts'
import type { App } from '../../server/platform/context.ts'
import { printLine } from '../measuring.ts'

const TENANTS = 50
const MAX_INVOICES = 200_000

export interface TenantAccount {
  readonly accountId: string
  readonly subDomain: string
  /** Email of the owner, who logs in with the demo's password. */
  readonly email: string
  readonly invoices: number
}

/** Creates `count` companies, each with its own history and an equal share of the invoices. */
export async function openTenants(
  app: App,
  owner: pg.ClientConfig,
  { count, invoices }: { count: number; invoices: number },
): Promise<TenantAccount[]> {
  const accounts = await openHistoryAccounts(app, count)
  const each = Math.floor(invoices / count)
  for (const [at, accountId] of accounts.entries()) {
    const order = { accountId, invoices: each, customers: undefined, days: undefined, seed: at + 1 }
    await seedAccount(app, owner, order, () => {})
  }
  return accounts.map((accountId) => {
    const mark = accountId.slice(-12)
    return { accountId, subDomain: `history-${mark}`, email: `owner-${mark}@history.test`, invoices: each }
  })
}

/** Seeds the companies of the mixed load, or reuses those seeded in this folder before. */
export async function seedTenants(
  app: App,
  owner: pg.ClientConfig,
  folder: string,
  size: number,
): Promise<readonly TenantAccount[]> {
  const invoices = Math.min(size, MAX_INVOICES)
  const file = join(folder, `tenants-${invoices}.json`)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const started = performance.now()
  const tenants = await openTenants(app, owner, { count: TENANTS, invoices })
  await vacuumTables(owner)
  printLine(
    `seeded ${TENANTS} companies with ${invoices} invoices in ${((performance.now() - started) / 1000).toFixed(1)} s`,
  )
  writeFileSync(file, JSON.stringify(tenants))
  return tenants
}
