import type { EventType, EventTypesByAction } from '../../../../domain/accounts/event-types.ts'
import type { Right } from '../../../../domain/people/roles.ts'

/** Rights without which these events are not shown. The others are shown to everybody who may read the list. */
const NEEDED: Readonly<Partial<Record<EventType, Right>>> = {
  'customer.auto_payments_turned_on': 'auto_payments.read',
  'customer.auto_payments_turned_off': 'auto_payments.read',
}

/** The types of events that a caller with these rights may see, by the audit action that records them. */
export function eventsShownTo(
  may: (right: Right) => boolean,
  types: EventTypesByAction,
): ReadonlyMap<string, EventType> {
  const maySee = (type: EventType): boolean => {
    const right = NEEDED[type]
    return right === undefined || may(right)
  }
  return new Map(Object.entries(types).filter(([, type]) => maySee(type)))
}
