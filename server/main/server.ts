import { limitYoungGeneration } from './v8-flags.ts'

limitYoungGeneration()
const { readConfig } = await import('../platform/config.ts')
const { failStart, startProcess, stopOnSignals } = await import('./process.ts')
const { say } = await import('./terminal.ts')

/** A server without workers, for several servers beside one database. */
async function serve(): Promise<void> {
  const running = await startProcess(readConfig(process.env), { serve: true, work: false }, say)
  stopOnSignals(running)
  say(`Quittance is ready at ${running.origin}`)
}

serve().catch(failStart)
