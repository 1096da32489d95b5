import type { DateFormat } from '../../../domain/dates/calendar.ts'

/** The portal's company and its date format. */
export interface PortalCompany {
  readonly name: string
  readonly logo: string | null
  /** Address and number of the company for questions; each empty when it gave none. */
  readonly email: string
  readonly phone: string
  /** A line of the company to its customers; empty without one. */
  readonly note: string
  readonly dateFormat: DateFormat
  /** True for the older portal, which a flag selects. */
  readonly legacy: boolean
}
