import type { EventType, EventTypesByAction } from '../../../../domain/accounts/event-types.ts'
import { type Right, roleCan, type StaffRole } from '../../../../domain/people/roles.ts'

/** Rights without which these events are not shown. The others are shown to everybody who may read the list. */
const NEEDED: Readonly<Partial<Record<EventType, Right>>> = {
  'customer.auto_payments_turned_on': 'auto_payments.read',
  'customer.auto_payments_turned_off': 'auto_payments.read',
}

/** The types of events that a member with this role may see, by the audit action that records them. */
export function eventsShownTo(
  role: StaffRole | null,
  types: EventTypesByAction,
): ReadonlyMap<string, EventType> {
  const maySee = (type: EventType): boolean => {
    const right = NEEDED[type]
    return right === undefined || (role !== null && roleCan(role, right))
  }
  return new Map(Object.entries(types).filter(([, type]) => maySee(type)))
}
