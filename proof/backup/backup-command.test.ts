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
 * Runs `npm run backup` beside a product that takes payments, on the database that the product started, and
 * `npm run restore` into another folder. backup.test.ts and restore-backup.test.ts check contents and
 * refusals.
 */

const folders: string[] = []
const children: ChildProcess[] = []

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-commanded-'))
  // PostgreSQL runs as another user when the tests run as root.
  await chmod(folder, 0o711)
  folders.push(folder)
  return folder
}

function launch(name: string, args: string[], dataDir: string, more: Record<string, string>): ProductProcess {
  const settings = { LOG_LEVEL: 'debug', ...more, DATA_DIR: dataDir }
  const started = launchProduct({ program: programOf(name, ...args), name: `the command ${name}`, settings })
  children.push(started.child)
  return started
}

async function runCommand(name: string, args: string[], dataDir: string): Promise<string> {
  const { child } = launch(name, args, dataDir, {})
  const [out, err, [code]] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    once(child, 'close'),
  ])
  expect(code, err).toBe(0)
  return out
}

/**
 * Starts the server and the worker of an installation. The server starts the database, and both leave it
 * running.
 */
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

async function query<Row extends pg.QueryResultRow>(dataDir: string, statement: string): Promise<Row[]> {
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
  for (const child of children) child.kill('SIGKILL')
  for (const folder of folders) {
    await stopEmbeddedPostgres(join(folder, 'postgres')).catch(() => {})
    await watchDatabaseLog(join(folder, 'postgres'))
    await rm(folder, { recursive: true, force: true })
  }
})

const CHARGES = 'select count(*)::int as all from sandbox_charges'
const MAILS = 'select count(*)::int as all from demo_mailbox'
const countOf = async (dataDir: string, statement: string): Promise<number> =>
  (await query<{ all: number }>(dataDir, statement))[0]!.all

async function createPaymentCall(turn: ScenarioContext): Promise<Call> {
  const invoice = (await issueInvoice(turn))!
  const token = await payerSession(turn, invoice)
  const path = `/api/invoices/${invoice}/payment-options/sandbox-card/`
  return { method: 'POST', path, body: { ...card({ amount: '100.00' }), request_id: randomUUID() }, token }
}

it('restores a backup taken during payments completely, and sends and charges nothing until the release', async () => {
  const [first, second] = [await createFolder(), await createFolder()]
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const product = await startProduct(first, port)
  await noteInstallation(first)
  const company = await openCompany(origin, 1)
  const turn: ScenarioContext = { origin, company, facts: [], number: 0 }
  let running = true
  let paid = 0
  const payers = [0, 1].map(async () => {
    while (running) {
      expect((await callOnce(origin, await createPaymentCall(turn))).status).toBe(200)
      paid += 1
    }
  })
  while (paid < 3) await sleep(50)
  const before = paid
  const copy = join(second, 'copy')
  expect(await runCommand('backup', ['--to', copy], first)).toMatch(/^Backed up \d+ tables, \d+ rows/)
  // Payments continued during the backup and after it.
  const during = paid
  expect(during).toBeGreaterThan(before)
  while (paid < during + 2) await sleep(50)
  running = false
  await Promise.all(payers)
  await product.stop()

  await copyFile(join(first, 'secret'), join(second, 'secret'))
  expect(await runCommand('restore', ['--from', copy], second)).toContain('Restored ')
  const restored = await startProduct(second, port)
  const findBreaches = () => breachesOf((statement) => query(second, statement), INVARIANTS)
  expect(await findBreaches()).toEqual([])
  const charges = await countOf(second, CHARGES)
  expect(charges).toBeGreaterThanOrEqual(before)
  expect(charges).toBeLessThan(paid)
  const mails = await countOf(second, MAILS)
  // A restore ends all sessions, so this logs in again.
  const token = await company.logIn()
  const newTurn: ScenarioContext = { ...turn, company: { ...company, token: async () => token } }
  const held = await createPaymentCall(newTurn)
  expect(await callOnce(origin, held)).toMatchObject({ status: 503, body: { code: 'payments_paused' } })
  expect([await countOf(second, CHARGES), await countOf(second, MAILS)]).toEqual([charges, mails])
  expect(await runCommand('restore', ['--go-live'], second)).toContain('it sends and charges again')
  expect((await callUntilAnswered(origin, held)).status).toBe(200)
  expect(await countOf(second, CHARGES)).toBe(charges + 1)
  // The queued receipts and that of the new payment.
  for (const end = performance.now() + 60_000; performance.now() < end; await sleep(100))
    if ((await countOf(second, MAILS)) > mails) break
  expect(await countOf(second, MAILS)).toBeGreaterThan(mails)
  expect(await findBreaches()).toEqual([])
  await restored.stop()
})
