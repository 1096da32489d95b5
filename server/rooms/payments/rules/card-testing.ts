/** How far back attempts with new cards are looked at, and so for how long they stay closed. */
export const CARD_WATCH_MS = 3_600_000

/** What payers tried with new cards of late, all invoices of a company together. */
export interface CardAttempts {
  /** Known where enough were declined for it to matter; otherwise 0. */
  readonly made: number
  readonly declined: number
}

export const FEWEST_DECLINES = 20

/**
 * Do the declines of a company's payers look like somebody who tries out stolen cards? Customers mistype a card now and
 * then; twenty declines within an hour, and those three of four attempts, are no customers' doing.
 */
export const looksLikeCardTesting = ({ made, declined }: CardAttempts): boolean =>
  declined >= FEWEST_DECLINES && declined * 4 >= made * 3
