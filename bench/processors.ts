import { randomBytes } from 'node:crypto'
import type { CompanyLink, ConnectedProcessor, StartedProcessor } from '../proof/processors/processor-row.ts'
import { REMOTE_ROWS } from '../proof/processors/rows.ts'
import type {
  Connection,
  CreateRequest,
  Outcome,
  PaymentProcessor,
} from '../server/gateways/payments/port.ts'
import { createProcessors } from '../server/main/processors.ts'
import { systemClock } from '../server/platform/clock.ts'
import { readConfig } from '../server/platform/config.ts'
import type { App } from '../server/platform/context.ts'
import { sha256 } from '../server/platform/ids.ts'
import { median, ownCpuS } from './measuring.ts'
import { type RunningServer, startServer } from './product/processes.ts'
import { reportStandalone } from './report.ts'
import { type Finding, ms } from './rows/row.ts'

/**
 * The CPU that each processor's adapter adds to a payment, with its HTTP request: a charge by card, or the capture of an approved
 * order. The processor's answers come from another process, which repeats them. The reference is as many bare requests as the adapter
 * makes.
 * `node bench/processors.ts [payments]`
 */
const PAYMENTS = Number(process.argv[2] ?? 300)
const ROUNDS = 5
const MAX_MS = 1
const SECRET_KEY = randomBytes(32).toString('hex')
const OUR_ID = '0190a5b6-0000-7000-8000-000000000001'
const ACCOUNT = '0190a5b6-0000-7000-8000-000000000002'
const KEY = 'bench-payment'
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|localhost):\d+/

const REQUEST: Omit<CreateRequest, 'method'> = {
  ourId: OUR_ID,
  amount: { minor: 12_345n, currency: 'USD' },
  type: 'credit_card',
  depositTo: 'operating',
  customer: { ref: ACCOUNT, name: 'Pat Payer', email: 'pat@payers.example' },
  invoice: { id: ACCOUNT, number: 'INV-1001' },
  storeMethod: false,
  payerPresent: true,
  capture: 'now',
}

/** Creates the adapter with settings of its own. */
function createAdapter({ id }: StartedProcessor, env: Readonly<Record<string, string>>): PaymentProcessor {
  const config = readConfig({ NODE_ENV: 'test', SECRET: SECRET_KEY, ...env })
  const app = { config, clock: systemClock } as App
  return createProcessors(app).find((one) => one.id === id)!
}

const succeeded = <T>(outcome: Outcome<T>): T => {
  if (outcome.ok) return outcome.value
  throw new Error(`The processor answered ${JSON.stringify(outcome.error)}`)
}

/** The query of the processor's redirect, whose further values the API takes in a field of their own. */
function queryOf(body: object): Record<string, string> {
  const { extra_data, ...query } = body as { readonly extra_data?: object }
  return { ...query, ...extra_data }
}

/** Connects a company by the adapter alone, as its owner does. */
async function connect(
  started: StartedProcessor,
): Promise<{ connection: Connection; processor: ConnectedProcessor }> {
  const adapter = createAdapter(started, started.env)
  const verifier = 'v'.repeat(64)
  const redirectUri = `http://localhost:3000${adapter.callbackPath ?? ''}`
  let connection: Connection = { accountId: ACCOUNT }
  const link: CompanyLink = {
    async ask(step, body = {}) {
      if (step === 'start') {
        const challenge = sha256(verifier).toString('base64url')
        return adapter.connectStart!({ state: 'bench', challenge, redirectUri })
      }
      const outcome =
        step === 'finish'
          ? await adapter.connectFinish!(queryOf(body), redirectUri, verifier)
          : await adapter.connectWithKeys!((body as { values: Record<string, string> }).values)
      const credentials = succeeded(outcome)
      connection = {
        ...connection,
        credentials,
        ...(credentials.remoteId && { remoteId: credentials.remoteId }),
      }
      return {}
    },
    remoteId: async () => connection.remoteId!,
  }
  const processor = await started.connect(link)
  return { connection, processor }
}

