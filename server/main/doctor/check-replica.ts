import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '../../platform/config.ts'
import type { ServingConnection } from '../../platform/db/pooler.ts'
import {
  findMisfit,
  INSPECTION,
  type InspectedRow,
  readState,
} from '../../platform/db/replica/inspect-server.ts'
import { linkReplica, type ReplicaLink } from '../../platform/db/replica/replica-link.ts'
import { reasonOf } from '../../platform/reason-of.ts'
import { type Finding, ok, problem } from './finding.ts'

const PAUSE_MS = 100
const ADVICE =
  'Until then reports, exports and searches read from the primary. See “A read replica” in docs/operations.md.'

/** Whether the replica of DATABASE_READ_URL may be read: it follows this primary and is within the lag. */
export async function checkReplica(
  config: Config,
  primary: ServingConnection,
  connection: pg.ClientConfig | null,
): Promise<Finding[]> {
  if (connection === null) return []
  const parts = { pool: { size: 2 }, production: config.production }
  const link = await linkReplica(connection, parts, () => {}).catch((error: unknown) => reasonOf(error))
  if (typeof link === 'string') return [problem(`replica: it does not answer: ${link}`, ADVICE)]
  try {
    return [await inspect(link, primary, config.databaseReadLagMs)]
  } catch (error) {
    return [problem(`replica: it does not answer: ${reasonOf(error)}`, ADVICE)]
  } finally {
    link.drop()
  }
}

async function inspect(link: ReplicaLink, primary: ServingConnection, maxLagMs: number): Promise<Finding> {
  const began = performance.now()
  const wanted = await inspectPrimary(primary)
  for (;;) {
    const found = readState(await link.inspect())
    const lagMs = performance.now() - began
    const misfit = findMisfit(wanted, found)
    if (misfit !== null) return problem(`replica: ${misfit}`, ADVICE)
    if (found.position >= wanted.position)
      return ok(`replica: it follows the primary, less than ${Math.ceil(lagMs / 1000)} s behind`)
    if (lagMs > maxLagMs)
      return problem(`replica: it is more than ${maxLagMs / 1000} s behind the primary`, ADVICE)
    await sleep(PAUSE_MS)
  }
}

async function inspectPrimary(primary: ServingConnection) {
  const client = new pg.Client(primary)
  await client.connect()
  try {
    return readState((await client.query<InspectedRow>(INSPECTION)).rows[0]!)
  } finally {
    await client.end()
  }
}
