import type pg from 'pg'
import { type MigrateOptions, migrate } from '../platform/db/migrate.ts'
import { JOB_NAMES } from './rooms.ts'

/** Migrates the database to this version and creates the queues of all rooms' jobs. Returns and throws like `migrate`. */
export const migrateDatabase = (
  owner: pg.ClientConfig,
  options?: MigrateOptions,
): Promise<readonly string[]> => migrate(owner, JOB_NAMES, options)
