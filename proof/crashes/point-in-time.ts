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
import { openCompany } from './company.ts'
import { brokenFacts, type Fact } from './facts.ts'
import { startLoad } from './load.ts'
import { type Machine, startMachine } from './machine.ts'

/*
 * The database as it stood at a random moment under load, from a copy of its files and the log of what was written
 * afterwards, as PostgreSQL's manual describes for whoever archives that log.
 */

const CUSTOMERS = 6
const LEAST_FACTS = 60
/** Between the copy, the moment, and the end. */
const [SHORTEST_MS, LONGEST_MS] = [5_000, 15_000]
/** Facts that are true from the moment at which they are told, and stay so. */
const AT_ONCE: ReadonlySet<Fact['kind']> = new Set([
  'invoice',
  'payment',
  'credit_memo',
  'credit_applied',
  'closed',
])

export interface PointInTime {
  /** Answers before the moment, and after it. */
  readonly before: number
  readonly after: number
  readonly restoredMs: number
  readonly breaches: readonly string[]
}

/** Throws when the copy can't be made or doesn't start. */
export async function comeBackToAMoment(people: number): Promise<PointInTime> {
  const machine = await startMachine(archiving)
  try {
    const archive = join(machine.folder, 'archive')
    await mkdir(archive)
    // PostgreSQL runs as another user when this runs as root.
    await chmod(archive, 0o777)
    const load = startLoad(machine.origin, await openCompany(machine.origin, CUSTOMERS), people)
    await aWhile()
    const copy = await copyFiles(machine)
    await aWhile()
    while (load.facts.length < LEAST_FACTS) {
      load.expectAll()
      await sleep(100)
    }
    const before = load.facts.length
    const [{ moment } = { moment: '' }] = await machine.query<{ moment: string }>(
      'select clock_timestamp()::text as moment',
    )
    await aWhile()
    await load.stop()
    await archived(machine)
    const began = performance.now()
    const breaches = await lookAt(machine, copy, moment, {
      before: load.facts.slice(0, before),
      after: load.facts.slice(before),
    })
    const restoredMs = Math.round(performance.now() - began)
    return { before, after: load.facts.length - before, restoredMs, breaches }
  } finally {
    await machine.stop()
  }
}

const archiving = (folder: string): Settings => ({
  wal_level: 'replica',
  archive_mode: 'on',
  archive_command: `cp "%p" "${join(folder, 'archive')}/%f"`,
})

const aWhile = (): Promise<void> => sleep(randomInt(SHORTEST_MS, LONGEST_MS))

/** The files of the database while it works; what changes meanwhile is mended from the log. The folder of the copy. */
async function copyFiles(machine: Machine): Promise<string> {
  const copy = join(machine.folder, 'then')
  await mkdir(copy)
  // The session in which it begins has to be the one in which it ends.
  const client = new pg.Client(machine.owner)
  await client.connect()
  try {
    await client.query(`select pg_backup_start('point in time', true)`)
    const from = join(machine.folder, 'postgres', majorVersion)
    // A file that goes while it is copied is no harm, and cp tells of it by its exit code.
    await promisify(execFile)('cp', ['-a', from, copy]).catch(() => {})
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()')
    const cluster = join(copy, majorVersion)
    await rm(join(cluster, 'postmaster.pid'), { force: true })
    // The log comes from the archive.
    for (const segment of await readdir(join(cluster, 'pg_wal'), { withFileTypes: true }))
      if (segment.isFile()) await rm(join(cluster, 'pg_wal', segment.name))
    await putBeside(cluster, 'backup_label', rows[0]!.labelfile)
    return copy
  } finally {
    await client.end()
  }
}

/** A file that belongs to whom all others there belong. */
async function putBeside(cluster: string, name: string, content: string): Promise<void> {
  const path = join(cluster, name)
  await writeFile(path, content)
  const { uid, gid } = await stat(cluster)
  await chown(path, uid, gid)
}

/** Waits until the log of everything so far is in the archive. */
async function archived(machine: Machine): Promise<void> {
  const [{ last } = { last: '' }] = await machine.query<{ last: string }>(
    'select pg_walfile_name(pg_switch_wal()) as last',
  )
  while (
    (await machine.query('select 1 from pg_stat_archiver where last_archived_wal >= $1', [last])).length === 0
  )
    await sleep(200)
}

/** Lets the copy come to the moment, and looks at everything in it. */
async function lookAt(
  machine: Machine,
  copy: string,
  moment: string,
  told: Readonly<Record<'before' | 'after', readonly Fact[]>>,
): Promise<string[]> {
  const settings = {
    hot_standby: 'off',
    restore_command: `cp "${join(machine.folder, 'archive')}/%f" "%p"`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
  }
  await putBeside(join(copy, majorVersion), 'recovery.signal', '')
  const { superuser } = await startEmbeddedPostgres({ dataDir: copy, settings })
  try {
    const then = { ...superuser, database: 'quittance' }
    const client = new pg.Client(then)
    await client.connect()
    const query: Machine['query'] = async (text, values) => (await client.query(text, values)).rows as never
    const found = [
      ...(await breachesOf((text) => query(text), INVARIANTS)),
      ...(await brokenFacts(
        { query },
        told.before.filter(({ kind }) => AT_ONCE.has(kind)),
      )),
    ]
    // Those that were committed by then, and told of after it, are there.
    const later = told.after.filter(({ kind }) => kind === 'invoice')
    if ((await brokenFacts({ query }, later)).length < later.length / 2)
      found.push(`most of ${later.length} invoices that came later are there`)
    await client.end()
    return [...found, ...(await verifyBooks(machine, then))]
  } finally {
    await stopEmbeddedPostgres(copy)
  }
}

/** Rebuilds everything from the ledger, as whoever runs it would: `npm run verify-ledger`. */
async function verifyBooks(machine: Machine, then: pg.ClientConfig): Promise<string[]> {
  const settings = { ...machine.environmentOf('quittance'), DATABASE_URL: addressOf(then) }
  const looking = launchProduct({ program: programOf('verify-ledger'), name: 'the ledger’s check', settings })
  const code = await ended(looking.child)
  return code === 0 ? [] : [`verify-ledger ended with ${code}: ${looking.said()}`]
}
