// Runs the product as it was built, and builds it when it isn't: npm start, npm run server, npm run worker, and the commands
// of those who run it, as npm run backup.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { takeNoArguments } from '../server/main/command-line.ts'
import { buildServer, buildWeb } from './build.ts'
import { root } from './building/make-once.ts'
import { COMMANDS, type Command, PARTS, PROCESSES, type Process } from './building/parts.ts'

const isOf = <Name extends string>(names: readonly Name[], text: string | undefined): text is Name =>
  names.some((name) => name === text)

async function launch(part: string | undefined): Promise<void> {
  if (isOf(PROCESSES, part)) await prepareProcess(part)
  else if (isOf(COMMANDS, part)) await prepareCommand(part)
  else throw new Error(`Say which part: ${PARTS.join(', ')}.`)
  await import(pathToFileURL(join(root, 'dist', 'server', `${part}.js`)).href)
}

async function prepareProcess(part: Process): Promise<void> {
  takeNoArguments(
    `Usage: npm ${part === 'start' ? '' : 'run '}${part}\n\nSettings are environment variables; README.md lists them.`,
    process.argv.slice(3),
  )
  await buildServer(console.log)
  if (part !== 'worker') await buildWeb(console.log)
}

/** It reads its own arguments; its standard output is its own, which some hand on to another program. */
async function prepareCommand(part: Command): Promise<void> {
  process.argv.splice(process.argv.indexOf(part), 1)
  await buildServer(console.error)
}

launch(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