/** Starts a process that repeats the processor's answers, for each address in its settings. */
async function repeatAnswers({ env }: StartedProcessor) {
  const repeaters = new Map<string, RunningServer>()
  for (const value of Object.values(env)) {
    const origin = LOOPBACK.exec(value)?.[0]
    if (origin && !repeaters.has(origin))
      repeaters.set(
        origin,
        await startServer(['bench/references/repeat-answers.ts'], { TARGET: origin }, '/requests'),
      )
  }
  const repeated = (value: string): string =>
    value.replace(LOOPBACK, (origin) => `http://127.0.0.1:${repeaters.get(origin)!.port}`)
  return {
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, repeated(value)])),
    port: [...repeaters.values()][0]!.port,
    requests: async () => {
      let count = 0
      for (const { port } of repeaters.values())
        count += Number(await (await fetch(`http://127.0.0.1:${port}/requests`)).text())
      return count
    },
    stop: async () => {
      for (const one of repeaters.values()) await one.stop()
    },
  }
}

/** Returns a call that takes the same payment each time. */
async function payment(
  adapter: PaymentProcessor,
  connection: Connection,
  processor: ConnectedProcessor,
): Promise<() => Promise<Outcome<unknown>>> {
  const takesCards = adapter.capabilities(connection).types.includes('credit_card')
  if (takesCards) {
    const { values } = await processor.fill('credit_card', 'good')
    const request: CreateRequest = {
      ...REQUEST,
      method: { kind: 'fields', values: values as Record<string, string> },
    }
    return () => adapter.create(connection, request, KEY)
  }
  const order = succeeded(
    await adapter.create(connection, { ...REQUEST, type: 'paypal', method: { kind: 'browser' } }, KEY),
  )
  await processor.approveOrder!(order.providerRef)
  return () => adapter.confirm!(connection, order.providerRef, 'approve', KEY)
}

/** CPU ms of this process for each call. */
async function cpuOf(call: () => Promise<unknown>): Promise<number> {
  const before = ownCpuS()
  for (let n = 0; n < PAYMENTS; n++) await call()
  return ((ownCpuS() - before) * 1000) / PAYMENTS
}

const bareRequest = (port: number) => async () =>
  (
    await fetch(`http://127.0.0.1:${port}/requests`, { method: 'POST', body: JSON.stringify({ amount: 1 }) })
  ).text()

async function measure(row: (typeof REMOTE_ROWS)[number]): Promise<Finding> {
  const started = await row.start(() => Date.now())
  const { connection, processor } = await connect(started)
  const answers = await repeatAnswers(started)
  try {
    const adapter = createAdapter(started, answers.env)
    const pay = await payment(adapter, connection, processor)
    const bare = bareRequest(answers.port)
    succeeded(await pay())
    await cpuOf(pay)
    await cpuOf(bare)
    const before = await answers.requests()
    succeeded(await pay())
    const requests = (await answers.requests()) - before
    const rounds: { bareMs: number; payMs: number }[] = []
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({ bareMs: (await cpuOf(bare)) * requests, payMs: await cpuOf(pay) })
    const addedMs = median(rounds.map(({ bareMs, payMs }) => payMs - bareMs))
    return {
      what: `a payment by ${row.name}: CPU of its adapter`,
      at: `${PAYMENTS} payments, one at once`,
      figure: ms(median(rounds.map(({ payMs }) => payMs))),
      reference: `${requests} bare request${requests === 1 ? '' : 's'} ${ms(median(rounds.map(({ bareMs }) => bareMs)))}`,
      ratio: `${median(rounds.map(({ bareMs, payMs }) => payMs / bareMs)).toFixed(2)} ×`,
      target: `≤ ${MAX_MS} ms more`,
      met: addedMs <= MAX_MS,
    }
  } finally {
    await answers.stop()
    await started.close()
  }
}

const findings: Finding[] = []
for (const row of REMOTE_ROWS) findings.push(await measure(row))
reportStandalone('processors', findings)
