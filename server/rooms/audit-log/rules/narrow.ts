import type { contract } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/route.ts'
import { addDays } from '../../../../domain/dates/calendar.ts'
import { startOfDayInZone } from '../../../../domain/dates/time-zone.ts'

type LogRequest = Omit<InputOf<typeof contract.auditLog.export>['body'], 'format'>

/** Converts requested days to instants in the account's time zone. */
export const narrowingOf = (request: LogRequest, timeZone: string) => ({
  person: request.person,
  actorKind: request.actor_kind,
  area: request.area,
  object: request.object,
  fromMs: request.from === undefined ? undefined : startOfDayInZone(request.from, timeZone),
  beforeMs: request.to === undefined ? undefined : startOfDayInZone(addDays(request.to, 1), timeZone),
})

/** True for a range that ends before it begins. */
export const isBackwards = ({ from, to }: Pick<LogRequest, 'from' | 'to'>): boolean =>
  from !== undefined && to !== undefined && to < from
