import { limitYoungGeneration } from '../server/main/v8-flags.ts'

limitYoungGeneration()
const { readConfig } = await import('../server/platform/config.ts')
const { failStart, startProcess, stopOnSignals } = await import('../server/main/process.ts')
const { DEMO_LOGINS, seedDemo } = await import('./demo/seed-demo.ts')
const { openBooksCompanies } = await import('./demo/books-companies.ts')
const { openProcessorCompanies } = await import('./demo/processor-companies.ts')
const { readSimulatedKeys } = await import('./demo/simulated-keys.ts')
const { vacuumTables } = await import('./history/vacuum-tables.ts')
const { say } = await import('../server/main/terminal.ts')

/** Runs everything in one process, for `npm start`. */
async function start(): Promise<void> {
  const config = readConfig(process.env)
  const simulated = config.demoCompany ? readSimulatedKeys(process.env) : null
  const simulatedLines: string[] = []
  const running = await startProcess(config, { serve: true, work: true }, say, async (app, owner) => {
    if (config.demoCompany && (await seedDemo(app, say)) && owner) await vacuumTables(owner)
    if (simulated)
      simulatedLines.push(
        ...(await openProcessorCompanies(app, simulated)),
        ...(await openBooksCompanies(app)),
      )
  })
  stopOnSignals(running)
  say(`Quittance is ready at ${running.origin}`)
  if (config.demoCompany) for (const line of [...DEMO_LOGINS(config), ...simulatedLines]) say(line)
}

start().catch(failStart)
