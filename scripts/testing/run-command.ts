import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'

const windows = process.platform === 'win32'
const running = new Set<ChildProcess>()
let ending = false

export interface CommandOptions {
  readonly cwd: string
  readonly timeoutMs: number
  readonly env?: Record<string, string>
  /** A file for the output of a command that runs beside another one; without it the output appears as it comes. */
  readonly outputPath?: string | undefined
}

/**
 * Runs a command; true when it succeeded, false also when the run is ending. After `timeoutMs` it is ended with all processes that it started,
 * which counts as a failure.
 */
export async function runCommand(
  command: string,
  args: string[],
  { cwd, timeoutMs, env, outputPath }: CommandOptions,
): Promise<boolean> {
  if (ending) return false
  const output = outputPath === undefined ? 'inherit' : openSync(outputPath, 'w')
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
    // A group of its own, so that a hung step can be ended with everything it started.
    detached: !windows,
  })
  running.add(child)
  const limit = setTimeout(() => {
    console.log(`It was still running after ${timeoutMs / 60_000} minutes and was ended.`)
    void endCommand(child)
  }, timeoutMs)
  try {
    return await new Promise<boolean>((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => resolve(code === 0))
    })
  } finally {
    clearTimeout(limit)
    running.delete(child)
    if (output !== 'inherit') closeSync(output)
  }
}

/** Ends all running commands and waits for them. Those asked for later are not started. */
export async function endRunningCommands(): Promise<void> {
  ending = true
  await Promise.all([...running].map((child) => endCommand(child)))
}

/**
 * Sends the signal of Ctrl-C, on which the runners stop the processes that they started, such as a database; kills the whole
 * group after ten seconds.
 */
async function endCommand(child: ChildProcess): Promise<void> {
  const { pid } = child
  if (pid === undefined) return
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
    // It has ended by itself.
  }
}
