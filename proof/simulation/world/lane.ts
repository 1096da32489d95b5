import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import type { PaymentProcessor } from '../../../server/gateways/payments/port.ts'
import { createServer } from '../../../server/main/create-server.ts'
import { createProcessors } from '../../../server/main/processors.ts'
import { INVOICE_REOPENING } from '../../../server/main/rooms.ts'
import { readConfig } from '../../../server/platform/config.ts'
import type { App } from '../../../server/platform/context.ts'
import { type AppParts, createApp } from '../../../server/platform/create-app.ts'
import type { Db } from '../../../server/platform/db/database.ts'
import { openPool } from '../../../server/platform/db/pool.ts'
import { watchedLog } from '../../../testing/logs/watched-log.ts'
import { PATIENT } from '../../../testing/test-app.ts'
import { type InjectedFaults, noInjectedFaults } from './injected-faults.ts'
import { createManualJobQueue, type ManualJobQueue } from './manual-job-queue.ts'
import { watchConnections } from './watch-connections.ts'
import { type DelayedCharges, watchProcessor } from './watch-processor.ts'

/** A bug injected into the product from outside, to prove that the simulation detects it. */
export interface DeliberateBug {
  readonly rewrite?: (statement: string) => string
  readonly processor?: (real: PaymentProcessor) => PaymentProcessor
  /** Names of schedules that do not run. */
  readonly withoutSchedules?: readonly string[]
}

export interface Database {
  /** Connects as the server's role. */
  readonly appConfig: pg.ClientConfig
  /** Connects as the owner of the tables, whom row-level security does not restrict. */
  readonly ownerConfig: pg.ClientConfig
}

/**
 * One instance of the product whose clock, ids, processor, jobs and mail the simulation controls. Does one
 * run at a time.
 */
export interface Lane {
  readonly app: App
  readonly server: FastifyInstance
  readonly owner: pg.Client
  readonly jobs: ManualJobQueue
  readonly faults: InjectedFaults
  /** Makes the processors process what has become due, even when the product's own call was lost. */
  wakeProcessor(accountId: string): Promise<void>
  /** The first processor without injected faults. */
  readonly processor: PaymentProcessor
  readonly bug: DeliberateBug
  /** Sends a delayed charge to the processor. */
  deliverDelayedCharge(ourId: string): Promise<void>
  /** Resets the clock, jobs and faults, and derives ids from this seed. */
  reset(seed: number): void
  advance(ms: number): void
  close(): Promise<void>
}

const START_TIME_MS = Date.parse('2026-11-20T15:00:00Z')
const SECRET = createHash('sha256').update('a secret of the simulation').digest('hex')
// The data is discarded after the run, so commits need not reach the disk; generic plans are made once.
const FAST_OPTIONS = '-c synchronous_commit=off -c plan_cache_mode=force_generic_plan -c jit=off'

/** The mutable state of a lane. */
interface LaneState {
  now: number
  random: (size: number) => Buffer
  readonly faults: InjectedFaults
  processors: PaymentProcessor[]
  readonly delayedCharges: DelayedCharges
}

/** Opens a lane. Several may share a database, each with accounts of its own. */
export async function openLane(database: Database, bug: DeliberateBug = {}): Promise<Lane> {
  const state: LaneState = {
    now: START_TIME_MS,
    random: createSeededRandom(0),
    faults: noInjectedFaults(),
    processors: [],
    delayedCharges: new Map(),
  }
  const jobs = createManualJobQueue({ wallNow: () => state.now })
  const connection = {
    ...database.appConfig,
    options: `${database.appConfig.options ?? ''} ${FAST_OPTIONS}`.trim(),
  }
  // The processor is another company: its transactions do not crash and its statements are not rewritten.
  const processorPool = openPool(connection, { size: 2 }, () => {})
  const opened = await createApp(buildParts(state, connection, processorPool.db, bug))
  watchConnections(opened.pool, state.faults, bug.rewrite ?? ((text) => text), () => jobs.commitAll())
  const app = { ...opened.app, jobs: jobs.queue }
  const server = await createServer(app, { pages: false })
  await server.ready()
  const owner = new pg.Client(database.ownerConfig)
  await owner.connect()
  return {
    app,
    server,
    owner,
    jobs,
    bug,
    processor: state.processors[0]!,
    faults: state.faults,
    reset(seed) {
      state.now = START_TIME_MS
      state.random = createSeededRandom(seed)
      jobs.clear()
      state.delayedCharges.clear()
      Object.assign(state.faults, noInjectedFaults())
    },
    async deliverDelayedCharge(ourId) {
      await state.delayedCharges.get(ourId)!()
      state.delayedCharges.delete(ourId)
    },
    async wakeProcessor(accountId) {
      const nothing = { ourId: 'nothing', key: 'nothing', askedAt: state.now }
      for (const processor of state.processors) await processor.findPayment({ accountId }, nothing)
    },
    advance(ms) {
      state.now += ms
    },
    async close() {
      await server.close()
      await owner.end()
      await opened.close()
      await processorPool.close()
    },
  }
}

/** The app's parts, with those replaced that the simulation controls. */
const buildParts = (
  state: LaneState,
  connection: pg.ClientConfig,
  processorDb: Db,
  bug: DeliberateBug,
): AppParts => ({
  config: { ...readConfig({ NODE_ENV: 'test', SECRET, ...PATIENT }), databasePool: 3, demo: false },
  connection,
  clock: { wallNow: () => state.now },
  random: (size) => state.random(size),
  maintain: false,
  log: watchedLog(),
  invoiceReopening: INVOICE_REOPENING,
  mail: () => ({
    deliver: async () => ({ ok: true }),
    close: async () => {},
  }),
  processors: (app) => {
    state.processors = createProcessors({ ...app, db: processorDb })
    return state.processors.map((real) =>
      watchProcessor(bug.processor ? bug.processor(real) : real, state.faults, state.delayedCharges),
    )
  },
})

let runs = 0

/**
 * Returns the same bytes for the same seed, so that ids sort in the same order in each run. Only the last
 * four bytes differ between runs in one database.
 */
function createSeededRandom(seed: number): (size: number) => Buffer {
  const run = ++runs
  let count = 0
  return (size) => {
    const bytes = Buffer.alloc(size)
    createHash('sha256').update(`${seed} ${count++}`).digest().copy(bytes)
    bytes.writeUInt32BE(run, size - 4)
    return bytes
  }
}
