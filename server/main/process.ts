import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics } from 'prom-client'
import { createSettableClock, type SettableClock } from '../platform/clock.ts'
import { type Config, listMissingSettings, proxyWarning } from '../platform/config.ts'
import type { App } from '../platform/context.ts'
import { createApp, type OpenApp } from '../platform/create-app.ts'
import { isOutboundPaused } from '../platform/outbound.ts'
import { otherHolders } from '../platform/postgres/holders.ts'
import { createAccountingPlatforms } from './accounting-platforms.ts'
import { createServer } from './create-server.ts'
import { openDatabase, type RunningDatabase, replicaConnection } from './database.ts'
import { followDatabaseClock } from './doctor/follow-database-clock.ts'
import { createIdentityProviders } from './identity-providers.ts'
import { type Listening, startListening } from './listening.ts'
import { chooseMailTransport } from './mail/mail-transport.ts'
import { startReportReceiver } from './mail/report-receiver.ts'
import { listenForScrapes } from './pages/metrics-page.ts'
import { createBilling, createProcessors } from './processors.ts'
import { AUDIT_TEXTS, EVENT_TYPES_BY_ACTION, INVOICE_REMINDERS, INVOICE_REOPENING } from './rooms.ts'
import { schedulesAfter } from './schedules.ts'
import { startWorker } from './start-worker.ts'
import { collectOften, releaseYoungGeneration } from './v8-flags.ts'

/** Tasks of one process: answers requests, processes jobs, or both. */
export interface Duties {
  readonly serve: boolean
  readonly work: boolean
}

export interface RunningProcess {
  readonly app: App
  /** Public address, or null when nothing is served. */
  readonly origin: string | null
  stop(): Promise<void>
}

const HELD =
  'This is a restored copy: it neither sends nor charges until it is released by npm run restore -- --go-live'
const DRAIN_LIMIT_MS = 20_000
/** Longer than deploy/nginx.conf keeps an idle connection to the server. */
const PROXY_IDLE_MS = 9_000
const CLOSE_IDLE_MS = 100
const PORT_PATIENCE_MS = 5_000
const PORT_PAUSE_MS = 250

/** Work before anything is served. `owner` connects as the owner of the tables, where its address is known. */
export type Preparation = (app: App, owner: RunningDatabase['owner']) => Promise<void>

/**
 * Starts database, server and workers according to the process's duties. `prepare` runs before anything is
 * served. When a later part fails, the parts already started are stopped.
 */
export async function startProcess(
  config: Config,
  duties: Duties,
  log: (line: string) => void,
  prepare: Preparation = async () => {},
): Promise<RunningProcess> {
  const database = await openDatabase(config, log)
  const clock = createSettableClock()
  let opened: OpenApp | null = null
  try {
    opened = await createApp({
      config,
      clock,
      connection: database.connection,
      replicaConnection: duties.serve ? replicaConnection(config) : null,
      maintain: duties.work,
      mail: (db) => chooseMailTransport(config, db),
      processors: createProcessors,
      billing: createBilling,
      accountingPlatforms: createAccountingPlatforms,
      auditTexts: AUDIT_TEXTS,
      eventTypes: EVENT_TYPES_BY_ACTION,
      schedulesAfter,
      invoiceReminders: INVOICE_REMINDERS,
      invoiceReopening: INVOICE_REOPENING,
      identityProviders: createIdentityProviders,
    })
    const running = await startWork(config, duties, { opened, clock, database }, log, prepare)
    releaseYoungGeneration()
    collectOften()
    return running
  } catch (error) {
    await opened?.close()
    await database.stop()
    throw error
  }
}

interface Opened {
  readonly opened: OpenApp
  readonly clock: SettableClock
  readonly database: RunningDatabase
}

