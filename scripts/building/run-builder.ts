import { spawn } from 'node:child_process'
import { root } from './make-once.ts'

/**
 * Runs a builder in a child process, because its modules would otherwise stay in the server's memory. Throws with the
 * builder's output when it fails.
 */
export async function runBuilder(what: string, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`The ${what} could not be built:\n${output.trim()}`)
}
