/** Ways to reckon a fee. */
export const KINDS = [
  { value: 'percent', label: 'A percentage of what remains' },
  { value: 'flat', label: 'An amount' },
  { value: 'both', label: 'An amount and a percentage' },
  { value: 'higher', label: 'The higher of an amount and a percentage' },
]

/** How often a fee is charged. */
export const REPEATS = [
  { value: 'once', label: 'Once' },
  { value: 'days', label: 'Every number of days' },
  { value: 'monthly', label: 'Each month' },
]

/** Whether a fee is charged on earlier fees. */
export const COMPOUNDS = [
  { value: 'no', label: 'No' },
  { value: 'yes', label: 'Yes, on top of earlier fees' },
]
