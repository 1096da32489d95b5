export type { DecimalMark, LooseAmount, LooseAmountProblem } from './loose-amount.ts'
export { DECIMAL_MARKS, guessDecimalMark, parseLooseAmount } from './loose-amount.ts'
export type { LooseDate, LooseDateProblem } from './loose-date.ts'
export { guessDateOrder, parseLooseDate } from './loose-date.ts'
