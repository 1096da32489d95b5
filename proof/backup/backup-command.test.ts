import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { freePort } from '../../server/platform/free-port.ts'
import { startEmbeddedPostgres, stopEmbeddedPostgres } from '../../server/platform/postgres/embedded.ts'
import { noteInstallation, watchDatabaseLog } from '../../testing/logs/watched-process.ts'
import { launchProduct, type ProductProcess, programOf, untilReady } from '../../testing/product-process.ts'
import { type Call, callOnce, callUntilAnswered } from '../crashes/call-api.ts'
import { issueInvoice } from '../crashes/issue-invoice.ts'
import { openCompany } from '../crashes/open-company.ts'
import { card, payerSession } from '../crashes/payment-scenarios.ts'
import type { ScenarioContext } from '../crashes/staff-calls.ts'
import { breachesOf, INVARIANTS } from '../invariants.ts'

/*
 * As whoever runs an installation does it: `npm run backup` beside a product that takes payments, on the database that it
 * started itself, and `npm run restore` into another folder. What is copied and refused is asked in backup.test.ts.
 */

const folders: string[] = []
const running: ChildProcess[] = []

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-commanded-'))
  // PostgreSQL runs as another user when the tests run as root.
  await chmod(folder, 0o711)
  folders.push(folder)
  return folder
}

function launch(name: string, args: string[], dataDir: string, more: Record<string, string>): ProductProcess {
  const settings = { LOG_LEVEL: 'debug', ...more, DATA_DIR: dataDir }
  const started = launchProduct({ program: programOf(name, ...args), name: `the command ${name}`, settings })
  running.push(started.child)
  return started
}

async function command(name: string, args: string[], dataDir: string): Promise<string> {
  const { child } = launch(name, args, dataDir, {})
  const [out, err, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close'),
  ])
  expect(code, err).toBe(0)
  return out
}

/** Server and worker of an installation. The one that comes first starts the database, which both leave running for others. */
async function startProduct(dataDir: string, port: number): Promise<{ stop(): Promise<void> }> {
  const settings = { PORT: String(port), TRUST_PROXY_HOPS: '1' }
  const parts: ChildProcess[] = []
  for (const name of ['server', 'worker']) {
    const started = launch(name, [], dataDir, settings)
    parts.push(started.child)
    await untilReady(started)
  }
  return {
    async stop() {
      for (const part of parts) {
        const gone = once(part, 'close')
        part.kill('SIGTERM')
        await gone
      }
    },
  }
}

async function ask<Row extends pg.QueryResultRow>(dataDir: string, statement: string): Promise<Row[]> {
  const { superuser } = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') })
  const client = new pg.Client({ ...superuser, database: 'quittance' })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  for (const folder of folders) {
    await stopEmbeddedPostgres(join(folder, 'postgres')).catch(() => {})
    await watchDatabaseLog(join(folder, 'postgres'))
    await rm(folder, { recursive: true, force: true })
  }
})

const CHARGES = 'select count(*)::int as all from sandbox_charges'
const MAILS = 'select count(*)::int as all from demo_mailbox'
const countOf = async (dataDir: string, statement: string): Promise<number> =>
  (await ask<{ all: number }>(dataDir, statement))[0]!.all

async function payment(turn: ScenarioContext): Promise<Call> {
  const invoice = (await issueInvoice(turn))!
  const token = await payerSession(turn, invoice)
  const path = `/api/invoices/${invoice}/payment-options/sandbox-card/`
  return { method: 'POST', path, body: { ...card({ amount: '100.00' }), request_id: randomUUID() }, token }
}

it('the commands: a backup beside a product that takes payments comes back whole, and sends and charges nothing until it may', async () => {
  const [first, second] = [await aFolder(), await aFolder()]
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const product = await startProduct(first, port)
  await noteInstallation(first)
  const company = await openCompany(origin, 1)
  const turn: ScenarioContext = { origin, company, facts: [], number: 0 }
  let going = true
  let paid = 0
  const people = [0, 1].map(async () => {
    while (going) {
      expect((await callOnce(origin, await payment(turn))).status).toBe(200)
      paid += 1
    }
  })
  while (paid < 3) await sleep(50)
  const before = paid
  const copy = join(second, 'copy')
  expect(await command('backup', ['--to', copy], first)).toMatch(/^Backed up \d+ tables, \d+ rows/)
  // It stood in nobody's way meanwhile, and left the database to those who use it.
  const during = paid
  expect(during).toBeGreaterThan(before)
  while (paid < during + 2) await sleep(50)
  going = false
  await Promise.all(people)
  await product.stop()

  await copyFile(join(first, 'secret'), join(second, 'secret'))
  expect(await command('restore', ['--from', copy], second)).toContain('Restored ')
  const restored = await startProduct(second, port)
  const books = () => breachesOf((statement) => ask(second, statement), INVARIANTS)
  expect(await books()).toEqual([])
  const charges = await countOf(second, CHARGES)
  expect(charges).toBeGreaterThanOrEqual(before)
  expect(charges).toBeLessThan(paid)
  const mails = await countOf(second, MAILS)
  // Whoever was signed in is not any more.
  const token = await company.logIn()
  const again: ScenarioContext = { ...turn, company: { ...company, token: async () => token } }
  const held = await payment(again)
  expect(await callOnce(origin, held)).toMatchObject({ status: 503, body: { code: 'payments_paused' } })
  expect([await countOf(second, CHARGES), await countOf(second, MAILS)]).toEqual([charges, mails])
  expect(await command('restore', ['--go-live'], second)).toContain('it sends and charges again')
  expect((await callUntilAnswered(origin, held)).status).toBe(200)
  expect(await countOf(second, CHARGES)).toBe(charges + 1)
  // The receipts that waited, and its own.
  for (const end = performance.now() + 20_000; performance.now() < end; await sleep(100))
    if ((await countOf(second, MAILS)) > mails) break
  expect(await countOf(second, MAILS)).toBeGreaterThan(mails)
  expect(await books()).toEqual([])
  await restored.stop()
}, 120_000)
