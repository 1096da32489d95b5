import type { Listing, Outcome } from '../../../../gateways/payments/port.ts'
import type { App } from '../../../../platform/context.ts'
import { callProcessor } from '../processor/call-processor.ts'

const MAX_PAGES = 10_000

/**
 * Yields every page of a processor's listing. Throws when the processor does not answer or the listing does
 * not end.
 */
export async function* listAllPages<T>(
  app: App,
  what: string,
  list: (after: string | null) => Promise<Outcome<Listing<T>>>,
): AsyncGenerator<readonly T[]> {
  let after: string | null = null
  for (let page = 0; page < MAX_PAGES; page++) {
    const from: string | null = after
    const listed: Outcome<Listing<T>> = await callProcessor(app, what, () => list(from))
    if (!listed.ok) throw new Error(`${what}: ${listed.error.kind} ${listed.error.code}`)
    yield listed.value.items
    after = listed.value.next
    if (after === null) return
  }
  throw new Error(`${what}: more than ${MAX_PAGES} pages`)
}
