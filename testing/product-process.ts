import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { PRODUCT_FOLDER } from '../server/platform/product-folder.ts'
import { watchProcess } from './logs/watched-process.ts'

/** A program of the product in a child process. `said` returns its output and standard error so far. */
export interface ProductProcess {
  readonly child: ChildProcess
  said(): string
}

interface Launch {
  /** Arguments for Node: the program and its arguments. */
  readonly program: readonly string[]
  /** Name of the process in a report of leaked secrets, such as 'the server'. */
  readonly name: string
  /** Environment variables, which override those of `ownEnvironment`. */
  readonly settings: NodeJS.ProcessEnv
  /** Opens a channel for messages. */
  readonly messages?: boolean
  readonly cwd?: string
}

/** Arguments for Node that start a part of the product: `server`, or a command such as `backup` with its arguments. */
export const programOf = (part: string, ...args: readonly string[]): string[] => [
  join(PRODUCT_FOLDER, 'scripts', 'launch.ts'),
  part,
  ...args,
]

/** Starts a process and searches its output for secrets. */
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

/** This process's environment without the settings that select a mode, a secret or a database. */
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

/** Resolves when the process is ready. Throws with its output when it ends first or is not ready in time. */
export async function untilReady({ child, said }: ProductProcess, withinMs = 60_000): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const listen = () => READY.test(said()) && resolve()
  const voices = [child.stdout!, child.stderr!]
  const over = new AbortController()
  try {
    for (const voice of voices) voice.on('data', listen)
    // The line may have been printed before this function listened.
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

/** One listener for each process, however often a caller waits for its exit. */
const exits = new WeakMap<ChildProcess, Promise<unknown>>()

/** Resolves with the exit code once the process has ended, or null if a signal ended it. */
export async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    if (!exits.has(child)) exits.set(child, once(child, 'exit'))
    await exits.get(child)
  }
  return child.exitCode
}

/** The URL by which another process reaches a test database. */
export function addressOf({ host, port, user, password, database }: pg.ClientConfig): string {
  const url = new URL(`postgresql://localhost/${database}`)
  for (const [name, value] of Object.entries({ host, port, user, password }))
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value))
  return url.href
}
