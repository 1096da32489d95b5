/** Reasons not to write to an address, the most final first. */
export const ADDRESS_MARKS = ['bounced', 'complained', 'unsubscribed'] as const
export type AddressMark = (typeof ADDRESS_MARKS)[number]

/** Returns the mark that says most about an address; null without one. */
export const strongestMark = (marks: readonly AddressMark[]): AddressMark | null =>
  ADDRESS_MARKS.find((mark) => marks.includes(mark)) ?? null
