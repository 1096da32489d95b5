import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Runs `work` while no other process on this machine does so for the same data folder. The lock is a
 * listening address without a file (Linux: an abstract socket, Windows: a pipe, macOS: a loopback port
 * derived from the folder). The system releases it however its holder ends, so there are no stale locks.
 */
export async function withStartLock<T>(
  dataDir: string,
  work: () => Promise<T>,
  log: (line: string) => void = () => {},
): Promise<T> {
  const lock = await takeLock(dataDir, log)
  try {
    return await work()
  } finally {
    await new Promise<void>((resolve) => lock.close(() => resolve()))
  }
}

const patienceMs = 120_000
const tellAfterMs = 500

async function takeLock(dataDir: string, log: (line: string) => void): Promise<Server> {
  const until = performance.now() + patienceMs
  const notice = setTimeout(
    () => log('Another Quittance is starting or ending on this data; waiting for it…'),
    tellAfterMs,
  )
  try {
    for (;;) {
      const lock = await tryLock(lockAddress(dataDir))
      if (lock) return lock
      if (performance.now() > until) {
        throw new Error(`Another start of PostgreSQL in ${dataDir} has not finished; end that process first.`)
      }
      await sleep(25)
    }
  } finally {
    clearTimeout(notice)
  }
}

type Address = { path: string } | { port: number; host: string }

function lockAddress(dataDir: string): Address {
  const hash = createHash('sha256').update(dataDir).digest()
  const name = `quittance-start-${hash.toString('hex').slice(0, 24)}`
  if (process.platform === 'linux') return { path: `\0${name}` }
  if (process.platform === 'win32') return { path: join('\\\\.\\pipe', name) }
  return { host: '127.0.0.1', port: 49_152 + (hash.readUInt16BE(0) % 16_000) }
}

function tryLock(address: Address): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(address, () => resolve(server.unref()))
  })
}
