import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { prepareEmbeddedCluster, queryCluster } from '../../../testing/database/embedded-cluster.ts'
import { startEmbeddedPostgres } from './embedded.ts'

const isRoot = process.getuid?.() === 0
const cluster = prepareEmbeddedCluster()

it('starts on an empty folder with durable settings, a portable collation and a socket in a closed folder', async () => {
  const server = await startEmbeddedPostgres({ dataDir: cluster.dataDir })
  expect(server.attached).toBe(false)
  const settings = await queryCluster(
    server,
    `select current_setting('fsync'), current_setting('listen_addresses'), current_setting('server_encoding'),
      datlocprovider, datlocale from pg_database where datname = 'postgres'`,
  )
  expect(settings).toEqual([['on', '', 'UTF8', 'b', 'C.UTF-8']])
  expect((await stat(server.superuser.host)).mode & 0o777).toBe(0o700)
  expect((await stat(cluster.dataDir)).mode & 0o777).toBe(0o700)
  expect((await stat(join(cluster.dataDir, '18'))).mode & 0o777).toBe(0o700)
  // The locale of text search knows letters beyond ASCII.
  expect(await queryCluster(server, "select to_tsvector('simple', 'Löffel Œuvre')::text")).toEqual([
    ["'löffel':1 'œuvre':2"],
  ])
})

it('keeps its rows over a restart, in a folder of any name', async () => {
  cluster.dataDir = join(cluster.folder, `it's a "folder" für ${'long'.repeat(40)}`)
  const first = await startEmbeddedPostgres({ dataDir: cluster.dataDir })
  await queryCluster(first, 'create table kept as select 42 as answer')
  await first.stop()
  await expect(queryCluster(first, 'select 1')).rejects.toThrow()
  const second = await startEmbeddedPostgres({ dataDir: cluster.dataDir })
  expect(second.attached).toBe(false)
  expect(await queryCluster(second, 'select answer from kept')).toEqual([[42]])
  await second.stop()
  await second.stop()
})

it('restarts at the same address after its server was killed', async () => {
  const server = await startEmbeddedPostgres({ dataDir: cluster.dataDir })
  await queryCluster(server, 'create table kept as select 1 as n')
  process.kill(await cluster.postmasterPid(), 'SIGKILL')
  const again = await startEmbeddedPostgres({ dataDir: cluster.dataDir })
  expect(again.superuser).toEqual(server.superuser)
  expect(await queryCluster(server, 'select n from kept')).toEqual([[1]])
})

it('does not take another process with a reused id for its server', async () => {
  const server = await startEmbeddedPostgres({ dataDir: cluster.dataDir })
  await server.stop()
  await writeFile(
    join(cluster.dataDir, '18', 'postmaster.pid'),
    `${process.pid}\n${cluster.dataDir}/18\n1700000000\n5432\n/tmp\n\n\nready\n`,
  )
  const again = await startEmbeddedPostgres({ dataDir: cluster.dataDir })
  expect(again.attached).toBe(false)
  expect(await queryCluster(again, 'select 1')).toEqual([[1]])
})

it('replaces a server whose socket was removed', async () => {
  const server = await startEmbeddedPostgres({ dataDir: cluster.dataDir })
  await queryCluster(server, 'create table kept as select 1 as n')
  await rm(server.superuser.host, { recursive: true })
  const again = await startEmbeddedPostgres({ dataDir: cluster.dataDir })
  expect(await queryCluster(again, 'select n from kept')).toEqual([[1]])
})

it('starts on a new cluster when the data of a running server was deleted', async () => {
  await startEmbeddedPostgres({ dataDir: cluster.dataDir })
  await rm(cluster.dataDir, { recursive: true })
  const again = await startEmbeddedPostgres({ dataDir: cluster.dataDir })
  expect(again.attached).toBe(false)
  expect(await queryCluster(again, 'select 1')).toEqual([[1]])
})

it('discards a cluster whose creation was interrupted', async () => {
  await mkdir(join(cluster.dataDir, '18.draft', 'base'), { recursive: true })
  const server = await startEmbeddedPostgres({ dataDir: cluster.dataDir })
  expect(await queryCluster(server, 'select 1')).toEqual([[1]])
})

it('reports why it could not start', async () => {
  await expect(
    startEmbeddedPostgres({ dataDir: cluster.dataDir, settings: { no_such_setting: '1' } }),
  ).rejects.toThrow(/could not be started[\s\S]*no_such_setting/)
})

it.runIf(isRoot)(
  'runs as root in a folder that only root can enter, and switches users with its permissions',
  async () => {
    await chmod(cluster.folder, 0o700)
    const closed = await startEmbeddedPostgres({ dataDir: cluster.dataDir })
    await queryCluster(closed, 'create table kept as select 1 as n')
    expect((await stat(cluster.dataDir)).uid).toBe(0)
    process.kill(await cluster.postmasterPid(), 'SIGKILL')
    const recovered = await startEmbeddedPostgres({ dataDir: cluster.dataDir })
    expect(await queryCluster(recovered, 'select n from kept')).toEqual([[1]])
    await recovered.stop()
    await chmod(cluster.folder, 0o755)
    const opened = await startEmbeddedPostgres({ dataDir: cluster.dataDir })
    expect((await stat(cluster.dataDir)).uid).not.toBe(0)
    expect(await queryCluster(opened, 'select n from kept')).toEqual([[1]])
    await opened.stop()
    await chmod(cluster.folder, 0o700)
    const closedAgain = await startEmbeddedPostgres({ dataDir: cluster.dataDir })
    expect(await queryCluster(closedAgain, 'select n from kept')).toEqual([[1]])
  },
)
