import { z } from 'zod'
import { isCalendarDate } from '../domain/dates/calendar.ts'
import { FILTER_OPERATORS, text } from './shapes.ts'

export type FilterKind = 'amount' | 'number' | 'boolean' | 'text' | 'date' | 'id'
export type FilterOperator = (typeof FILTER_OPERATORS)[number]

/** One condition on a list: `filter_balance_gte=100`, or `exclude_` for its opposite. */
export interface Filter {
  readonly name: string
  readonly operator: FilterOperator
  readonly argument: string
  readonly exclude: boolean
}

const SHAPES: Record<FilterKind, z.ZodType<string>> = {
  amount: z.string().regex(/^-?\d{1,15}(\.\d{1,4})?$/, 'Enter a valid number.'),
  number: z.string().regex(/^-?\d{1,9}$/, 'Enter a valid number.'),
  boolean: z.enum(['true', 'false'], 'Enter true or false.'),
  text: text(100).min(1, 'Enter a value.'),
  date: z.string().refine(isCalendarDate, 'Enter a date that exists, as YYYY-MM-DD.'),
  id: z.uuid('Not a valid id.'),
}

/**
 * `filter_NAME_OPERATOR` and `exclude_NAME_OPERATOR` for each column that a list offers; without an operator
 * it is `eq`.
 */
export function filters<const Columns extends Record<string, FilterKind>>(
  columns: Columns,
): Record<string, z.ZodOptional<z.ZodType<string>>> {
  const shape: Record<string, z.ZodOptional<z.ZodType<string>>> = {}
  for (const [name, kind] of Object.entries(columns)) {
    for (const verb of ['filter', 'exclude']) {
      shape[`${verb}_${name}`] = SHAPES[kind].optional()
      for (const operator of FILTER_OPERATORS) shape[`${verb}_${name}_${operator}`] = SHAPES[kind].optional()
    }
  }
  return shape
}

const KEY = new RegExp(`^(filter|exclude)_(.+?)(?:_(${FILTER_OPERATORS.join('|')}))?$`)

/** The conditions of a parsed query. */
export function readFilters(query: Record<string, unknown>): Filter[] {
  return Object.entries(query).flatMap(([key, argument]) => {
    const match = KEY.exec(key)
    if (!match || typeof argument !== 'string') return []
    return [
      {
        name: match[2]!,
        operator: (match[3] ?? 'eq') as FilterOperator,
        argument,
        exclude: match[1] === 'exclude',
      },
    ]
  })
}
