// Runs the product for development: the server restarts when its files change, and the web reloads in place.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWeb } from './build.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const port = process.env.PORT ?? '3000'
const webPort = process.env.WEB_PORT ?? '5173'

// The server serves built pages; Vite serves those that reload.
await buildWeb(console.log)
const vite = [join(root, 'node_modules', 'vite', 'bin', 'vite.js'), '--port', webPort, '--strictPort']
const commands = [
  ['--watch', '--watch-preserve-output', join(root, 'seed', 'start.ts')],
  [...vite, '--logLevel', 'warn'],
]
console.log(
  `Pages that reload while you edit: http://localhost:${webPort} (the server itself: http://localhost:${port})`,
)

let ending = false
const children = commands.map((args) =>
  spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, PORT: port },
    stdio: ['ignore', 'inherit', 'inherit'],
  }),
)

/** Stops both processes. The server stops the database. */
function endAll(): void {
  if (ending) return
  ending = true
  for (const child of children) child.kill('SIGTERM')
}

function whenOver(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => child.once('exit', (code) => resolve(ending ? 0 : (code ?? 1))))
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endAll)
process.on('disconnect', endAll)
const codes = await Promise.all(
  children.map(async (child) => {
    const code = await whenOver(child)
    endAll()
    return code
  }),
)
process.exit(Math.max(...codes))
