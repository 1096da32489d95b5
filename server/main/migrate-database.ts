import type pg from 'pg'
import { type MigrateOptions, migrate } from '../platform/db/migrate.ts'
import { JOB_NAMES } from './rooms.ts'

/** Migrates the database to this version and creates the queues of all rooms' jobs. Throws like `migrate`. */
export const migrateDatabase = (owner: pg.ClientConfig, options?: MigrateOptions): Promise<void> =>
  migrate(owner, JOB_NAMES, options)
