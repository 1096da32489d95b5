import { addDays, type CalendarDate, weekday } from '../../../../domain/dates/calendar.ts'

interface DayCount {
  readonly day: CalendarDate
  readonly before_due: number
  readonly after_due: number
}

export interface Week {
  /** Its Monday. */
  readonly from: CalendarDate
  readonly until: CalendarDate
  readonly before: number
  readonly after: number
}

/** Returns the weeks from one day to another, with the messages of each. */
export function weeksOf(days: readonly DayCount[], from: CalendarDate, until: CalendarDate): Week[] {
  const weeks: Week[] = []
  for (let monday = mondayOf(from); monday <= until; monday = addDays(monday, 7)) {
    const sunday = addDays(monday, 6)
    const own = days.filter(({ day }) => day >= monday && day <= sunday)
    weeks.push({
      from: monday,
      until: sunday,
      before: own.reduce((sum, one) => sum + one.before_due, 0),
      after: own.reduce((sum, one) => sum + one.after_due, 0),
    })
  }
  return weeks
}

const mondayOf = (day: CalendarDate): CalendarDate => addDays(day, -((weekday(day) + 6) % 7))
