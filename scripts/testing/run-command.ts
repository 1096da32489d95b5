import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const windows = process.platform === 'win32'
let running: ChildProcess | undefined

/**
 * Runs a command, its output passed on as it comes; true when it succeeded. After `timeoutMs` it is ended
 * with all it started, which counts as a failure and is said.
 */
export async function runCommand(
  command: string,
  args: string[],
  options: { cwd: string; timeoutMs: number; env?: Record<string, string> },
): Promise<boolean> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'inherit', 'inherit'],
    // A group of its own, so that a hung step can be ended with everything it started.
    detached: !windows,
  })
  running = child
  const limit = setTimeout(() => {
    console.log(`It was still running after ${options.timeoutMs / 60_000} minutes and was ended.`)
    void endRunningCommand()
  }, options.timeoutMs)
  try {
    return await new Promise<boolean>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => resolve(code === 0))
    })
  } finally {
    clearTimeout(limit)
    running = undefined
  }
}

/**
 * Ends the running command and waits for it: first as Ctrl-C would, on which the runners stop what they
 * started, such as a database; then, after ten seconds, for good, with whatever outlived it.
 */
export async function endRunningCommand(): Promise<void> {
  const child = running
  const pid = child?.pid
  if (!child || pid === undefined) return
  const ended = once(child, 'exit')
  signalGroup(pid, windows ? 'SIGTERM' : 'SIGINT')
  const insist = setTimeout(() => signalGroup(pid, 'SIGKILL'), 10_000)
  await ended
  clearTimeout(insist)
  signalGroup(pid, 'SIGKILL')
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(windows ? pid : -pid, signal)
  } catch {
    // It ended by itself meanwhile.
  }
}
