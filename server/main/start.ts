import { buildWeb } from '../../scripts/build.ts'
import { readConfig } from '../platform/config.ts'
import { failStart, startProcess, stopOnSignals } from './process.ts'
import { DEMO_LOGINS, seedDemo } from './seed/seed-demo.ts'

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Everything in one process: what `npm start` runs. */
async function start(): Promise<void> {
  const config = readConfig(process.env)
  await buildWeb(say)
  const running = await startProcess(config, { serve: true, work: true }, say, async (app) => {
    if (config.demo) await seedDemo(app, say)
  })
  stopOnSignals(running)
  say(`Quittance is ready at ${running.origin}`)
  if (config.demo) for (const line of DEMO_LOGINS(config)) say(line)
}

start().catch(failStart)
