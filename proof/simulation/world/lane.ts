import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import type { PaymentProvider } from '../../../server/gateways/payments/port.ts'
import { createServer } from '../../../server/main/create-server.ts'
import { createProcessors } from '../../../server/main/processors.ts'
import { readConfig } from '../../../server/platform/config.ts'
import type { App } from '../../../server/platform/context.ts'
import { type AppParts, createApp } from '../../../server/platform/create-app.ts'
import type { Db } from '../../../server/platform/db/database.ts'
import { openPool } from '../../../server/platform/db/pool.ts'
import { watchedLog } from '../../../testing/logs/watched-log.ts'
import { watchConnections } from './database-seam.ts'
import { type HeldJobs, holdJobs } from './held-jobs.ts'
import { type Mischief, noMischief } from './mischief.ts'
import { type HeldBackCalls, watchProcessor } from './processor-seam.ts'

/** How the product is made worse on purpose, from outside, to see that it is noticed. */
export interface DeliberateBug {
  readonly rewrite?: (statement: string) => string
  readonly processor?: (real: PaymentProvider) => PaymentProvider
  /** Schedules that don't run. */
  readonly withoutSchedules?: readonly string[]
}

export interface Database {
  /** Connects as the role that serves. */
  readonly appConfig: pg.ClientConfig
  /** Connects as the owner of the tables, from whom no policy hides anything. */
  readonly ownerConfig: pg.ClientConfig
}

/** One product at work, with clock, ids, processor, jobs and mail in the simulation's hand. One thing at a time. */
export interface Lane {
  readonly app: App
  readonly server: FastifyInstance
  readonly owner: pg.Client
  readonly jobs: HeldJobs
  readonly mischief: Mischief
  /** Lets the processor know what time it is, whatever became of the product's own call. */
  wakeProcessor(accountId: string): Promise<void>
  /** The processor itself, past whatever stands between it and the product. */
  readonly bank: PaymentProvider
  readonly bug: DeliberateBug
  /** A charge that was held back gets to the processor. */
  letArrive(ourId: string): Promise<void>
  /** From now on ids follow from this number, and the clock stands at its beginning. */
  begin(seed: number): void
  advance(ms: number): void
  close(): Promise<void>
}

const BEGINNING = Date.parse('2026-11-20T15:00:00Z')
const SECRET = createHash('sha256').update('a secret of the simulation').digest('hex')
// Nothing here outlives the run, so nobody waits for a disk; plans are made once and kept.
const HASTE = '-c synchronous_commit=off -c plan_cache_mode=force_generic_plan -c jit=off'

/** What a lane holds in its hand, and changes between runs. */
interface Hand {
  now: number
  random: (size: number) => Buffer
  readonly mischief: Mischief
  processors: PaymentProvider[]
  readonly heldBack: HeldBackCalls
}

/** Opens a lane. Several may share a database, each with accounts of its own. */
export async function openLane(database: Database, bug: DeliberateBug = {}): Promise<Lane> {
  const hand: Hand = {
    now: BEGINNING,
    random: seededBytes(0),
    mischief: noMischief(),
    processors: [],
    heldBack: new Map(),
  }
  const jobs = holdJobs({ wallNow: () => hand.now })
  const connection = {
    ...database.appConfig,
    options: `${database.appConfig.options ?? ''} ${HASTE}`.trim(),
  }
  // The processor's books are another house's: its transactions neither die nor are meddled with.
  const bank = openPool(connection, 2, () => {})
  const opened = await createApp(partsOf(hand, connection, bank.db, bug))
  watchConnections(opened.pool, hand.mischief, bug.rewrite ?? ((text) => text), () => jobs.keepAll())
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
    bank: hand.processors[0]!,
    mischief: hand.mischief,
    begin(seed) {
      hand.now = BEGINNING
      hand.random = seededBytes(seed)
      jobs.forgetAll()
      hand.heldBack.clear()
      Object.assign(hand.mischief, noMischief())
    },
    async letArrive(ourId) {
      await hand.heldBack.get(ourId)!()
      hand.heldBack.delete(ourId)
    },
    async wakeProcessor(accountId) {
      const nothing = { ourId: 'nothing', key: 'nothing', askedAt: hand.now }
      for (const processor of hand.processors) await processor.findPayment({ accountId }, nothing)
    },
    advance(ms) {
      hand.now += ms
    },
    async close() {
      await server.close()
      await owner.end()
      await opened.close()
      await bank.close()
    },
  }
}

/** The product's own parts, with those of the simulation where it has to have its way. */
const partsOf = (hand: Hand, connection: pg.ClientConfig, bank: Db, bug: DeliberateBug): AppParts => ({
  config: { ...readConfig({ NODE_ENV: 'test', SECRET }), databasePool: 3, demo: false },
  connection,
  clock: { wallNow: () => hand.now },
  random: (size) => hand.random(size),
  maintain: false,
  log: watchedLog(),
  mail: () => ({
    deliver: async () => ({ ok: true }),
    close: async () => {},
  }),
  processors: (app) => {
    hand.processors = createProcessors({ ...app, db: bank })
    return hand.processors.map((real) =>
      watchProcessor(bug.processor ? bug.processor(real) : real, hand.mischief, hand.heldBack),
    )
  },
})

let runs = 0

/**
 * The same bytes for the same seed, so that ids come in the same order each time; only their last four bytes tell one
 * run from another that shares its database.
 */
function seededBytes(seed: number): (size: number) => Buffer {
  const run = ++runs
  let count = 0
  return (size) => {
    const bytes = Buffer.alloc(size)
    createHash('sha256').update(`${seed} ${count++}`).digest().copy(bytes)
    bytes.writeUInt32BE(run, size - 4)
    return bytes
  }
}
