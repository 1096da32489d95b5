import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres, stopEmbeddedPostgres } from './embedded.ts'

const isRoot = process.getuid?.() === 0
let folder: string
let dataDir: string
const children: ChildProcess[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quittance-embedded-'))
  await chmod(folder, 0o755)
  dataDir = join(folder, 'postgres')
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await stopEmbeddedPostgres(dataDir)
  await rm(folder, { recursive: true, force: true })
})

/** False for a checkout that only root can enter, where no other user can run these tests. */
function othersCanRead(): boolean {
  const other = { uid: 12_345, gid: 12_345, cwd: '/' }
  return spawnSync(process.execPath, ['--version'], { ...other, env: {} }).error === undefined
}

async function query(server: EmbeddedPostgres, text: string): Promise<unknown[][]> {
  const client = new pg.Client(server.superuser)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

/** Starts another process that starts the server and runs `work` with a connected `client`. */
function startElsewhere(work: string, options: { uid?: number; gid?: number } = {}): ChildProcess {
  const program = `
    import pg from 'pg'
    const { startEmbeddedPostgres } = await import(${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)})
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    const client = new pg.Client(server.superuser)
    await client.connect()
    ${work}
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  })
  children.push(child)
  return child
}

async function firstLine(child: ChildProcess): Promise<string> {
  const [chunk] = await Promise.race([once(child.stdout!, 'data'), once(child.stderr!, 'data')])
  return String(chunk).trim()
}

async function postmasterPid(): Promise<number> {
  return Number((await readFile(join(dataDir, '18', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

it('starts on an empty folder with durable settings, a portable collation and a socket in a closed folder', async () => {
  const server = await startEmbeddedPostgres({ dataDir })
  expect(server.attached).toBe(false)
  const settings = await query(
    server,
    `select current_setting('fsync'), current_setting('listen_addresses'), current_setting('server_encoding'),
      datlocprovider, datlocale from pg_database where datname = 'postgres'`,
  )
  expect(settings).toEqual([['on', '', 'UTF8', 'b', 'C.UTF-8']])
  expect((await stat(server.superuser.host)).mode & 0o777).toBe(0o700)
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700)
  expect((await stat(join(dataDir, '18'))).mode & 0o777).toBe(0o700)
  // The locale of text search knows letters beyond ASCII.
  expect(await query(server, "select to_tsvector('simple', 'Löffel Œuvre')::text")).toEqual([
    ["'löffel':1 'œuvre':2"],
  ])
})

it('keeps its rows over a restart, in a folder of any name', async () => {
  dataDir = join(folder, `it's a "folder" für ${'long'.repeat(40)}`)
  const first = await startEmbeddedPostgres({ dataDir })
  await query(first, 'create table kept as select 42 as answer')
  await first.stop()
  await expect(query(first, 'select 1')).rejects.toThrow()
  const second = await startEmbeddedPostgres({ dataDir })
  expect(second.attached).toBe(false)
  expect(await query(second, 'select answer from kept')).toEqual([[42]])
  await second.stop()
  await second.stop()
})

it('attaches to the server that a killed process left running, and can stop it', async () => {
  const child = startElsewhere(`
    await client.query('create table kept (n int)')
    await client.query('insert into kept values (1)')
    console.log('committed')`)
  expect(await firstLine(child)).toBe('committed')
  const pid = await postmasterPid()
  child.kill('SIGKILL')
  await once(child, 'exit')
  const began = performance.now()
  const server = await startEmbeddedPostgres({ dataDir })
  expect(performance.now() - began).toBeLessThan(1000)
  expect(server.attached).toBe(true)
  expect(await postmasterPid()).toBe(pid)
  expect(await query(server, 'select n from kept')).toEqual([[1]])
  await server.stop()
  await expect(query(server, 'select 1')).rejects.toThrow()
})

it('recovers every acknowledged row after kill -9 of the server and its parent', async () => {
  const child = startElsewhere(`
    await client.query('create table kept (n int)')
    client.on('error', () => {})
    for (let n = 1; ; n++) {
      await client.query('insert into kept values ($1)', [n])
      console.log(n)
    }`)
  child.stderr!.resume()
  let acknowledged = 0
  child.stdout!.on('data', (chunk) => {
    acknowledged = Number(String(chunk).trim().split('\n').at(-1))
  })
  while (acknowledged < 200) await sleep(5)
  const pid = await postmasterPid()
  child.kill('SIGKILL')
  await once(child, 'exit')
  // Without a process that collects orphans, the dead server stays a zombie with its id.
  process.kill(pid, 'SIGKILL')
  const said: string[] = []
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => said.push(line) })
  expect(server.attached).toBe(false)
  expect(said.join()).toMatch(/recovering/)
  const [[rows]] = (await query(server, 'select count(*)::int from kept')) as [[number]]
  expect(rows).toBeGreaterThanOrEqual(acknowledged)
})

