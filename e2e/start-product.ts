import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, globSync, mkdirSync } from 'node:fs'
import { chmod, copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from '../server/platform/free-port.ts'
import { stopEmbeddedPostgres } from '../server/platform/postgres/embedded.ts'
import { noteEnvironment, noteInstallation } from '../testing/logs/watched-process.ts'
import { programOf } from '../testing/product-process.ts'
import { LOGS, prepareLogs, searchLogsForSecrets } from './product-logs.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const readyTimeoutMs = 280_000

/**
 * Starts the product like `npm start`, on a free port and with an empty data folder, and stops it after the
 * last test. With QUITTANCE_URL set, the tests use the product that runs there with the data of
 * QUITTANCE_DATA_DIR.
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  if (process.env.QUITTANCE_URL) return async () => {}
  mkdirSync(LOGS, { recursive: true })
  prepareLogs()
  const { url, dataDir, stop } = await startProductOn(await freePort(), {})
  process.env.QUITTANCE_URL = url
  process.env.QUITTANCE_DATA_DIR = dataDir
  return async () => {
    await stop()
    await searchLogsForSecrets()
  }
}

/** Starts a product on this port with an empty data folder and additional environment variables. */
export async function startProductOn(
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<{ url: string; dataDir: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quittance-e2e-'))
  // PostgreSQL runs as another user when the tests run as root.
  await chmod(dataDir, 0o711)
  const environment = { ...productEnvironment(dataDir, port), ...settings }
  noteEnvironment(environment)
  const product = spawn(process.execPath, programOf('start'), {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const stop = () => stopProduct(product, dataDir, port)
  try {
    const url = await waitUntilReady(product, port)
    await noteInstallation(dataDir)
    return { url, dataDir, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Returns the environment of a demo with its own database, whatever the shell sets. The product trusts one
 * proxy, because the tests open more companies in 15 minutes than one IP address may, and so send several
 * addresses.
 */
function productEnvironment(dataDir: string, port: number): NodeJS.ProcessEnv {
  const { NODE_ENV: _mode, DATABASE_URL: _database, ...rest } = process.env
  const own = { DATA_DIR: dataDir, PORT: String(port), TRUST_PROXY_HOPS: '1', LOG_LEVEL: 'debug' }
  // Tests receive webhooks on this machine.
  const webhooks = { WEBHOOKS_TO_LOOPBACK: 'on' }
  // A trial would end where a test moves the clock.
  return { ...rest, ...own, ...webhooks, BILLING: 'off' }
}

/**
 * Returns the address that the product prints when it is ready. Its output goes to
 * test-results/product-PORT.log.
 */
async function waitUntilReady(product: ChildProcess, port: number): Promise<string> {
  const log = join(LOGS, `product-${port}.log`)
  const lastLines: string[] = []
  return new Promise((resolve, reject) => {
    const limit = setTimeout(
      () => reject(new Error(`The product was not ready in time:\n${lastLines.join('\n')}`)),
      readyTimeoutMs,
    )
    for (const stream of [product.stdout!, product.stderr!]) {
      createInterface({ input: stream }).on('line', (line) => {
        appendFileSync(log, `${line}\n`)
        if (lastLines.push(line) > 40) lastLines.shift()
        const address = line.match(/Quittance is ready at (https?:\/\/\S+)/)?.[1]
        if (address) resolve(address.replace(/\/$/, ''))
      })
    }
    product.once('exit', (code) =>
      reject(new Error(`The product exited with ${code} before it was ready:\n${lastLines.join('\n')}`)),
    )
    product.once('error', reject)
    product.once('exit', () => clearTimeout(limit))
  })
}

async function stopProduct(product: ChildProcess, dataDir: string, port: number): Promise<void> {
  if (product.exitCode === null && product.signalCode === null) {
    // 'close' follows the last output, 'exit' may precede it.
    const ended = once(product, 'close')
    product.kill('SIGTERM')
    const killTimer = setTimeout(() => product.kill('SIGKILL'), 30_000)
    await ended
    clearTimeout(killTimer)
  }
  // A killed product leaves its database running.
  await stopEmbeddedPostgres(join(dataDir, 'postgres')).catch(() => {})
  for (const file of globSync(join(dataDir, 'postgres/*/log/*.log')))
    await copyFile(file, join(LOGS, `database-${port}.log`))
  await rm(dataDir, { recursive: true, force: true })
}
