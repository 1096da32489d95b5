import { readConfig } from '../platform/config.ts'
import { failStart, startProcess, stopOnSignals } from './process.ts'
import { say } from './terminal.ts'

/** A server without workers, for running several beside one database. */
async function serve(): Promise<void> {
  const running = await startProcess(readConfig(process.env), { serve: true, work: false }, say)
  stopOnSignals(running)
  say(`Quittance is ready at ${running.origin}`)
}

serve().catch(failStart)
