import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from './database.ts'

/** Time servers keep machines within milliseconds of one another, and a slow answer takes less than this. */
export const MOST_DRIFT_S = 2

/** SQL for the database's time in epoch ms. */
export const DATABASE_TIME = 'extract(epoch from clock_timestamp())::float8 * 1000'

/** A time of the database when its answer arrived. */
export interface DatabaseNow {
  /** Epoch milliseconds. */
  readonly nowMs: number
  /** Largest error of `nowMs`, from the time that the answer took. */
  readonly errorMs: number
}

/** Estimates the database's time. `ask` returns its epoch milliseconds. */
export async function estimateDatabaseNow(ask: () => Promise<number>): Promise<DatabaseNow> {
  const began = performance.now()
  const databaseMs = await ask()
  const errorMs = (performance.now() - began) / 2
  return { nowMs: databaseMs + errorMs, errorMs }
}

/** Returns the seconds between `clock` and the database's. `ask` returns the database's time in epoch ms. */
export async function measureDrift(clock: Clock, ask: () => Promise<number>): Promise<number> {
  const { nowMs } = await estimateDatabaseNow(ask)
  return Math.abs(nowMs - clock.wallNow()) / 1000
}

/** Returns the database's time in epoch ms, by the pool of a running process. */
export const askDatabaseTime = async (db: Db): Promise<number> =>
  (await sql<{ now_ms: number }>`select ${sql.raw(DATABASE_TIME)} as now_ms`.execute(db)).rows[0]!.now_ms
