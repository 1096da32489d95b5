import { resolve } from 'node:path'
import type { Config } from '../../platform/config.ts'

const PLAIN = /^[\w./~:@%+-]+$/

/** Quotes text for a shell. */
const quoted = (text: string): string => (PLAIN.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/**
 * Returns the lines shown after a restore: the copy's location, the command that starts it and the one that
 * releases it. `live` is true when the restore released it.
 */
export function whereRestored(
  config: Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir'>,
  live: boolean,
): string[] {
  const { databaseOwnerUrl, databaseUrl, dataDir } = config
  const setting = databaseOwnerUrl ? 'DATABASE_OWNER_URL' : databaseUrl ? 'DATABASE_URL' : null
  const place = setting === null ? `in ${dataDir}` : `in the database of ${setting}`
  const own = setting === null && dataDir !== resolve('.data')
  const command = (words: string): string => `${own ? `DATA_DIR=${quoted(dataDir)} ` : ''}npm ${words}`
  return [
    `The restored copy is ${place}. Start it with the same settings: ${command('start')}`,
    live
      ? 'It sends email and charges payments as soon as it starts.'
      : `It sends no email and charges nothing until you run: ${command('run restore -- --go-live')}`,
  ]
}
