import { setTimeout as sleep } from 'node:timers/promises'
import type { PaymentProcessor } from '../../server/gateways/payments/port.ts'
import { createServer } from '../../server/main/create-server.ts'
import { openDatabase } from '../../server/main/database.ts'
import { startListening } from '../../server/main/listening.ts'
import { chooseMailTransport } from '../../server/main/mail/mail-transport.ts'
import { createProcessors } from '../../server/main/processors.ts'
import { schedulesAfter } from '../../server/main/schedules.ts'
import { startWorker } from '../../server/main/start-worker.ts'
import { readConfig } from '../../server/platform/config.ts'
import { createApp } from '../../server/platform/create-app.ts'

/**
 * The product as `npm start` runs it, with a processor that takes PROCESSOR_MS for a charge, like a remote one. The Sandbox
 * itself responds from the same database within milliseconds.
 */
const processorMs = Number(process.env.PROCESSOR_MS ?? 0)
const slowed = (processor: PaymentProcessor): PaymentProcessor => ({
  ...processor,
  async create(...charge) {
    await sleep(processorMs)
    return processor.create(...charge)
  },
})

const config = readConfig(process.env)
const database = await openDatabase(config, () => {})
const opened = await createApp({
  schedulesAfter,
  config,
  connection: database.connection,
  maintain: true,
  mail: (db) => chooseMailTransport(config, db),
  processors: (app) => createProcessors(app).map(slowed),
})
const server = await createServer(opened.app, { pages: true })
const listening = await startListening(server, { port: config.port, host: config.host })
const endWork = await startWorker(opened.app)
process.once('SIGTERM', async () => {
  endWork()
  server.server.closeAllConnections()
  await Promise.all([listening.stop(), opened.app.jobs.rest()])
  await opened.close()
  await database.stop()
  process.exit(0)
})
