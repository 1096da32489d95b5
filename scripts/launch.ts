// Runs the product as it was built, and builds it when it isn't: npm start, npm run server, npm run worker.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { takeNoArguments } from '../server/main/command-line.ts'
import { buildServer, buildWeb } from './build.ts'
import { root } from './building/make-once.ts'
import { PARTS, type Part } from './building/parts.ts'

const isPart = (text: string | undefined): text is Part => PARTS.some((part) => part === text)

async function launch(part: string | undefined): Promise<void> {
  if (!isPart(part)) throw new Error(`Say which part: ${PARTS.join(', ')}.`)
  takeNoArguments(
    `Usage: npm ${part === 'start' ? '' : 'run '}${part}\n\nSettings are environment variables; README.md lists them.`,
    process.argv.slice(3),
  )
  await buildServer(console.log)
  if (part !== 'worker') await buildWeb(console.log)
  await import(pathToFileURL(join(root, 'dist', 'server', `${part}.js`)).href)
}

launch(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
