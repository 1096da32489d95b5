import { type DateFormat, formatDate } from '../../../../domain/dates/calendar.ts'
import { isPeriod, PERIOD_TEXTS } from '../../../../domain/dates/periods.ts'
import { moneyText } from '../../../ui/text/money-text.ts'
import type { ActiveFilter, FilterField, FilterKind, Operator } from './filter-field.ts'

const COMPARED: Readonly<Record<Operator, string>> = {
  eq: 'is',
  neq: 'is not',
  gt: 'more than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
}
const DATED: Readonly<Record<Operator, string>> = {
  eq: 'on',
  neq: 'not on',
  gt: 'after',
  gte: 'from',
  lt: 'before',
  lte: 'until',
}

/** Operators of each kind in words, in the order in which they are offered. */
export const operatorsOf = (kind: FilterKind): readonly (readonly [Operator, string])[] => {
  const orders: readonly Operator[] =
    kind === 'date'
      ? ['eq', 'neq', 'lt', 'gt', 'gte', 'lte']
      : kind === 'amount' || kind === 'count' || kind === 'days'
        ? ['gte', 'gt', 'lte', 'lt', 'eq', 'neq']
        : ['eq', 'neq']
  const words = kind === 'date' ? DATED : COMPARED
  return orders.map((operator) => [operator, words[operator]])
}

/** Data for the words: the customer's name, the date format, and a currency for its digits. */
export interface FilterTexts {
  readonly customer: string
  readonly dates: DateFormat
  readonly currency: string
}

export interface FilterWords {
  /** 'Remaining at least' */
  readonly name: string
  /** '$500.00' */
  readonly value: string
}

/** A condition as a person would say it: 'Remaining at least' '$500.00', 'Overdue more than' '30 days'. */
export function filterWords({ field, condition }: ActiveFilter, texts: FilterTexts): FilterWords {
  const { operator, isExcluded, value, until } = condition
  const said = (text: string): string => valueText(field, text, texts)
  const name = field.chip ?? field.label
  if (operator === 'between') {
    if (value && until) return { name: `${name} from`, value: `${said(value)} to ${said(until)}` }
    return value
      ? { name: `${name} from`, value: said(value) }
      : { name: `${name} until`, value: said(until) }
  }
  if (field.kind === 'date' && isPeriod(value)) return { name, value: PERIOD_TEXTS[value] }
  const words = field.kind === 'date' ? DATED : COMPARED
  return { name: `${name} ${isExcluded ? excluded(operator, words) : words[operator]}`, value: said(value) }
}

/** An exclusion of an equal value is an inequality, and the reverse. */
function excluded(operator: Operator, words: Readonly<Record<Operator, string>>): string {
  if (operator === 'eq') return words.neq
  return operator === 'neq' ? words.eq : `not ${words[operator]}`
}

function valueText(field: FilterField, value: string, texts: FilterTexts): string {
  switch (field.kind) {
    case 'amount':
      return moneyText(value, texts.currency)
    case 'days':
      return value === '1' ? '1 day' : `${value} days`
    case 'date':
      return formatDate(value, texts.dates)
    case 'customer':
      return texts.customer
    case 'choice':
      return field.options?.find((option) => option.value === value)?.label ?? value
    case 'count':
    case 'currency':
      return value
  }
}
