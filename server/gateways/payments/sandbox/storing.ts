import { isoInstant } from '../../../platform/clock.ts'
import { hashOf } from '../../../platform/ids.ts'
import {
  type Connection,
  failed,
  type Outcome,
  type StoredMethod,
  type StoreRequest,
  succeeded,
} from '../port.ts'
import { type Behavior, firstState } from './behaviors.ts'
import { keepMethod } from './books.ts'
import type { Open } from './changes.ts'
import { checkFields, methodOf } from './fields.ts'
import { oncePerKey } from './replies.ts'

/**
 * Stores a method without a charge. A card that its bank declines is not stored; one that asks the bank is,
 * because the bank is asked again when it pays.
 */
export function store(
  open: Open,
  connection: Connection,
  { ourId, type, values, customer }: StoreRequest,
  key: string,
): Promise<Outcome<StoredMethod>> {
  return open(connection, async (books) => {
    if (type === 'paypal') return failed({ kind: 'unsupported', code: 'no_such_way', raw: null })
    const fields = checkFields(type, values, isoInstant(books.now).slice(0, 10))
    if (fields !== null) return failed({ kind: 'invalid', code: 'invalid_fields', fields, raw: null })
    const { facts, behavior } = methodOf(type, values)
    const hash = hashOf({ ourId, type, facts, customer: customer.ref })
    const { outcome } = await oncePerKey<StoredMethod>(books, key, hash, async () => {
      const declined = declineOf(behavior)
      if (declined !== null) return declined
      return succeeded({ ...facts, token: await keepMethod(books, customer.ref, facts, behavior) })
    })
    return outcome
  })
}

function declineOf(behavior: Behavior): Outcome<never> | null {
  const { reason } = firstState(behavior, true)
  return reason && failed({ kind: 'declined', code: reason.code, userMessage: reason.message, raw: null })
}
