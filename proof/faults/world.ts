import { DAY_MS } from '../../domain/dates/durations.ts'
import type { Outcome, PaymentProcessor } from '../../server/gateways/payments/port.ts'
import { createSandbox } from '../../server/gateways/payments/sandbox/index.ts'
import { SCHEDULES } from '../../server/main/schedules.ts'
import { type App, inTransaction, unitOfWork } from '../../server/platform/context.ts'
import type { Schedule } from '../../server/platform/registry.ts'
import { findUserByEmail, openSession } from '../../server/rooms/identity/index.ts'
import { type ApiCall, callApi } from '../../testing/call-api.ts'
import { anHttpCompany, type HttpCompany } from '../../testing/http-company.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { createFaultyProcessor, type FaultControl } from './faulty-processor.ts'

const SHORT_TIMEOUT_MS = 40
/**
 * The only schedule that runs during the short timeout. A loaded machine may need longer than that for a call that
 * has no fault, such as verifying a webhook; the writes with the fault time out anyway.
 */
const QUICK_SCHEDULE = 'auto-payments.charge-due'
const COMPANY = 'faulty-supplies'

export interface Reply {
  readonly status: number
  readonly retryAfter: unknown
  readonly body: Record<string, unknown>
}

/** The product with one company, and a processor that can be made to fail. */
export interface World {
  readonly test: TestServer
  readonly company: HttpCompany
  readonly faults: FaultControl
  /**
   * Makes a call as the owner. Each call opens a session, because sessions expire when the clock advances.
   */
  staff(method: ApiCall['method'], path: string, body?: object): Promise<Reply>
  /** Returns the date `days` from now. */
  dateIn(days: number): string
  /** Runs the schedules, as the worker does once a minute. During the short timeout, only the one that charges. */
  runSchedules(): Promise<void>
  /** Runs the work with a timeout of 40 ms for calls to the processor. */
  withShortTimeout<T>(work: () => Promise<T>): Promise<T>
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

export async function openWorld(): Promise<World> {
  let faults: FaultControl | undefined
  let bug: DeliberateBug = {}
  const processors = (app: App): PaymentProcessor[] => {
    const faulty = createFaultyProcessor(createSandbox(app))
    faults = faulty.faults
    return [applyMistake(faulty.processor, () => bug.mistake)]
  }
  const test = await createTestServer({ processors, pool: 12 })
  const company = await anHttpCompany(test, COMPANY)
  const isQuick = () => test.app.config.processorCallMs === SHORT_TIMEOUT_MS
  const schedules = () =>
    SCHEDULES.filter(
      ({ name }) => !bug.withoutSchedules?.includes(name) && (!isQuick() || name === QUICK_SCHEDULE),
    )
  return {
    test,
    company,
    faults: faults!,
    staff: async (method, path, body) => {
      const url = `/api/accounts/${company.accountId}/${path}`
      return readReply(
        callApi(test.server, { method, path: url, token: await owner(test), ...(body && { body }) }),
      )
    },
    dateIn: (days) => new Date(test.clock.wallNow() + days * DAY_MS).toISOString().slice(0, 10),
    runSchedules: () => runSchedules(test, company.accountId, schedules()),
    withShortTimeout: async (work) => {
      const { config } = test.app
      const { processorCallMs } = config
      Object.assign(config, { processorCallMs: SHORT_TIMEOUT_MS })
      return work().finally(() => Object.assign(config, { processorCallMs }))
    },
    injectBug: (injected) => {
      bug = injected
    },
    close: () => test.close(),
  }
}

/** Applies the mistake to the outcomes of writes, while there is one. */
const applyMistake = (real: PaymentProcessor, mistake: () => Mistake | undefined): PaymentProcessor =>
  new Proxy(real, {
    get: (target, name) => {
      const call = Reflect.get(target, name)
      if (name !== 'create' && name !== 'capture' && name !== 'refund') return call
      return async (...values: unknown[]) => {
        const outcome = await call(...values)
        return mistake()?.(outcome) ?? outcome
      }
    },
  })

export async function readReply(reply: ReturnType<typeof callApi>): Promise<Reply> {
  const { status, headers, body } = await reply
  return { status, retryAfter: headers['retry-after'], body: body as Record<string, unknown> }
}

const owner = ({ app }: TestServer): Promise<string> =>
  inTransaction(app, { requestId: 'test', ip: null }, { kind: 'anonymous' }, async (ctx) => {
    const user = await findUserByEmail(ctx, `owner@${COMPANY}.test`)
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
