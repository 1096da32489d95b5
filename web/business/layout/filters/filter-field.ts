import { isCalendarDate } from '../../../../domain/dates/calendar.ts'
import { datesOfPeriod, isPeriod } from '../../../../domain/dates/periods.ts'
import type { ListSearch } from '../../list-search.ts'

export type FilterKind = 'amount' | 'count' | 'days' | 'date' | 'currency' | 'choice' | 'customer'

/** A field by which a list can be filtered. */
export interface FilterField {
  /** Name in the list's query: 'total' for filter_total_gte. */
  readonly id: string
  /** 'Invoice date' */
  readonly label: string
  readonly kind: FilterKind
  /** Begins the chip where that isn't the label: 'Dated'. */
  readonly chip?: string
  /** The parameter is the id itself and takes no operator: customer=…, not filter_customer_eq=…. */
  readonly plain?: true
  /** Values of a choice, with their words in the chip. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
}

export const OPERATORS = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'] as const
export type Operator = (typeof OPERATORS)[number]

/** One condition of a list. 'between' is a first and a last value; either may be empty, but not both. */
export interface Condition {
  readonly operator: Operator | 'between'
  readonly isExcluded: boolean
  readonly value: string
  readonly until: string
}

/** A condition with the parameters that hold it. */
export interface ActiveFilter {
  readonly field: FilterField
  readonly condition: Condition
  readonly params: readonly string[]
}

const ACCEPTED: Readonly<Record<FilterKind, RegExp>> = {
  amount: /^-?\d{1,15}(\.\d{1,4})?$/,
  count: /^\d{1,5}$/,
  days: /^\d{1,5}$/,
  date: /^\d{4}-\d\d-\d\d$/,
  currency: /^[A-Z]{3}$/,
  choice: /./,
  customer: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
}

/** True when the API accepts the value for the field. */
export const isAccepted = ({ kind, options }: FilterField, value: string): boolean =>
  kind === 'date'
    ? isCalendarDate(value)
    : ACCEPTED[kind].test(value) && (!options || options.some((option) => option.value === value))

const paramOf = (field: FilterField, operator: Operator, isExcluded: boolean): string => {
  if (field.plain) return field.id
  const name = `${isExcluded ? 'exclude' : 'filter'}_${field.id}`
  return operator === 'eq' ? name : `${name}_${operator}`
}

interface Param {
  readonly field: FilterField
  readonly name: string
  readonly operator: Operator
  readonly isExcluded: boolean
}

/** Every parameter of a field; `eq` has a second spelling, which the API accepts too. */
const paramsOf = (field: FilterField): Param[] =>
  field.plain
    ? [{ field, name: field.id, operator: 'eq', isExcluded: false }]
    : [false, true].flatMap((isExcluded) => [
        { field, name: `${paramOf(field, 'eq', isExcluded)}_eq`, operator: 'eq' as const, isExcluded },
        ...OPERATORS.map((operator) => ({
          field,
          name: paramOf(field, operator, isExcluded),
          operator,
          isExcluded,
        })),
      ])

/** Names of all parameters of the fields. */
export const filterParams = (fields: readonly FilterField[]): string[] =>
  fields.flatMap((field) => paramsOf(field).map(({ name }) => name))

const isPeriodOf = ({ field, operator, isExcluded }: Param, value: string): boolean =>
  field.kind === 'date' && operator === 'eq' && !isExcluded && isPeriod(value)

/** Drops filters that the API would refuse, so that a mistyped link still shows the list. */
export const cleanFilters =
  (fields: readonly FilterField[]) =>
  (search: ListSearch): ListSearch => {
    const known = new Map(fields.flatMap(paramsOf).map((param) => [param.name, param]))
    return Object.fromEntries(
      Object.entries(search).filter(([name, value = '']) => {
        const param = known.get(name)
        return !param || isAccepted(param.field, value) || isPeriodOf(param, value)
      }),
    )
  }

/** Replaces periods, such as filter_created=last_month, by their dates, which the API understands. */
export const resolvePeriods =
  (fields: readonly FilterField[], today: string) =>
  (query: Readonly<Record<string, string>>): Record<string, string> => {
    const resolved: Record<string, string> = { ...query }
    for (const param of fields.flatMap(paramsOf)) {
      const value = query[param.name]
      if (value === undefined || !isPeriodOf(param, value) || !isPeriod(value)) continue
      delete resolved[param.name]
      const { from, to } = datesOfPeriod(value, today)
      resolved[paramOf(param.field, 'gte', false)] = from
      resolved[paramOf(param.field, 'lte', false)] = to
    }
    return resolved
  }

/** The conditions of an address, in the order of the fields. */
export function activeFilters(fields: readonly FilterField[], search: ListSearch): ActiveFilter[] {
  return fields.flatMap((field) => {
    const given = paramsOf(field).filter(({ name }) => search[name])
    const [from, to] = (['gte', 'lte'] as const).map((one) => paramOf(field, one, false))
    const spans =
      field.kind === 'date' ? Boolean(search[from!] || search[to!]) : Boolean(search[from!] && search[to!])
    const span: ActiveFilter[] =
      spans && !field.plain
        ? [
            {
              field,
              condition: {
                operator: 'between',
                isExcluded: false,
                value: search[from!] ?? '',
                until: search[to!] ?? '',
              },
              params: [from!, to!],
            },
          ]
        : []
    const others = given.filter(({ name }) => span.length === 0 || (name !== from && name !== to))
    return [
      ...span,
      ...others.map(({ name, operator, isExcluded }) => ({
        field,
        condition: { operator, isExcluded, value: search[name]!, until: '' },
        params: [name],
      })),
    ]
  })
}

type Changes = Record<string, string | undefined>

/** Changes of the address that remove conditions. */
export const withoutFilters = (filters: readonly Pick<ActiveFilter, 'params'>[]): Changes =>
  Object.fromEntries(filters.flatMap(({ params }) => params.map((name) => [name, undefined])))

/** Changes of the address that set a condition. */
export function withCondition(
  field: FilterField,
  { operator, isExcluded, value, until }: Condition,
): Changes {
  if (operator !== 'between') return { [paramOf(field, operator, isExcluded)]: value }
  return {
    [paramOf(field, 'gte', false)]: value || undefined,
    [paramOf(field, 'lte', false)]: until || undefined,
  }
}
