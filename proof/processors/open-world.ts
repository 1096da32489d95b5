import { DAY_MS } from '../../domain/dates/durations.ts'
import type { Capabilities, Outcome, PaymentProcessor } from '../../server/gateways/payments/port.ts'
import { createProcessors } from '../../server/main/processors.ts'
import { SCHEDULES } from '../../server/main/schedules.ts'
import { inTransaction, unitOfWork } from '../../server/platform/context.ts'
import type { Schedule } from '../../server/platform/registry.ts'
import { readConnection } from '../../server/rooms/connections/index.ts'
import { findUserByEmail, openSession } from '../../server/rooms/identity/index.ts'
import { type ApiCall, callApi } from '../../testing/call-api.ts'
import { anHttpCompany, type HttpCompany, type ReplyBody } from '../../testing/http-company.ts'
import { receiveFor } from '../../testing/processors/receive-for.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import type { FaultControl } from './fault-control.ts'
import type { CompanyLink, ConnectedProcessor, ProcessorRow } from './processor-row.ts'

const SHORT_TIMEOUT_MS = 100
/**
 * The only schedule that runs during the short timeout. A loaded machine may need longer than that for a call that
 * has no fault, such as verifying a webhook; the writes with the fault time out anyway.
 */
const QUICK_SCHEDULE = 'auto-payments.charge-due'

export interface Reply {
  readonly status: number
  readonly retryAfter: unknown
  readonly body: Record<string, unknown>
}

/** The product with one company, and a processor that can be made to fail. */
export interface World {
  readonly test: TestServer
  readonly company: HttpCompany
  /** The adapter's id. */
  readonly provider: string
  readonly processor: ConnectedProcessor
  readonly can: Capabilities
  readonly faults: FaultControl
  /** Whether the processor's answers to writes name the amount. */
  readonly namesAmounts: boolean
  /** Returns how the processor's traffic violated its contract. */
  violations(): readonly string[]
  /**
   * Makes a call as the owner. Each call opens a session, because sessions expire when the clock advances.
   */
  staff(method: ApiCall['method'], path: string, body?: object): Promise<Reply>
  /** Returns the date `days` from now. */
  dateIn(days: number): string
  /**
   * Runs the schedules, as the worker does once a minute, or only those named. During the short timeout, only the one that
   * charges.
   */
  runSchedules(names?: readonly string[]): Promise<void>
  /** Runs the work with a short timeout for calls to the processor. */
  withShortTimeout<T>(work: () => Promise<T>): Promise<T>
  /** Runs the work with charges that are only authorized, as a processor may do by its own settings. */
  onlyAuthorizing<T>(work: () => Promise<T>): Promise<T>
  /** Injects a bug into the product; {} removes it. */
  injectBug(bug: DeliberateBug): void
  close(): Promise<void>
}

export type Mistake = (outcome: Outcome<unknown>) => Outcome<unknown>

/** A deliberate bug, which the proof must detect. */
export interface DeliberateBug {
  readonly withoutSchedules?: readonly string[]
  /** Changes the outcomes of writes between the processor and the product. */
  readonly mistake?: Mistake
}

/** Opens a company that is connected to the row's processor. */
export async function openWorld(row: ProcessorRow, subDomain = 'faulty-supplies'): Promise<World> {
  const switches: Switches = { bug: {}, authorizes: false }
  let opened: TestServer | undefined
  const started = await row.start(() => opened?.clock.wallNow() ?? Date.now())
  const receiver = await receiveFor(() => opened!.server)
  const test = await createTestServer({
    processors: (app) =>
      (started.createProcessors ?? createProcessors)(app).map((one) => standInFront(one, switches)),
    env: { APP_ORIGIN: `http://localhost:${receiver.port}`, ...started.env },
    pool: 12,
  })
  opened = test
  const company = await anHttpCompany(test, subDomain)
  const processor = await started.connect(linkOf(test, company, started.id))
  const connection = await company.run((ctx) => readConnection(ctx, started.id))
  const adapter = test.app.processors.get(started.id)!
  return {
    test,
    company,
    provider: started.id,
    processor,
    can: adapter.capabilities(connection ?? { accountId: company.accountId }),
    faults: started.faults,
    namesAmounts: started.namesAmounts,
    violations: started.violations,
    ...timeOf(test, company, switches),
    staff: async (method, path, body) => {
      const url = `/api/accounts/${company.accountId}/${path}`
      const token = await owner(test, subDomain)
      return readReply(callApi(test.server, { method, path: url, token, ...(body && { body }) }))
    },
    async onlyAuthorizing(work) {
      switches.authorizes = true
      return work().finally(() => {
        switches.authorizes = false
      })
    },
    injectBug: (injected) => {
      switches.bug = injected
    },
    async close() {
      await started.close()
      await receiver.close()
      await test.close()
    },
  }
}

