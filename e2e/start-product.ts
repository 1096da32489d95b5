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
import { beginLogs, LOGS, searchLogs } from './product-logs.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const readyTimeoutMs = 180_000

/**
 * Starts the product as a person would, on a free port and fresh data, and ends it after the last test.
 * With QUITTANCE_URL set, the tests use the product that runs there, on the data of QUITTANCE_DATA_DIR.
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  if (process.env.QUITTANCE_URL) return async () => {}
  mkdirSync(LOGS, { recursive: true })
  beginLogs()
  const { url, dataDir, stop } = await startOn(await freePort(), {})
  process.env.QUITTANCE_URL = url
  process.env.QUITTANCE_DATA_DIR = dataDir
  return async () => {
    await stop()
    await searchLogs()
  }
}

/** One product on this port and fresh data, with settings of its own. */
export async function startOn(
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
  const stop = () => endProduct(product, dataDir, port)
  try {
    const url = await readyAddress(product, port)
    await noteInstallation(dataDir)
    return { url, dataDir, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * The demo on its own database, whatever this shell has set, as behind a proxy: journeys open more companies within a
 * quarter of an hour than one network address may, and so come from several.
 */
function productEnvironment(dataDir: string, port: number): NodeJS.ProcessEnv {
  const { NODE_ENV: _mode, DATABASE_URL: _database, ...rest } = process.env
  return { ...rest, DATA_DIR: dataDir, PORT: String(port), TRUST_PROXY_HOPS: '1', LOG_LEVEL: 'debug' }
}

/** Waits for the line that says where it is ready; everything it says goes to test-results/product-PORT.log. */
async function readyAddress(product: ChildProcess, port: number): Promise<string> {
  const log = join(LOGS, `product-${port}.log`)
  const said: string[] = []
  return new Promise((resolve, reject) => {
    const limit = setTimeout(
      () => reject(new Error(`The product was not ready in time:\n${said.join('\n')}`)),
      readyTimeoutMs,
    )
    for (const stream of [product.stdout!, product.stderr!]) {
      createInterface({ input: stream }).on('line', (line) => {
        appendFileSync(log, `${line}\n`)
        if (said.push(line) > 40) said.shift()
        const address = line.match(/Quittance is ready at (https?:\/\/\S+)/)?.[1]
        if (address) resolve(address.replace(/\/$/, ''))
      })
    }
    product.once('exit', (code) =>
      reject(new Error(`The product ended (${code}) before it was ready:\n${said.join('\n')}`)),
    )
    product.once('error', reject)
    product.once('exit', () => clearTimeout(limit))
  })
}

async function endProduct(product: ChildProcess, dataDir: string, port: number): Promise<void> {
  if (product.exitCode === null && product.signalCode === null) {
    // Once it has said its last word.
    const ended = once(product, 'close')
    product.kill('SIGTERM')
    const insist = setTimeout(() => product.kill('SIGKILL'), 30_000)
    await ended
    clearTimeout(insist)
  }
  // A product that did not end by itself leaves its database running.
  await stopEmbeddedPostgres(join(dataDir, 'postgres')).catch(() => {})
  for (const file of globSync(join(dataDir, 'postgres/*/log/*.log')))
    await copyFile(file, join(LOGS, `database-${port}.log`))
  await rm(dataDir, { recursive: true, force: true })
}
