import { limitYoungGeneration } from './v8-flags.ts'

limitYoungGeneration()
const { readConfig } = await import('../platform/config.ts')
const { failStart, startProcess, stopOnSignals } = await import('./process.ts')
const { say } = await import('./terminal.ts')

/** A worker without a server: jobs and schedules only. */
async function work(): Promise<void> {
  stopOnSignals(await startProcess(readConfig(process.env), { serve: false, work: true }, say))
  say('Quittance works off jobs')
}

work().catch(failStart)
