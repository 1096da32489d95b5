import { HOUR_MS } from '../../../../domain/dates/durations.ts'

/** The period of counted attempts, and so the time for which new cards stay closed. */
export const CARD_WATCH_MS = HOUR_MS

/** Recent attempts with new cards on all invoices of a company. */
export interface CardAttempts {
  /** Counted only when there are enough declines; otherwise 0. */
  readonly made: number
  readonly declined: number
}

export const FEWEST_DECLINES = 20

/**
 * True when a company's declines look like card testing. Customers mistype a card now and then, but they do
 * not cause twenty declines within an hour that are also three of four attempts.
 */
export const looksLikeCardTesting = ({ made, declined }: CardAttempts): boolean =>
  declined >= FEWEST_DECLINES && declined * 4 >= made * 3
