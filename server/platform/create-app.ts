import type pg from 'pg'
import type { PaymentProvider } from '../gateways/payments/port.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Config } from './config.ts'
import type { App } from './context.ts'
import type { Db } from './db/database.ts'
import { openPool } from './db/pool.ts'
import { createJobQueue } from './jobs/queue.ts'
import { createLog, type Log } from './log.ts'
import type { MailTransport } from './mail/outbox.ts'
import { createSealer } from './seal.ts'
import { createTokenSigner } from './session-tokens.ts'

export interface OpenApp {
  readonly app: App
  readonly pool: pg.Pool
  close(): Promise<void>
}

export interface AppParts {
  readonly config: Config
  readonly connection: pg.ClientConfig
  readonly clock?: Clock
  readonly log?: Log
  /** Does this process look after the queue (expired jobs, schedules)? */
  readonly maintain: boolean
  readonly mail: (db: Db, clock: Clock) => MailTransport
  readonly processors: (app: App) => readonly PaymentProvider[]
}

/** Puts one process's parts together: pool, queue, mail, processors. Nothing is served or worked off yet. */
export async function createApp(parts: AppParts): Promise<OpenApp> {
  const { config } = parts
  const clock = parts.clock ?? systemClock
  const log = parts.log ?? createLog(config.logLevel)
  const opened = openPool(parts.connection, config.databasePool, (error) =>
    log.warn('database connection lost', { error }),
  )
  const jobs = await createJobQueue(opened.pool, log, { maintain: parts.maintain })
  const mail = parts.mail(opened.db, clock)
  const processors = new Map<string, PaymentProvider>()
  const app: App = {
    config,
    db: opened.db,
    clock,
    jobs,
    log,
    mail,
    processors,
    sealer: createSealer(config.secret, config.previousSecret),
    tokens: createTokenSigner(config.secret, config.previousSecret),
  }
  for (const processor of parts.processors(app)) processors.set(processor.id, processor)
  return {
    app,
    pool: opened.pool,
    async close() {
      await jobs.stop()
      await mail.close()
      await opened.close()
    },
  }
}
