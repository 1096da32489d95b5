import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { PRODUCT_FOLDER } from '../server/platform/product-folder.ts'
import { watchProcess } from './logs/watched-process.ts'

/** A program of the product that runs as a process of its own, and what it has said so far with either of its voices. */
export interface ProductProcess {
  readonly child: ChildProcess
  said(): string
}

interface Launch {
  /** Arguments for Node: the program, and its own. */
  readonly program: readonly string[]
  /** Which process it is, for whoever reads what it gave away: 'the server'. */
  readonly name: string
  /** Over those of `ownEnvironment`. */
  readonly settings: NodeJS.ProcessEnv
  /** It can be told things by messages. */
  readonly messages?: boolean
  readonly cwd?: string
}

/** The program by which people start a part of the product: `server`, or a command such as `backup` with its arguments. */
export const programOf = (part: string, ...args: readonly string[]): string[] => [
  join(PRODUCT_FOLDER, 'scripts', 'launch.ts'),
  part,
  ...args,
]

/** Starts it, and searches all that it says for secrets. */
export function launchProduct({ program, name, settings, messages, cwd }: Launch): ProductProcess {
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', ...(messages ? (['ipc'] as const) : [])]
  const child = spawn(process.execPath, [...program], {
    cwd,
    env: { ...ownEnvironment(), ...settings },
    stdio,
  })
  watchProcess(child, name)
  let text = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => {
      text += chunk
    })
  return { child, said: () => text }
}

/** This process's own, of which nothing leads to other data or to another mode. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const {
    NODE_ENV: _mode,
    SECRET: _secret,
    DATABASE_URL: _url,
    DATABASE_OWNER_URL: _owner,
    ...rest
  } = process.env
  return rest
}

const READY = /is ready at|works off jobs/

/** Resolves when it works. Throws with what it said when it ends before, or isn't ready in time. */
export async function untilReady({ child, said }: ProductProcess, withinMs = 60_000): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const listen = () => READY.test(said()) && resolve()
  const voices = [child.stdout!, child.stderr!]
  const over = new AbortController()
  try {
    for (const voice of voices) voice.on('data', listen)
    // It may have said so before anybody listened.
    listen()
    const outcome = await Promise.race([
      promise.then(() => null),
      ended(child).then((code) => `ended (${code ?? child.signalCode})`),
      sleep(withinMs, 'was not ready in time', { signal: over.signal, ref: false }),
    ])
    if (outcome !== null) throw new Error(`A process ${outcome}: ${said()}`)
  } finally {
    over.abort()
    for (const voice of voices) voice.off('data', listen)
  }
}

/** One listener for each process, however often somebody waits for its end and gives up. */
const exits = new WeakMap<ChildProcess, Promise<unknown>>()

/** Resolves with its exit code, or null where a signal ended it, at once or when it ends. */
export async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    if (!exits.has(child)) exits.set(child, once(child, 'exit'))
    await exits.get(child)
  }
  return child.exitCode
}

/** The address by which a process of its own reaches a database of the tests. */
export function addressOf({ host, port, user, password, database }: pg.ClientConfig): string {
  const url = new URL(`postgresql://localhost/${database}`)
  for (const [name, value] of Object.entries({ host, port, user, password }))
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
  return url.href
}
