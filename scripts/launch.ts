// Runs a part of the product: npm start, npm run server and npm run worker, which build it first when needed, and the
// operator's commands, such as npm run backup.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { takeNoArguments } from '../server/main/commands/command-line.ts'
import { buildServer, buildWeb, isServerBuilt } from './build.ts'
import { root } from './building/make-once.ts'
import { COMMANDS, PARTS, type Part, PROCESSES, type Process, SOURCE_FILES } from './building/parts.ts'

const isOf = <Name extends string>(names: readonly Name[], text: string | undefined): text is Name =>
  names.some((name) => name === text)

async function launch(part: string | undefined): Promise<void> {
  if (isOf(PROCESSES, part)) {
    const simulated = part === 'start' && takeSimulators(process.argv)
    await prepare(part)
    if (simulated) await withSimulators()
    if (part === 'start') sellPlansInSandbox()
    await run(builtFile(part))
  } else if (isOf(COMMANDS, part)) {
    // The command parses its own arguments.
    process.argv.splice(2, 1)
    // Never rebuilds: after an update, a server of the former version may still be running from dist.
    await run(isServerBuilt() ? builtFile(part) : join(root, SOURCE_FILES[part]))
  } else throw new Error(`Name a part: ${PARTS.join(', ')}.`)
}

/** Takes --with-simulators out of the arguments. */
function takeSimulators(args: string[]): boolean {
  const at = args.indexOf('--with-simulators')
  if (at !== -1) args.splice(at, 1)
  return at !== -1
}

/** Lets the product use simulated processors instead of real ones. */
async function withSimulators(): Promise<void> {
  const { startSimulators } = await import('./start-simulators.ts')
  Object.assign(process.env, await startSimulators())
}

/** Lets a demo show plans and their trial, with test cards that move no money, unless a setting says otherwise. */
function sellPlansInSandbox(): void {
  const { NODE_ENV: mode, STRIPE_BILLING_SECRET_KEY: key } = process.env
  if (mode !== 'production' && !key) process.env.BILLING ||= 'sandbox'
}

const builtFile = (part: Part): string => join(root, 'dist', 'server', `${part}.js`)

const run = (file: string): Promise<unknown> => import(pathToFileURL(file).href)

async function prepare(part: Process): Promise<void> {
  takeNoArguments(
    `Usage: npm ${part === 'start' ? 'start [-- --with-simulators]' : `run ${part}`}\n\nSettings are environment variables; README.md lists them.`,
    process.argv.slice(3),
  )
  await buildServer(console.log)
  if (part !== 'worker') await buildWeb(console.log)
}

launch(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
