import { execFileSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { Fault } from '../../../testing/faulty-server.ts'
import { waitUntil } from '../../../testing/wait-until.ts'
import { onTestEnd } from '../on-test-end.ts'
import { expectCorrectReplies, expectRecovery, RECOVERY_MS, startLoad } from './payment-load.ts'
import { get, openFaultyServer, type Product, postmasterOf, query, startProduct } from './running-product.ts'

/** Mounts a file system of 300 MiB in memory; null where mounting is not permitted. */
async function mountSmallDisk(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    await rm(folder, { recursive: true, force: true })
    return null
  }
  onTestEnd(async () => {
    execFileSync('umount', ['-l', folder])
    await rm(folder, { recursive: true, force: true })
  })
  return folder
}

/** Reads of staff, a portal login and a pay link, and a write of staff. */
async function openCallers({ company }: Product) {
  const linked = await company.linked()
  const portal = await company.portalSession(linked)
  const account = `/api/accounts/${company.accountId}`
  const request = async (
    { server }: Pick<Product, 'server'>,
    method: 'GET' | 'POST',
    url: string,
    token: string,
    body?: object,
  ) => {
    const host = token === company.token ? 'localhost' : company.host
    const reply = await server.inject({
      ...{ method, url },
      headers: {
        host,
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { payload: JSON.stringify(body) }),
    })
    return { status: reply.statusCode, retryAfter: reply.headers['retry-after'], body: reply.json() }
  }
  return {
    reads: async (from: Pick<Product, 'server'>) => {
      const requests = [
        request(from, 'GET', `${account}/invoices/`, company.token),
        request(from, 'GET', `${account}/invoices/${linked.invoiceId}/`, company.token),
        request(from, 'GET', '/api/invoices/', portal),
        request(from, 'GET', `/api/invoices/${linked.invoiceId}/`, portal),
        request(from, 'GET', `/api/invoices/${linked.invoiceId}/`, linked.session),
      ]
      return (await Promise.all(requests)).map(({ status }) => status)
    },
    // Large enough to need a new page of the table soon.
    write: (from: Pick<Product, 'server'>, name: string) => {
      const notes = randomBytes(2_000).toString('hex')
      return request(from, 'POST', `${account}/customers/`, company.token, { short_name: name, notes })
    },
  }
}

type Callers = Awaited<ReturnType<typeof openCallers>>

/** A server's replies to writes on a full disk, and the problems found in them. */
interface WriteReplies {
  readonly written: string[]
  refused: number
  readonly problems: string[]
}

const WRITES = 25

/** Writes once and records the reply. Acknowledged writes are verified when the disk has room again. */
async function writeOnFullDisk(
  callers: Callers,
  from: Pick<Product, 'server'>,
  replies: WriteReplies,
): Promise<void> {
  const turn = replies.written.length + replies.refused
  const { status, retryAfter, body } = await callers.write(from, `Without room ${turn}`)
  if (status === 201 || status === 200) {
    replies.written.push(body.pk)
    return
  }
  replies.refused++
  if (status !== 503) replies.problems.push(`a write is ${status}`)
  else if (retryAfter !== '5') replies.problems.push(`says ${retryAfter} of when to come back`)
  else if (Object.keys(body).sort().join() !== 'code,detail')
    replies.problems.push('has not the shape of an error')
}

/** Bugs on a full disk, with the problem that each causes. */
const FULL_DISK_BUGS: readonly (readonly [name: string, problem: RegExp, Fault])[] = [
  [
    'a failed write is acknowledged',
    /^[\w-]{36} was acknowledged, and isn’t there$/,
    {
      after: (_request, reply) => {
        if (reply.statusCode !== 503) return undefined
        reply.code(201)
        return JSON.stringify({ pk: randomUUID() })
      },
    },
  ],
  [
    'a full disk is reported as an internal error',
    /^a write is 500$/,
    { after: (_request, reply) => void (reply.statusCode === 503 && reply.code(500)) },
  ],
  [
    'a refusal lacks Retry-After',
    /^says undefined of when to come back$/,
    { after: (_request, reply) => void reply.removeHeader('retry-after') },
  ],
  [
    'reads are refused as well',
    /^a read is 503$/,
    { before: (request, reply) => request.method === 'GET' && reply.code(503).send({}) },
  ],
]

