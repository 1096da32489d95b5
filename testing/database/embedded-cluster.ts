import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach } from 'vitest'
import { type EmbeddedPostgres, stopEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts'

const postgresFolder = new URL('../../server/platform/postgres/', import.meta.url)

/** An empty folder for the data of an embedded PostgreSQL, for one test at a time. */
export interface EmbeddedCluster {
  readonly folder: string
  dataDir: string
  /** Starts another process that starts the server and runs `work` with a connected `client`. */
  startElsewhere(work: string, options?: { uid?: number; gid?: number }): ChildProcess
  postmasterPid(): Promise<number>
}

/** Gives each test of the calling file an empty folder, and ends its processes and server after it. */
export function prepareEmbeddedCluster(): EmbeddedCluster {
  const children: ChildProcess[] = []
  const cluster = {
    folder: '',
    dataDir: '',
    startElsewhere(work: string, options: { uid?: number; gid?: number } = {}) {
      const program = `
        import pg from 'pg'
        const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('embedded.ts', postgresFolder).href)})
        const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(cluster.dataDir)} })
        const client = new pg.Client(server.superuser)
        await client.connect()
        ${work}
        setInterval(() => {}, 1000)`
      const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
        cwd: fileURLToPath(postgresFolder),
        stdio: ['ignore', 'pipe', 'pipe'],
        ...options,
      })
      children.push(child)
      return child
    },
    postmasterPid: async () =>
      Number((await readFile(join(cluster.dataDir, '18', 'postmaster.pid'), 'utf8')).split('\n')[0]),
  }
  beforeEach(async () => {
    cluster.folder = await mkdtemp(join(tmpdir(), 'quittance-embedded-'))
    await chmod(cluster.folder, 0o755)
    cluster.dataDir = join(cluster.folder, 'postgres')
  })
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    await stopEmbeddedPostgres(cluster.dataDir)
    await rm(cluster.folder, { recursive: true, force: true })
  })
  return cluster
}

/** Runs one statement as the superuser. */
export async function queryCluster(server: EmbeddedPostgres, text: string): Promise<unknown[][]> {
  const client = new pg.Client(server.superuser)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

/** The first line that a process prints, on either stream. */
export async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk] = await Promise.race([once(child.stdout!, 'data'), once(child.stderr!, 'data')])
  return String(chunk).trim()
}
