import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import {
  firstLine,
  prepareEmbeddedCluster,
  queryCluster,
} from '../../../testing/database/embedded-cluster.ts'
import { startEmbeddedPostgres } from './embedded.ts'

const isRoot = process.getuid?.() === 0
const cluster = prepareEmbeddedCluster()

/** False for a checkout that only root can enter, where no other user can run these tests. */
function othersCanRead(): boolean {
  const other = { uid: 12_345, gid: 12_345, cwd: '/' }
  return spawnSync(process.execPath, ['--version'], { ...other, env: {} }).error === undefined
}

it('attaches to the server that a killed process left running, and can stop it', async () => {
  const child = cluster.startElsewhere(`
    await client.query('create table kept (n int)')
    await client.query('insert into kept values (1)')
    console.log('committed')`)
  expect(await firstLine(child)).toBe('committed')
  const pid = await cluster.postmasterPid()
  child.kill('SIGKILL')
  await once(child, 'exit')
  const server = await startEmbeddedPostgres({ dataDir: cluster.dataDir })
  expect(server.attached).toBe(true)
  expect(await cluster.postmasterPid()).toBe(pid)
  expect(await queryCluster(server, 'select n from kept')).toEqual([[1]])
  await server.stop()
  await expect(queryCluster(server, 'select 1')).rejects.toThrow()
})

it('recovers every acknowledged row after kill -9 of the server and its parent', async () => {
  const child = cluster.startElsewhere(`
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
  const pid = await cluster.postmasterPid()
  child.kill('SIGKILL')
  await once(child, 'exit')
  // Without a process that collects orphans, the dead server stays a zombie with its id.
  process.kill(pid, 'SIGKILL')
  const said: string[] = []
  const server = await startEmbeddedPostgres({ dataDir: cluster.dataDir, log: (line) => said.push(line) })
  expect(server.attached).toBe(false)
  expect(said.join()).toMatch(/recovering/)
  const [[rows]] = (await queryCluster(server, 'select count(*)::int from kept')) as [[number]]
  expect(rows).toBeGreaterThanOrEqual(acknowledged)
})

it('starts once for concurrent starts', async () => {
  const others = [1, 2, 3].map(() =>
    cluster.startElsewhere("console.log(server.attached ? 'attached' : 'started')"),
  )
  const answers = await Promise.all(others.map(firstLine))
  expect(answers.toSorted()).toEqual(['attached', 'attached', 'started'])
})

it('runs until the last process that uses it ends, however the others ended', async () => {
  const [next, killed] = [
    cluster.startElsewhere("console.log('next')"),
    cluster.startElsewhere("console.log('other')"),
  ]
  await Promise.all([firstLine(next), firstLine(killed)])
  const server = await startEmbeddedPostgres({ dataDir: cluster.dataDir })
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  await server.stop()
  const still = await startEmbeddedPostgres({ dataDir: cluster.dataDir })
  expect(still.attached).toBe(true)
  next.kill('SIGKILL')
  await once(next, 'exit')
  await still.stop()
  expect((await startEmbeddedPostgres({ dataDir: cluster.dataDir })).attached).toBe(false)
})

it.runIf(isRoot && othersCanRead())(
  'keeps the data of another user with that user and refuses everybody else',
  async () => {
    await chmod(cluster.folder, 0o777)
    const user = { uid: 12_345, gid: 12_345 }
    const child = cluster.startElsewhere(
      "await client.end(); await server.stop(); console.log('stopped')",
      user,
    )
    expect(await firstLine(child)).toBe('stopped')
    child.kill('SIGKILL')
    const server = await startEmbeddedPostgres({ dataDir: cluster.dataDir })
    await server.stop()
    expect((await stat(join(cluster.dataDir, '18', 'PG_VERSION'))).uid).toBe(user.uid)
    const other = cluster.startElsewhere('', { uid: 54_321, gid: 54_321 })
    expect(await firstLine(other)).toMatch(/belongs to another user \(12345\)/)
  },
)
