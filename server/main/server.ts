import { readConfig } from '../platform/config.ts'
import { failStart, startProcess, stopOnSignals } from './process.ts'

/** A server without workers, for running several beside one database. */
async function serve(): Promise<void> {
  const running = await startProcess(readConfig(process.env), { serve: true, work: false }, () => {})
  stopOnSignals(running)
  process.stdout.write(`Quittance is ready at ${running.origin}\n`)
}

serve().catch(failStart)
