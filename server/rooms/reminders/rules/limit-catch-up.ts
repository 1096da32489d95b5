import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import type { PlannedStep } from './plan-day.ts'

/** Messages that an account sends in an hour while it catches up with days on which nothing ran. */
export const MAX_CAUGHT_UP_AN_HOUR = 500

/** Counts the emails of a day's plan whose steps all fell due before today, when nothing was decided about them. */
export const countLate = (
  messages: readonly (readonly Pick<PlannedStep, 'kind' | 'heldFor' | 'scheduledOn'>[])[],
  today: CalendarDate,
): number => messages.filter((steps) => steps.every((step) => isLate(step, today))).length

const isLate = (
  { kind, heldFor, scheduledOn }: Pick<PlannedStep, 'kind' | 'heldFor' | 'scheduledOn'>,
  today: CalendarDate,
): boolean => kind === 'email' && heldFor === null && scheduledOn < today