async function writeToFaultyServers(product: Product, callers: Callers): Promise<WriteReplies[]> {
  const found: WriteReplies[] = []
  for (const [, , fault] of FULL_DISK_BUGS) {
    const server = await openFaultyServer(product, fault)
    const replies: WriteReplies = { written: [], refused: 0, problems: [] }
    for (let turn = 0; turn < WRITES && replies.problems.length === 0; turn++)
      await writeOnFullDisk(callers, { server }, replies)
    for (const status of await callers.reads({ server }))
      if (status !== 200) replies.problems.push(`a read is ${status}`)
    found.push(replies)
  }
  return found
}

/** Adds a problem for each acknowledged write that is missing. */
async function addMissingWrites(product: Product, { written, problems }: WriteReplies): Promise<void> {
  const kept = await query<{ id: string }>(
    product.owner,
    `select id from customers where id = any('{${written.join(',')}}')`,
  )
  const present = new Set(kept.map(({ id }) => id))
  for (const id of written) if (!present.has(id)) problems.push(`${id} was acknowledged, and isn’t there`)
}

it('serves reads and returns 503 for writes on a full disk, and recovers when it has room again', async (context) => {
  const folder = await mountSmallDisk()
  if (folder === null) return context.skip('no file system can be mounted here')
  const product = await startProduct({ folder, restarted: true })
  const callers = await openCallers(product)
  const load = startLoad(product)
  expect(await waitUntil(() => load.paid.length >= 5, RECOVERY_MS)).toBe(true)
  const ballast = join(folder, 'ballast')
  for (const bytes of [1024 * 1024, 4096]) await fillUp(ballast, bytes)
  // Uses up the space that the tables and the write-ahead log hold in reserve.
  const hog = query(
    product.owner,
    `create table hog as select repeat('x', 900) as x from generate_series(1, 400000)`,
  )
  await expect(hog).rejects.toThrow()
  expect(await waitUntil(() => load.refused.length > 0, 60_000)).toBe(true)
  const replies: WriteReplies = { written: [], refused: 0, problems: [] }
  for (let turn = 0; turn < WRITES; turn++) {
    expect((await get(product, '/live/')).status).toBe(200)
    expect(await readsSucceed(product, callers)).toBe(true)
    await writeOnFullDisk(callers, product, replies)
    await sleep(150)
  }
  // Some writes still fit into an existing page.
  expect(replies.refused).toBeGreaterThan(0)
  const faulty = await writeToFaultyServers(product, callers)
  await rm(ballast)
  await expectRecovery(product, load)
  expect((await callers.write(product, 'With room')).status).toBeLessThan(300)
  for (const one of [replies, ...faulty]) await addMissingWrites(product, one)
  expect(replies.problems).toEqual([])
  for (const [at, [name, problem]] of FULL_DISK_BUGS.entries())
    expect(faulty[at]!.problems.join('\n'), name).toMatch(new RegExp(problem, 'm'))
  await expectCorrectReplies(product, load)
})

/** True when all reads succeed: at once, or after a restart where the database exited for lack of space. */
async function readsSucceed(product: Product, { reads }: Callers) {
  const { dataDir } = product
  const before = await postmasterOf(dataDir)
  const all = async () => (await reads(product)).every((status) => status === 200)
  return (await all()) || ((await waitUntil(all, RECOVERY_MS)) && (await postmasterOf(dataDir)) !== before)
}

/** Appends blocks until none fits. */
async function fillUp(path: string, bytes: number): Promise<void> {
  for (;;) {
    try {
      await writeFile(path, Buffer.alloc(bytes), { flag: 'a' })
    } catch {
      return
    }
  }
}