async function startWork(
  config: Config,
  duties: Duties,
  { opened, clock, database }: Opened,
  log: (line: string) => void,
  prepare: Preparation,
): Promise<RunningProcess> {
  const { app } = opened
  const endClock = await followDatabaseClock(app, { followed: clock })
  for (const lack of listMissingSettings(config)) log(`Warning: ${lack}`)
  const aboutProxy = duties.serve ? proxyWarning(config) : null
  if (aboutProxy !== null) log(`Warning: ${aboutProxy}`)
  if (await isOutboundPaused(app.db)) log(HELD)
  await prepare(app, database.owner)
  collectDefaultMetrics({
    register: app.metrics.registry,
    prefix: 'quittance_',
    eventLoopMonitoringPrecision: 100,
  })
  const server = duties.serve ? await createServer(app, { pages: true }) : null
  const listening = server ? await listen(server, config, log) : null
  const endWork = duties.work ? await startWorker(app) : async () => {}
  const receiver =
    duties.work && config.bouncePort !== undefined
      ? await startReportReceiver(app, config.bouncePort, config.bounceHost)
      : null
  const endScrapes =
    config.metricsPort === undefined ? async () => {} : await listenForScrapes(app, config.metricsPort)
  return {
    app,
    origin: server ? config.appOrigin : null,
    async stop() {
      await Promise.all([
        server && listening ? drain(server, listening, config) : null,
        receiver?.stop(),
        app.jobs.rest(),
        endWork(),
      ])
      await Promise.all([endScrapes(), endClock()])
      await opened.close()
      await database.stop()
    },
  }
}

/**
 * Waits for the port, because a previous process may still be finishing: a Quittance on the same data gets
 * its drain time, anything else a few seconds.
 */
async function listen(
  server: FastifyInstance,
  config: Config,
  log: (line: string) => void,
): Promise<Listening> {
  const began = performance.now()
  let formerSeenAt = began
  for (let reported = false; ; ) {
    try {
      return await startListening(server, { port: config.port, host: config.host })
    } catch (error) {
      if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
    }
    const former = config.databaseUrl ? [] : await otherHolders(join(config.dataDir, 'postgres'))
    const now = performance.now()
    // A previous process that has just ended may have freed the port since the attempt.
    if (former.length > 0) formerSeenAt = now
    if (now - formerSeenAt > PORT_PATIENCE_MS || now - began > DRAIN_LIMIT_MS + PORT_PATIENCE_MS)
      throw new Error(`Port ${config.port} is in use. Stop what uses it, or choose another one with PORT.`)
    if (!reported) log(waitingFor(config.port, former))
    reported = true
    await sleep(PORT_PAUSE_MS)
  }
}

const waitingFor = (port: number, former: readonly number[]): string =>
  former.length > 0
    ? `Another Quittance (process ${former.join(', ')}) still uses port ${port}; waiting for it to end…`
    : `Port ${port} is in use; waiting a moment for it…`

/**
 * Answers the received requests, then closes the connections. A proxy's idle connections are left to it for a while: it
 * closes them itself, and until then still sends requests on them.
 */
async function drain(server: FastifyInstance, listening: Listening, config: Config): Promise<void> {
  const ended = listening.stop()
  if (config.trustProxyHops > 0) await Promise.race([ended, sleep(PROXY_IDLE_MS, undefined, { ref: false })])
  const closing = setInterval(() => server.server.closeIdleConnections(), CLOSE_IDLE_MS)
  await Promise.race([ended, sleep(DRAIN_LIMIT_MS, undefined, { ref: false })])
  clearInterval(closing)
  await server.close()
}

/** Runs until a signal arrives or the parent process has ended. */
export function stopOnSignals(running: RunningProcess): void {
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    running.stop().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`${(error as Error).message}\n`)
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  process.on('disconnect', stop)
}

/** Ends the process with one sentence when it can't start. */
export function failStart(error: unknown): never {
  process.stderr.write(`Quittance can't start. ${error instanceof Error ? error.message : String(error)}\n`)
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack}\n`)
  process.exit(1)
}
