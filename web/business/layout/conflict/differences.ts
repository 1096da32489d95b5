/** A part of a record that somebody else changed since it was read, in words. */
export interface Difference {
  readonly label: string
  readonly before: string
  readonly now: string
  /** Typed here instead; null where nothing was. */
  readonly mine: string | null
}

/** A record as it was read, as it is now, and as it was typed. */
export interface Versions<Values> {
  readonly read: Values
  readonly now: Values
  readonly mine: Values
}

/** Returns the difference of a part that somebody else changed; nothing for one that they left as it was. */
export const compareTexts = (label: string, { read, now, mine }: Versions<string>): readonly Difference[] =>
  read === now ? [] : [{ label, before: read, now, mine: mine === read || mine === now ? null : mine }]
