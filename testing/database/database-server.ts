import { mkdir, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres, stopEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts'

/** A PostgreSQL server for one test run. `stop` removes everything the run created. */
export type TestServer = { superuser: pg.ClientConfig; stop(): Promise<void> }

const prefix = 'quittance-test-'

/** Returns the server at DATABASE_URL, or starts a new one that ends with the run. */
export async function startTestServer(): Promise<TestServer> {
  const url = process.env.DATABASE_URL
  if (url) return { superuser: parseUrl(url), stop: async () => {} }
  await removeAbandonedServers()
  const folder = join(tmpdir(), `${prefix}${process.pid}`)
  await mkdir(folder, { mode: 0o711 })
  // The data lives only as long as the run, so nothing needs to reach the disk.
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    // Several files run at once, each with its own servers and pools.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  })
  return {
    superuser: server.superuser,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Parses the URL, because a `connectionString` would override a separate `database` option. */
function parseUrl(connectionString: string): pg.ClientConfig {
  const { host, port, user, password, ssl, database } = new pg.Client({ connectionString })
  return { host, port, user, database, ...(password && { password }), ...(ssl && { ssl }) } as pg.ClientConfig
}

/** Stops the servers of runs that were killed. */
async function removeAbandonedServers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN
    if (!Number.isInteger(owner) || isAlive(owner)) continue
    const folder = join(tmpdir(), name)
    // Another run may be removing the same folder at the same time, so errors are ignored.
    await stopEmbeddedPostgres(join(folder, 'postgres')).catch(() => {})
    await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
