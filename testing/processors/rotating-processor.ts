import {
  failed,
  type Outcome,
  type PaymentProcessor,
  succeeded,
} from '../../server/gateways/payments/port.ts'
import type { App } from '../../server/platform/context.ts'
import { createKeyedProcessor } from './keyed-processor.ts'

const LIFE_MS = 3_600_000

/** Tokens of a processor that takes each refresh token once, and only the newest access token. */
export interface Tokens {
  /** Refreshes that were asked for. */
  asked: number
  /** Makes the access token expire at the processor, whatever the connection says. */
  expire(): void
  /** Makes the processor refuse the next refreshes, or not answer them. */
  fail(how: 'refuse' | 'no answer' | null): void
  /** Delays each answer. */
  slow(ms: number): void
}

/** A processor of this id whose access expires after an hour. */
export function createRotatingProcessor(app: App): { adapter: PaymentProcessor; tokens: Tokens } {
  let count = 0
  let valid = ''
  let failing: 'refuse' | 'no answer' | null = null
  let delayMs = 0
  const tokens: Tokens = {
    asked: 0,
    expire: () => {
      valid = ''
    },
    fail: (how) => {
      failing = how
    },
    slow: (ms) => {
      delayMs = ms
    },
  }
  const keyed = createKeyedProcessor(app, { id: 'rotating', name: 'Rotating Pay' })
  const give = () => {
    valid = `access-${++count}`
    return {
      accessToken: valid,
      refreshToken: `refresh-${count}`,
      accessExpiresAt: new Date(app.clock.wallNow() + LIFE_MS).toISOString(),
    }
  }
  const letIn =
    <Given extends [{ credentials?: { accessToken?: string } }, ...unknown[]], T>(
      call: (...given: Given) => Promise<Outcome<T>>,
    ) =>
    async (...given: Given): Promise<Outcome<T>> =>
      given[0].credentials?.accessToken === valid && valid !== ''
        ? call(...given)
        : failed({ kind: 'auth', code: 'invalid_token', raw: null })
  const adapter: PaymentProcessor = {
    ...keyed,
    async connectWithKeys(values) {
      const checked = await keyed.connectWithKeys!(values)
      return checked.ok ? succeeded({ ...checked.value, ...give() }) : checked
    },
    async refresh({ refreshToken }) {
      tokens.asked++
      await new Promise((resolve) => setTimeout(resolve, delayMs))
      if (failing === 'no answer') return failed({ kind: 'unavailable', code: '503', raw: null })
      if (failing === 'refuse' || refreshToken !== `refresh-${count}`)
        return failed({ kind: 'invalid', code: 'invalid_grant', raw: null })
      return succeeded(give())
    },
    health: letIn(keyed.health),
    create: letIn(keyed.create),
    fetch: letIn(keyed.fetch),
  }
  return { adapter, tokens }
}
