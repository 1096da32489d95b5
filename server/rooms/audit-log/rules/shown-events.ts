import type { Filter, FilterOperator } from '../../../../contract/filters.ts'
import type { EventSubject, EventType, EventTypesByAction } from '../../../../domain/accounts/event-types.ts'
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

const COMPARED: Readonly<Record<FilterOperator, (one: string, other: string) => boolean>> = {
  lt: (one, other) => one < other,
  gt: (one, other) => one > other,
  lte: (one, other) => one <= other,
  gte: (one, other) => one >= other,
  eq: (one, other) => one === other,
  neq: (one, other) => one !== other,
}

/** Actions whose events are of a subject and match the filters of their type. */
export function actionsOf(
  shown: ReadonlyMap<string, EventType>,
  about: EventSubject | undefined,
  filters: readonly Filter[],
): string[] {
  const ofType = filters.filter(({ name }) => name === 'type')
  return [...shown].flatMap(([action, type]) =>
    (about === undefined || type.startsWith(`${about}.`)) &&
    ofType.every(({ operator, argument, exclude }) => COMPARED[operator](type, argument) !== exclude)
      ? [action]
      : [],
  )
}
