import { type AskedCall, failed, type Outcome } from '../../../../gateways/payments/port.ts'
import type { App } from '../../../../platform/context.ts'
import { sha256 } from '../../../../platform/ids.ts'

/**
 * Calls a processor outside any transaction. A call that throws or times out may still have had its effect,
 * so it counts as unknown and never as failed.
 */
export async function callProcessor<T>(
  app: App,
  what: string,
  call: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<Outcome<T>>((resolve) => {
    timer = setTimeout(() => resolve(unknown('timeout')), app.config.processorCallMs)
  })
  try {
    return counted(app, what, await Promise.race([call(), tooLong]))
  } catch (error) {
    app.log.error('payment processor call failed', { call: what, error })
    return counted(app, what, unknown('thrown'))
  } finally {
    clearTimeout(timer)
  }
}

function counted<T>(app: App, what: string, outcome: Outcome<T>): Outcome<T> {
  const [processor = what] = what.split(' ')
  app.metrics.processorCalls.inc({ processor, outcome: outcome.ok ? 'ok' : outcome.error.kind })
  return outcome
}

const unknown = (reason: string): Outcome<never> =>
  failed({ kind: 'unknown_outcome', code: reason, raw: null })

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
const KEY_LENGTH = 36

/** The idempotency key of an operation on one of our objects; the same for every retry. */
export function processorKey(objectId: string, operation: string, attempt = 1): string {
  const digest = sha256(`${objectId}|${operation}|${attempt}`)
  let bits = BigInt(`0x${digest.toString('hex')}`) << 4n
  let key = ''
  for (let index = 0; index < 52; index++) {
    key = BASE32[Number(bits & 31n)] + key
    bits >>= 5n
  }
  return key.slice(0, KEY_LENGTH)
}

/** Identifies the call that started a payment or a refund, to find it at the processor. */
export const askedCall = (objectId: string, operation: 'create' | 'refund', askedAt: Date): AskedCall => ({
  ourId: objectId,
  key: processorKey(objectId, operation),
  askedAt: askedAt.getTime(),
})
