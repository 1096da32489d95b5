import type { Config } from '../platform/config.ts'
import type { App } from '../platform/context.ts'
import { createApp, type OpenApp } from '../platform/create-app.ts'
import { createServer } from './create-server.ts'
import { openDatabase, type RunningDatabase } from './database.ts'
import { chooseMailTransport } from './mail-transport.ts'
import { createProcessors } from './processors.ts'
import { JOBS } from './rooms.ts'
import { runSchedules } from './schedules.ts'

/** What one process does: answers requests, works off jobs, or both. */
export interface Duties {
  readonly serve: boolean
  readonly work: boolean
}

export interface RunningProcess {
  readonly app: App
  /** The address people open, or null when nothing is served. */
  readonly origin: string | null
  stop(): Promise<void>
}

const DRAIN_LIMIT_MS = 20_000

/** Starts database, server and workers, as far as this process has the duty. `prepare` runs before anything is served. */
export async function startProcess(
  config: Config,
  duties: Duties,
  log: (line: string) => void,
  prepare: (app: App) => Promise<void> = async () => {},
): Promise<RunningProcess> {
  const database = await openDatabase(config, log)
  const opened = await createApp({
    config,
    connection: database.connection,
    maintain: duties.work,
    mail: (db, clock) => chooseMailTransport(config, db, clock),
    processors: createProcessors,
  })
  const { app } = opened
  await prepare(app)
  const server = duties.serve ? await createServer(app, { pages: true }) : null
  if (duties.work) {
    await app.jobs.work(app, JOBS)
    await app.jobs.everyMinute(() => runSchedules(app))
  }
  if (server) await server.listen({ port: config.port, host: config.host })
  return { app, origin: server ? config.appOrigin : null, stop: () => stopInOrder(server, opened, database) }
}

/** Requests under way are finished, then jobs, then the pool is closed, then the database stops. */
async function stopInOrder(
  server: { close(): Promise<unknown> } | null,
  opened: OpenApp,
  database: RunningDatabase,
): Promise<void> {
  if (server)
    await Promise.race([
      server.close(),
      new Promise((resolve) => setTimeout(resolve, DRAIN_LIMIT_MS).unref()),
    ])
  await opened.close()
  await database.stop()
}

/** Runs until it is told to stop, or until whoever started it is gone. */
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
