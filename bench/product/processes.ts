import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../server/platform/free-port.ts'
import { type RequestOptions, sendRequest } from './requests.ts'

/** A server process on loopback, with its cost. */
export interface RunningServer {
  readonly pid: number
  readonly port: number
  /** CPU seconds of all threads so far. */
  cpuS(): number
  residentMb(): number
  stop(): Promise<void>
}

const GIVE_UP_MS = 120_000

/** Starts a program that listens on PORT, and waits until `path` returns 200. */
export async function startServer(
  [program, ...args]: readonly [string, ...string[]],
  env: NodeJS.ProcessEnv,
  path: string,
  host = 'localhost',
  nodeFlags: readonly string[] = [],
): Promise<RunningServer> {
  const port = await freePort()
  const file = fileURLToPath(new URL(`../../${program}`, import.meta.url))
  const child = spawn(process.execPath, [...nodeFlags, file, ...args], {
    env: { ...process.env, ...env, PORT: String(port), APP_ORIGIN: `http://localhost:${port}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await waitUntilReady(child, { port, path, host }, GIVE_UP_MS)
  return {
    pid: child.pid!,
    port,
    cpuS: () => threadsCpuS(child.pid!),
    residentMb: () => residentMb(child.pid!),
    stop: () => end(child),
  }
}

/** Waits until a started program returns 200. Throws when it has ended or takes longer than `giveUpMs`. */
export async function waitUntilReady(
  child: ChildProcess,
  asked: RequestOptions,
  giveUpMs: number,
): Promise<void> {
  for (const until = performance.now() + giveUpMs; ; await sleep(20)) {
    if (child.exitCode !== null || performance.now() > until)
      throw new Error(`${child.spawnargs.join(' ')} did not start`)
    const status = await sendRequest(asked).then(
      (got) => got.status,
      () => 0,
    )
    if (status === 200) return
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const threadsCpuS = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`).reduce(
    (sum, thread) => sum + onCpuS(`/proc/${pid}/task/${thread}/schedstat`),
    0,
  )

function onCpuS(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8').split(' ')[0]) / 1e9
  } catch {
    // The thread has just ended.
    return 0
  }
}

export const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
