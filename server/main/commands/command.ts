import { sql } from 'kysely'
import { DEMO_SUB_DOMAIN } from '../../../domain/accounts/demo.ts'
import type { Config } from '../../platform/config.ts'
import type { Actor, App } from '../../platform/context.ts'
import { inAccount, inTransaction } from '../../platform/context.ts'
import { createApp } from '../../platform/create-app.ts'
import { isId } from '../../platform/ids.ts'
import { accountOfSubDomain, listAccountIds } from '../../rooms/accounts/index.ts'
import { createAccountingPlatforms } from '../accounting-platforms.ts'
import type { RunningDatabase } from '../database.ts'
import { chooseMailTransport } from '../mail/mail-transport.ts'
import { createBilling, createProcessors } from '../processors.ts'
import { schedulesAfter } from '../schedules.ts'

export const COMMAND: Actor = { kind: 'system', job: 'command' }
export const COMMAND_CALLER = { requestId: 'command', ip: null } as const

/**
 * Runs a command on an open database, beside a running product or alone, closes the database, and ends the
 * process with the exit code that `work` returns.
 */
export async function runCommand(
  config: Config,
  database: RunningDatabase,
  work: (app: App) => Promise<number>,
): Promise<void> {
  process.exit(await withApp(config, database, work))
}

/** Runs `work` on an open database and closes it, also when `work` throws. */
export async function withApp<T>(
  config: Config,
  database: RunningDatabase,
  work: (app: App) => Promise<T>,
): Promise<T> {
  try {
    const opened = await createApp({
      schedulesAfter,
      config,
      connection: database.connection,
      maintain: false,
      mail: (db) => chooseMailTransport(config, db),
      processors: createProcessors,
      billing: createBilling,
      accountingPlatforms: createAccountingPlatforms,
    })
    try {
      return await work(opened.app)
    } finally {
      await opened.close()
    }
  } finally {
    await database.stop()
  }
}

const LISTED = 20

/**
 * Returns the id of an account given by its pk or its portal's subdomain. Without an argument it is the demo
 * company's account or the only one. Throws a sentence when there is none, and lists some when there are
 * several.
 */
export async function resolveAccount(app: App, wanted: string | undefined): Promise<string> {
  if (wanted !== undefined) {
    const pk = wanted.toLowerCase()
    if (isId(pk) && (await describeAccount(app, pk)) !== null) return pk
    const named = await findBySubDomain(app, pk)
    if (named !== null) return named
    throw new Error(`There is no account ${wanted}. ${await listed(app, await allAccounts(app))}`)
  }
  const demo = await findBySubDomain(app, DEMO_SUB_DOMAIN)
  if (demo !== null) return demo
  const all = await allAccounts(app)
  if (all.length === 1) return all[0]!
  throw new Error(
    all.length === 0
      ? 'There is no account here.'
      : `Name an account with --account, by its pk or its subdomain. ${await listed(app, all)}`,
  )
}

const allAccounts = (app: App): Promise<string[]> =>
  inTransaction(app, COMMAND_CALLER, COMMAND, listAccountIds)

const findBySubDomain = (app: App, name: string): Promise<string | null> =>
  inTransaction(app, COMMAND_CALLER, COMMAND, (ctx) => accountOfSubDomain(ctx, name))

async function listed(app: App, ids: readonly string[]): Promise<string> {
  if (ids.length === 0) return 'There is none here at all.'
  const lines: string[] = []
  for (const id of ids.slice(0, LISTED)) lines.push(`  ${(await describeAccount(app, id)) ?? id}`)
  const more = ids.length > LISTED ? [`  and ${ids.length - LISTED} more`] : []
  return ['There are:', ...lines, ...more].join('\n')
}

/** Returns 'pk  name  subdomain', or null for an unknown account. */
const describeAccount = (app: App, id: string): Promise<string | null> =>
  inAccount(app, COMMAND_CALLER, COMMAND, id, async (ctx) => {
    const { rows } = await sql<{ name: string; sub_domain: string }>`
      select c.name, p.sub_domain from accounts a join companies c on c.account_id = a.account_id
        join portal_preferences p on p.account_id = a.account_id where a.account_id = ${id}`.execute(ctx.db)
    return rows[0] ? `${id}  ${rows[0].name}  ${rows[0].sub_domain}` : null
  })
