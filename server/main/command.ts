import { readConfig } from '../platform/config.ts'
import type { Actor, App, BaseCtx } from '../platform/context.ts'
import { inTransaction } from '../platform/context.ts'
import { createApp } from '../platform/create-app.ts'
import { accountOfSubDomain } from '../rooms/accounts/index.ts'
import { openDatabase, type RunningDatabase } from './database.ts'
import { chooseMailTransport } from './mail-transport.ts'
import { createProcessors } from './processors.ts'
import { DEMO_SUB_DOMAIN } from './seed/demo-company.ts'

export const COMMAND: Actor = { kind: 'system', job: 'command' }
export const COMMAND_CALLER = { requestId: 'command', ip: null } as const

/**
 * Runs a command on the product's database, beside a product that runs or on its own, and ends the process with what
 * `work` returns as its exit code.
 */
export async function runCommand(
  work: (app: App, database: RunningDatabase) => Promise<number>,
): Promise<void> {
  const config = readConfig(process.env)
  const database = await openDatabase(config, (line) => process.stderr.write(`${line}\n`))
  let code = 1
  try {
    const opened = await createApp({
      config,
      connection: database.connection,
      maintain: false,
      mail: (db) => chooseMailTransport(config, db),
      processors: createProcessors,
    })
    try {
      code = await work(opened.app, database)
    } finally {
      await opened.close()
    }
  } finally {
    await database.stop()
  }
  process.exit(code)
}

/** The demo company's account, or null where there is none. */
export const demoAccount = (app: App): Promise<string | null> =>
  inTransaction(app, COMMAND_CALLER, COMMAND, (ctx: BaseCtx) => accountOfSubDomain(ctx, DEMO_SUB_DOMAIN))
