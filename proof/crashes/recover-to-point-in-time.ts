import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmod, chown, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Settings } from '../../server/platform/postgres/cluster.ts'
import {
  majorVersion,
  startEmbeddedPostgres,
  stopEmbeddedPostgres,
} from '../../server/platform/postgres/embedded.ts'
import { addressOf, ended, launchProduct, programOf } from '../../testing/product-process.ts'
import { breachesOf, INVARIANTS } from '../invariants.ts'
import { type Fact, findBrokenFacts } from './facts.ts'
import { type Machine, startMachine } from './machine.ts'
import { openCompany } from './open-company.ts'
import { startLoad } from './start-load.ts'

/*
 * Point-in-time recovery: restores the database to a random moment under load, from a copy of its files and
 * the archived write-ahead log, as PostgreSQL's manual describes under continuous archiving.
 */

const CUSTOMERS = 6
const MIN_FACTS = 60
/** Waiting time between the copy, the recovery target and the end. */
const [SHORTEST_MS, LONGEST_MS] = [5_000, 15_000]
/** Kinds of facts that are true as soon as they are acknowledged. */
const IMMEDIATE_KINDS: ReadonlySet<Fact['kind']> = new Set([
  'invoice',
  'payment',
  'credit_memo',
  'credit_applied',
  'closed',
])

export interface RecoveryResult {
  /** Results acknowledged before the recovery target, and after it. */
  readonly before: number
  readonly after: number
  readonly recoveryMs: number
  readonly breaches: readonly string[]
}

/** Throws when the copy can't be made or doesn't start. */
export async function recoverToPointInTime(people: number): Promise<RecoveryResult> {
  const machine = await startMachine({ settingsIn: archiveSettings })
  try {
    const archive = join(machine.folder, 'archive')
    await mkdir(archive)
    // PostgreSQL runs as another user when this process runs as root.
    await chmod(archive, 0o777)
    const load = startLoad(machine.origin, await openCompany(machine.origin, CUSTOMERS), people)
    await waitRandomly()
    const copy = await copyFiles(machine)
    await waitRandomly()
    while (load.facts.length < MIN_FACTS) {
      load.throwFailure()
      await sleep(100)
    }
    const before = load.facts.length
    const [{ target } = { target: '' }] = await machine.query<{ target: string }>(
      'select clock_timestamp()::text as target',
    )
    await waitRandomly()
    await load.stop()
    await waitUntilArchived(machine)
    const began = performance.now()
    const breaches = await recoverAndCheck(machine, copy, target, {
      before: load.facts.slice(0, before),
      after: load.facts.slice(before),
    })
    const recoveryMs = Math.round(performance.now() - began)
    return { before, after: load.facts.length - before, recoveryMs, breaches }
  } finally {
    await machine.stop()
  }
}

const archiveSettings = (folder: string): Settings => ({
  wal_level: 'replica',
  archive_mode: 'on',
  archive_command: `cp "%p" "${join(folder, 'archive')}/%f"`,
})

const waitRandomly = (): Promise<void> => sleep(randomInt(SHORTEST_MS, LONGEST_MS))

/**
 * Copies the files of the running database and returns the folder. Recovery from the log makes the copy
 * consistent.
 */
async function copyFiles(machine: Machine): Promise<string> {
  const copy = join(machine.folder, 'copy')
  await mkdir(copy)
  // The backup has to start and stop in the same session.
  const client = new pg.Client(machine.owner)
  await client.connect()
  try {
    await client.query(`select pg_backup_start('point in time', true)`)
    const from = join(machine.folder, 'postgres', majorVersion)
    // cp fails when a file disappears meanwhile, which is harmless.
    await promisify(execFile)('cp', ['-a', from, copy]).catch(() => {})
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
    const cluster = join(copy, majorVersion)
    await rm(join(cluster, 'postmaster.pid'), { force: true })
    // The log is restored from the archive.
    for (const segment of await readdir(join(cluster, 'pg_wal'), { withFileTypes: true }))
      if (segment.isFile()) await rm(join(cluster, 'pg_wal', segment.name))
    await writeClusterFile(cluster, 'backup_label', rows[0]!.labelfile)
    return copy
  } finally {
    await client.end()
  }
}

/** Writes a file with the same owner as the cluster's folder. */
async function writeClusterFile(cluster: string, name: string, content: string): Promise<void> {
  const path = join(cluster, name)
  await writeFile(path, content)
  const { uid, gid } = await stat(cluster)
  await chown(path, uid, gid)
}

/** Waits until the current log is in the archive. */
async function waitUntilArchived(machine: Machine): Promise<void> {
  const [{ last } = { last: '' }] = await machine.query<{ last: string }>(
    'select pg_walfile_name(pg_switch_wal()) as last',
  )
  while (
    (await machine.query('select 1 from pg_stat_archiver where last_archived_wal >= $1', [last])).length === 0
  )
    await sleep(200)
}

/** Recovers the copy to the target time and returns the breaches in it. */
async function recoverAndCheck(
  machine: Machine,
  copy: string,
  target: string,
  acknowledged: Readonly<Record<'before' | 'after', readonly Fact[]>>,
): Promise<string[]> {
  const settings = {
    hot_standby: 'off',
    restore_command: `cp "${join(machine.folder, 'archive')}/%f" "%p"`,
    recovery_target_time: target,
    recovery_target_action: 'promote',
  }
  await writeClusterFile(join(copy, majorVersion), 'recovery.signal', '')
  const { superuser } = await startEmbeddedPostgres({ dataDir: copy, settings })
  try {
    const recovered = { ...superuser, database: 'quittance' }
    const client = new pg.Client(recovered)
    await client.connect()
    const query: Machine['query'] = async (text, values) => (await client.query(text, values)).rows as never
    const found = [
      ...(await breachesOf((text) => query(text), INVARIANTS)),
      ...(await findBrokenFacts(
        { query },
        acknowledged.before.filter(({ kind }) => IMMEDIATE_KINDS.has(kind)),
      )),
    ]
    // An invoice may be committed before the target and acknowledged after it, so some later ones exist.
    const later = acknowledged.after.filter(({ kind }) => kind === 'invoice')
    if ((await findBrokenFacts({ query }, later)).length < later.length / 2)
      found.push(`most of the ${later.length} invoices acknowledged after the target exist`)
    await client.end()
    return [...found, ...(await verifyRecoveredLedger(machine, recovered))]
  } finally {
    await stopEmbeddedPostgres(copy)
  }
}

/** Runs `verify-ledger` on the recovered database. */
async function verifyRecoveredLedger(machine: Machine, recovered: pg.ClientConfig): Promise<string[]> {
  const settings = { ...machine.environmentOf('quittance'), DATABASE_URL: addressOf(recovered) }
  const running = launchProduct({ program: programOf('verify-ledger'), name: 'verify-ledger', settings })
  const code = await ended(running.child)
  return code === 0 ? [] : [`verify-ledger ended with ${code}: ${running.said()}`]
}
