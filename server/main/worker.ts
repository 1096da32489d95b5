import { keepYoungHeapSmall } from './young-heap.ts'

keepYoungHeapSmall()
const { readConfig } = await import('../platform/config.ts')
const { failStart, startProcess, stopOnSignals } = await import('./process.ts')

/** A worker without a server: jobs and schedules only. */
async function work(): Promise<void> {
  stopOnSignals(await startProcess(readConfig(process.env), { serve: false, work: true }, () => {}))
  process.stdout.write('Quittance works off jobs\n')
}

work().catch(failStart)