interface Switches {
  bug: DeliberateBug
  /** Charges are only authorized. */
  authorizes: boolean
}

function timeOf(
  test: TestServer,
  { accountId }: HttpCompany,
  switches: Switches,
): Pick<World, 'dateIn' | 'runSchedules' | 'withShortTimeout'> {
  const { config } = test.app
  const isQuick = () => config.processorCallMs === SHORT_TIMEOUT_MS
  const runs = (name: string) =>
    !switches.bug.withoutSchedules?.includes(name) && (!isQuick() || name === QUICK_SCHEDULE)
  return {
    dateIn: (days) => new Date(test.clock.wallNow() + days * DAY_MS).toISOString().slice(0, 10),
    runSchedules: (names) =>
      runSchedules(
        test,
        accountId,
        SCHEDULES.filter(({ name }) => runs(name) && (names?.includes(name) ?? true)),
      ),
    withShortTimeout: async (work) => {
      const { processorCallMs } = config
      Object.assign(config, { processorCallMs: SHORT_TIMEOUT_MS })
      return work().finally(() => Object.assign(config, { processorCallMs }))
    },
  }
}

/** Connects by the API, with the owner's session. */
const linkOf = (test: TestServer, company: HttpCompany, id: string): CompanyLink => ({
  async ask(step, body) {
    const path = `/api/accounts/${company.accountId}/payment-connections/${id}/${step}/`
    const { token } = company
    const reply = await callApi<ReplyBody>(test.server, {
      method: 'POST',
      path,
      token,
      ...(body && { body }),
    })
    if (reply.status !== 200) throw new Error(`${step} was refused: ${JSON.stringify(reply.body)}`)
    return reply.body
  },
  remoteId: async () => (await company.run((ctx) => readConnection(ctx, id)))!.remoteId!,
  inside: { test, company },
})

/** Stands between the product and the adapter, where bugs are injected and a charge is turned into an authorization. */
const standInFront = (real: PaymentProcessor, switches: Switches): PaymentProcessor =>
  new Proxy(real, {
    get: (target, name) => {
      const call = Reflect.get(target, name)
      if (name !== 'create' && name !== 'capture' && name !== 'refund') return call
      return async (...values: unknown[]) => {
        if (name === 'create' && switches.authorizes)
          values[1] = { ...(values[1] as object), capture: 'later' }
        const outcome = await call.apply(target, values)
        return switches.bug.mistake?.(outcome) ?? outcome
      }
    },
  })

export async function readReply(reply: ReturnType<typeof callApi>): Promise<Reply> {
  const { status, headers, body } = await reply
  return { status, retryAfter: headers['retry-after'], body: body as Record<string, unknown> }
}

const owner = ({ app }: TestServer, subDomain: string): Promise<string> =>
  inTransaction(app, { requestId: 'test', ip: null }, { kind: 'anonymous' }, async (ctx) => {
    const user = await findUserByEmail(ctx, `owner@${subDomain}.test`)
    return (await openSession(ctx, { audience: 'staff', userId: user!.id })).token
  })

async function runSchedules(
  { app }: TestServer,
  accountId: string,
  schedules: readonly Schedule[],
): Promise<void> {
  const caller = { requestId: 'test', ip: null }
  for (const { name, run } of schedules)
    await run(unitOfWork(app, caller, { kind: 'system', job: name }, accountId))
}
