import pg from 'pg'
import { reasonOf } from '../reason-of.ts'
import { isDistributed } from './distributed/is-distributed.ts'
import { isPooled } from './pooler.ts'
import { urlsOf } from './servers/database-urls.ts'
import { findPrimary } from './servers/primary.ts'

const REACH_MS = 20_000

interface Reached {
  readonly isPooled: boolean
  readonly isDistributed: boolean
}

/**
 * Throws when the database can't be reached or refuses the login. The error names the setting and never its
 * password. Returns whether a pooler stands in between, and whether the tables are spread over several nodes.
 */
export async function reachDatabase(connection: pg.ClientConfig, setting: string): Promise<Reached> {
  const client = new pg.Client({ connectionTimeoutMillis: REACH_MS, ...connection })
  client.on('error', () => {})
  try {
    await client.connect()
    return { isPooled: await isPooled(client), isDistributed: await isDistributed(client) }
  } catch (error) {
    throw new Error(`The database of ${setting} can't be reached: ${reasonOf(error)}`)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Returns the URL of the server that takes writes, of the servers that a setting names; of a read-only one when no other
 * answers. Throws like reachDatabase.
 */
export async function locatePrimary(url: string, setting: string): Promise<string> {
  const urls = urlsOf(url)
  if (urls.length === 1) return urls[0]!
  try {
    return (await findPrimary(urls, REACH_MS)).connectionString
  } catch (error) {
    throw new Error(`The database of ${setting} can't be reached: ${reasonOf(error)}`)
  }
}
