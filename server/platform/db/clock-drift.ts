import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from './database.ts'

/** Time servers keep machines within milliseconds of one another, and a slow answer takes less than this. */
export const MOST_DRIFT_S = 2

/** SQL for the database's time in epoch ms. */
export const DATABASE_TIME = 'extract(epoch from clock_timestamp())::float8 * 1000'

/** Returns the seconds between `clock` and the database's. `ask` returns the database's time in epoch ms. */
export async function measureDrift(clock: Clock, ask: () => Promise<number>): Promise<number> {
  const askedAt = clock.wallNow()
  const began = performance.now()
  const databaseMs = await ask()
  return Math.abs(databaseMs - askedAt - (performance.now() - began) / 2) / 1000
}

/** Returns the database's time in epoch ms, by the pool of a running process. */
export const askDatabaseTime = async (db: Db): Promise<number> =>
  (await sql<{ now_ms: number }>`select ${sql.raw(DATABASE_TIME)} as now_ms`.execute(db)).rows[0]!.now_ms
