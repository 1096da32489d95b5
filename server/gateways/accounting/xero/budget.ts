import { HOUR_MS, MINUTE_MS } from '../../../../domain/dates/durations.ts'

/** Calls that are left for posting and for a person who waits, when reading stops. */
const KEPT_MINUTE = 5
const KEPT_DAY = 250

interface Left {
  readonly minute: number
  readonly minuteUntilMs: number
  readonly day: number
  readonly dayUntilMs: number
}

/**
 * Calls that an organisation has left, as Xero states with each answer: 60 a minute and 5,000 a day, for all processes together.
 * https://developer.xero.com/documentation/guides/oauth2/limits
 */
export class CallBudget {
  readonly #left = new Map<string, Left>()
  readonly #wallNow: () => number

  constructor(wallNow: () => number) {
    this.#wallNow = wallNow
  }

  /** Returns how long a call has to wait; 0 when it may be made. */
  waitMs(tenant: string, isRead: boolean): number {
    const left = this.#left.get(tenant)
    if (!left) return 0
    const now = this.#wallNow()
    if (now < left.dayUntilMs && left.day <= (isRead ? KEPT_DAY : 0)) return left.dayUntilMs - now
    if (now < left.minuteUntilMs && left.minute <= (isRead ? KEPT_MINUTE : 0)) return left.minuteUntilMs - now
    return 0
  }

  /** Notes what the answer states. */
  note(tenant: string, headers: Headers): void {
    const [minute, day] = [countOf(headers, 'x-minlimit-remaining'), countOf(headers, 'x-daylimit-remaining')]
    if (minute === null && day === null) return
    const now = this.#wallNow()
    this.#left.set(tenant, {
      minute: minute ?? Infinity,
      minuteUntilMs: now + MINUTE_MS,
      day: day ?? Infinity,
      dayUntilMs: now + HOUR_MS,
    })
  }
}

function countOf(headers: Headers, name: string): number | null {
  const text = headers.get(name)
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null // not money: a number of calls
}
