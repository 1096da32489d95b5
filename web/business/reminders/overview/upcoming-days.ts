import type { CalendarDate } from '../../../../domain/dates/calendar.ts'
import { displayAmount } from '../../../../domain/money/money.ts'
import { minorOf } from '../../../ui/text/money-text.ts'

/** The part of a row of the list from which its day is computed. */
export interface UpcomingRow {
  readonly day: CalendarDate
  readonly kind: string
  readonly is_thanks: boolean
  readonly currency: string
  readonly remaining: string
}

export interface UpcomingDay<Row> {
  readonly day: CalendarDate
  readonly rows: readonly Row[]
}

/** Days are open until so many messages are shown. */
const SHOWN_MESSAGES = 25

/** Returns the rows by their days, which are in order. */
export const groupDays = <Row extends UpcomingRow>(rows: readonly Row[]): readonly UpcomingDay<Row>[] =>
  [...Map.groupBy(rows, ({ day }) => day)].map(([day, own]) => ({ day, rows: own }))

/** Returns the first days, which are open when the list is. */
export function firstDays<Row>(days: readonly UpcomingDay<Row>[]): ReadonlySet<CalendarDate> {
  let shown = 0
  const open = days.filter(({ rows }) => {
    const isOpen = shown < SHOWN_MESSAGES
    shown += rows.length
    return isOpen
  })
  return new Set(open.map(({ day }) => day))
}

/** Every other channel brings messages. */
const UNITS = [
  ['message', 'messages', ({ kind }: UpcomingRow) => kind !== 'task' && kind !== 'staff_note'],
  ['task', 'tasks', ({ kind }: UpcomingRow) => kind === 'task'],
  ['staff note', 'staff notes', ({ kind }: UpcomingRow) => kind === 'staff_note'],
] as const

/** Tells what a list of rows holds: `2 messages, 1 task`. */
export const contentText = (rows: readonly UpcomingRow[]): string =>
  UNITS.flatMap(([one, several, isOfUnit]) => {
    const count = rows.filter(isOfUnit).length
    return count === 0 ? [] : [`${count.toLocaleString('en-US')} ${count === 1 ? one : several}`]
  }).join(', ')

/** Tells how much the messages ask for, in each currency; empty when they ask for nothing. */
export const askedText = (rows: readonly UpcomingRow[]): string =>
  [
    ...Map.groupBy(
      rows.filter(({ kind, is_thanks }) => kind === 'email' && !is_thanks),
      ({ currency }) => currency,
    ),
  ]
    .map(([currency, own]) =>
      displayAmount(
        own.reduce((sum, { remaining }) => sum + minorOf(remaining, currency), 0n),
        currency,
      ),
    )
    .join(' and ')
