// Runs the product as it was built, and builds it when it isn't: npm start, npm run server, npm run worker.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildServer, buildWeb } from './build.ts'
import { root } from './building/make-once.ts'

const PARTS = ['start', 'server', 'worker']
const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

async function launch(part: string | undefined): Promise<void> {
  if (part === undefined || !PARTS.includes(part)) throw new Error(`Say which part: ${PARTS.join(', ')}.`)
  await buildServer(say)
  if (part !== 'worker') await buildWeb(say)
  await import(pathToFileURL(join(root, 'dist', 'server', `${part}.js`)).href)
}

launch(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
