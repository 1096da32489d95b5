const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  clocks.set(timeZone, made)
  return made
}

/**
 * True for an IANA zone name ('America/New_York', 'UTC'). Bare offsets are refused: they have no summer time,
 * and databases and browsers interpret their sign in opposite ways.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{1,63}$/.test(name)) return false
  try {
    clockOf(name)
    return true
  } catch {
    return false
  }
}

export type WallTime = {
  /** YYYY-MM-DD */
  date: string
  second: number
}

/** Local date and time: the date, and the seconds since midnight as a wall clock shows them. */
export function wallTime(instant: number, timeZone: string): WallTime {
  const found: Record<string, string> = {}
  for (const part of clockOf(timeZone).formatToParts(instant)) found[part.type] = part.value
  const { year = '', month = '', day = '', hour = '', minute = '', second = '' } = found
  return {
    date: `${year.padStart(4, '0')}-${month}-${day}`,
    second: Number(hour) * 3600 + Number(minute) * 60 + Number(second),
  }
}

/** The calendar date in a zone at an instant (epoch milliseconds). Throws RangeError for an unknown zone. */
export function dateInZone(instant: number, timeZone: string): string {
  return wallTime(instant, timeZone).date
}