it('restarts at the same address after its server was killed', async () => {
  const server = await startEmbeddedPostgres({ dataDir })
  await query(server, 'create table kept as select 1 as n')
  process.kill(await postmasterPid(), 'SIGKILL')
  const again = await startEmbeddedPostgres({ dataDir })
  expect(again.superuser).toEqual(server.superuser)
  expect(await query(server, 'select n from kept')).toEqual([[1]])
})

it('does not take another process with a reused id for its server', async () => {
  const server = await startEmbeddedPostgres({ dataDir })
  await server.stop()
  await writeFile(
    join(dataDir, '18', 'postmaster.pid'),
    `${process.pid}\n${dataDir}/18\n1700000000\n5432\n/tmp\n\n\nready\n`,
  )
  const again = await startEmbeddedPostgres({ dataDir })
  expect(again.attached).toBe(false)
  expect(await query(again, 'select 1')).toEqual([[1]])
})

it('starts once for concurrent starts', async () => {
  const others = [1, 2, 3].map(() => startElsewhere("console.log(server.attached ? 'attached' : 'started')"))
  const answers = await Promise.all(others.map(firstLine))
  expect(answers.toSorted()).toEqual(['attached', 'attached', 'started'])
})

it('runs until the last process that uses it ends, however the others ended', async () => {
  const [next, killed] = [startElsewhere("console.log('next')"), startElsewhere("console.log('other')")]
  await Promise.all([firstLine(next), firstLine(killed)])
  const server = await startEmbeddedPostgres({ dataDir })
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  await server.stop()
  const still = await startEmbeddedPostgres({ dataDir })
  expect(still.attached).toBe(true)
  next.kill('SIGKILL')
  await once(next, 'exit')
  await still.stop()
  expect((await startEmbeddedPostgres({ dataDir })).attached).toBe(false)
})

it('replaces a server whose socket was removed', async () => {
  const server = await startEmbeddedPostgres({ dataDir })
  await query(server, 'create table kept as select 1 as n')
  await rm(server.superuser.host, { recursive: true })
  const again = await startEmbeddedPostgres({ dataDir })
  expect(await query(again, 'select n from kept')).toEqual([[1]])
})

it('starts on a new cluster when the data of a running server was deleted', async () => {
  await startEmbeddedPostgres({ dataDir })
  await rm(dataDir, { recursive: true })
  const again = await startEmbeddedPostgres({ dataDir })
  expect(again.attached).toBe(false)
  expect(await query(again, 'select 1')).toEqual([[1]])
}, 240_000)

it('discards a cluster whose creation was interrupted', async () => {
  await mkdir(join(dataDir, '18.draft', 'base'), { recursive: true })
  const server = await startEmbeddedPostgres({ dataDir })
  expect(await query(server, 'select 1')).toEqual([[1]])
})

it('reports why it could not start', async () => {
  await expect(startEmbeddedPostgres({ dataDir, settings: { no_such_setting: '1' } })).rejects.toThrow(
    /could not be started[\s\S]*no_such_setting/,
  )
})

it.runIf(isRoot)(
  'runs as root in a folder that only root can enter, and switches users with its permissions',
  async () => {
    await chmod(folder, 0o700)
    const closed = await startEmbeddedPostgres({ dataDir })
    await query(closed, 'create table kept as select 1 as n')
    expect((await stat(dataDir)).uid).toBe(0)
    process.kill(await postmasterPid(), 'SIGKILL')
    const recovered = await startEmbeddedPostgres({ dataDir })
    expect(await query(recovered, 'select n from kept')).toEqual([[1]])
    await recovered.stop()
    await chmod(folder, 0o755)
    const opened = await startEmbeddedPostgres({ dataDir })
    expect((await stat(dataDir)).uid).not.toBe(0)
    expect(await query(opened, 'select n from kept')).toEqual([[1]])
    await opened.stop()
    await chmod(folder, 0o700)
    const closedAgain = await startEmbeddedPostgres({ dataDir })
    expect(await query(closedAgain, 'select n from kept')).toEqual([[1]])
  },
)

it.runIf(isRoot && othersCanRead())(
  'keeps the data of another user with that user and refuses everybody else',
  async () => {
    await chmod(folder, 0o777)
    const user = { uid: 12_345, gid: 12_345 }
    const child = startElsewhere("await client.end(); await server.stop(); console.log('stopped')", user)
    expect(await firstLine(child)).toBe('stopped')
    child.kill('SIGKILL')
    const server = await startEmbeddedPostgres({ dataDir })
    await server.stop()
    expect((await stat(join(dataDir, '18', 'PG_VERSION'))).uid).toBe(user.uid)
    const other = startElsewhere('', { uid: 54_321, gid: 54_321 })
    expect(await firstLine(other)).toMatch(/belongs to another user \(12345\)/)
  },
)
