import type { contract } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/route.ts'
import { addDays } from '../../../../domain/dates/calendar.ts'
import { startOfDayInZone } from '../../../../domain/dates/time-zone.ts'

type Asked = InputOf<typeof contract.auditLog.export>['body']

/** Asked for days, the log is narrowed by the instants at which they begin and end where the account is. */
export const narrowingOf = (asked: Asked, timeZone: string) => ({
  person: asked.person,
  actorKind: asked.actor_kind,
  area: asked.area,
  object: asked.object,
  fromMs: asked.from === undefined ? undefined : startOfDayInZone(asked.from, timeZone),
  beforeMs: asked.to === undefined ? undefined : startOfDayInZone(addDays(asked.to, 1), timeZone),
})

/** True for a time that ends before it begins. */
export const isBackwards = ({ from, to }: Pick<Asked, 'from' | 'to'>): boolean =>
  from !== undefined && to !== undefined && to < from
