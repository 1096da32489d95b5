import type { Outcome, PaymentProvider } from '../../server/gateways/payments/port.ts'
import { createSandbox } from '../../server/gateways/payments/sandbox/index.ts'
import { SCHEDULES } from '../../server/main/schedules.ts'
import { type App, inTransaction, unitOfWork } from '../../server/platform/context.ts'
import type { Schedule } from '../../server/platform/registry.ts'
import { findUserByEmail, openSession } from '../../server/rooms/identity/index.ts'
import { type ApiCall, callApi } from '../../testing/call-api.ts'
import { anHttpCompany, type HttpCompany } from '../../testing/http-company.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { type Trouble, troubled } from './faulty-processor.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
const MOMENT_MS = 40
const COMPANY = 'faulty-supplies'

/** A reply as a caller gets it. */
export interface Told {
  readonly status: number
  readonly retryAfter: unknown
  readonly body: Record<string, unknown>
}

/** The product with one company, and a processor that can be made to fail. */
export interface World {
  readonly test: TestServer
  readonly company: HttpCompany
  readonly trouble: Trouble
  /** By whoever may do everything. Sessions end as days go by, so each call has a fresh one. */
  staff(method: ApiCall['method'], path: string, body?: object): Promise<Told>
  /** A calendar date so many days from now. */
  dateIn(days: number): string
  /** What falls due now is done, as once a minute. */
  tick(): Promise<void>
  /** Half a minute without an answer passes in a moment. */
  impatiently<T>(work: () => Promise<T>): Promise<T>
  /** From now on the product is wrong on purpose. */
  make(bug: DeliberateFault): void
  close(): Promise<void>
}

export type Mistake = (outcome: Outcome<unknown>) => Outcome<unknown>

/** What is made wrong on purpose, to see that it is noticed. */
export interface DeliberateFault {
  readonly withoutSchedules?: readonly string[]
  /** Stands between the product and the processor, and takes its answers for something else. */
  readonly mistake?: Mistake
}

export async function openWorld(): Promise<World> {
  let trouble: Trouble | undefined
  let bug: DeliberateFault = {}
  const processors = (app: App): PaymentProvider[] => {
    const made = troubled(createSandbox(app))
    trouble = made.trouble
    return [mistaken(made.processor, () => bug.mistake)]
  }
  const test = await createTestServer({ processors, pool: 12 })
  const company = await anHttpCompany(test, COMPANY)
  const schedules = () => SCHEDULES.filter(({ name }) => !bug.withoutSchedules?.includes(name))
  return {
    test,
    company,
    trouble: trouble!,
    staff: async (method, path, body) => {
      const url = `/api/accounts/${company.accountId}/${path}`
      return toldBy(
        callApi(test.server, { method, path: url, token: await owner(test), ...(body && { body }) }),
      )
    },
    dateIn: (days) => new Date(test.clock.wallNow() + days * DAY_MS).toISOString().slice(0, 10),
    tick: () => tick(test, company.accountId, schedules()),
    impatiently: async (work) => {
      const { config } = test.app
      const { processorCallMs } = config
      Object.assign(config, { processorCallMs: MOMENT_MS })
      return work().finally(() => Object.assign(config, { processorCallMs }))
    },
    make: (made) => {
      bug = made
    },
    close: () => test.close(),
  }
}

/** What the processor answers to writes is taken for something else while there is a `mistake`. */
const mistaken = (real: PaymentProvider, mistake: () => Mistake | undefined): PaymentProvider =>
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

export async function toldBy(reply: ReturnType<typeof callApi>): Promise<Told> {
  const { status, headers, body } = await reply
  return { status, retryAfter: headers['retry-after'], body: body as Record<string, unknown> }
}

const owner = ({ app }: TestServer): Promise<string> =>
  inTransaction(app, { requestId: 'test', ip: null }, { kind: 'anonymous' }, async (ctx) => {
    const user = await findUserByEmail(ctx, `owner@${COMPANY}.test`)
    return (await openSession(ctx, { audience: 'staff', userId: user!.id })).token
  })

async function tick({ app }: TestServer, accountId: string, schedules: readonly Schedule[]): Promise<void> {
  const caller = { requestId: 'test', ip: null }
  for (const { name, run } of schedules)
    await run(unitOfWork(app, caller, { kind: 'system', job: name }, accountId))
}
