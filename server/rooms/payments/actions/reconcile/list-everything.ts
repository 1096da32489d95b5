import type { Listing, Outcome } from '../../../../gateways/payments/port.ts'
import type { App } from '../../../../platform/context.ts'
import { callProvider } from '../processor/call-provider.ts'

const MAX_PARTS = 10_000

/**
 * Yields every page of a processor's listing. Throws when the processor does not answer or the listing does
 * not end.
 */
export async function* listEverything<T>(
  app: App,
  what: string,
  list: (after: string | null) => Promise<Outcome<Listing<T>>>,
): AsyncGenerator<readonly T[]> {
  let after: string | null = null
  for (let part = 0; part < MAX_PARTS; part++) {
    const from: string | null = after
    const listed: Outcome<Listing<T>> = await callProvider(app, what, () => list(from))
    if (!listed.ok) throw new Error(`${what}: ${listed.error.kind} ${listed.error.code}`)
    yield listed.value.items
    after = listed.value.next
    if (after === null) return
  }
  throw new Error(`${what}: more than ${MAX_PARTS} parts`)
}
