import type { CalendarDate, DateFormat } from '../dates/calendar.ts'
import { calendarDate, MONTH_NAMES } from '../dates/calendar.ts'

export type LooseDateProblem = 'empty' | 'not_a_date' | 'impossible'
export type LooseDate = { ok: true; date: CalendarDate } | { ok: false; reason: LooseDateProblem }

const LONGEST = 64
// A year of two digits is of this century up to 79 and of the last one from 80 on.
const CENTURY_TURN = 80

const TIME =
  /[T ,]\s?\d{1,2}:\d{2}(:\d{2}([.,]\d{1,9})?)?\s?([AaPp]\.?[Mm]\.?)?\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/
const WEEKDAY = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,?\s+/i
const NUMERIC = /^(\d{1,4})\s?([/.\-\s])\s?(\d{1,2})\s?\2\s?(\d{1,4})$/
const COMPACT = /^(\d{4})(\d{2})(\d{2})$/
const MONTH_FIRST = /^([A-Za-z]{3,9})\.?[\s-]+(\d{1,2})(?:st|nd|rd|th)?,?[\s-]+(\d{4}|\d{2})$/i
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?\.?[\s-]+([A-Za-z]{3,9})\.?,?[\s-]+(\d{4}|\d{2})$/i
const YEAR_FIRST = /^(\d{4})[\s-]+([A-Za-z]{3,9})\.?[\s-]+(\d{1,2})$/

function fullYear(text: string): number | null {
  if (text.length === 4) return Number(text)
  if (text.length !== 2) return null
  const year = Number(text)
  return year < CENTURY_TURN ? 2000 + year : 1900 + year
}

/** Month of an English name or its first three letters or more ('Sept'): 1 to 12, or null. */
function monthOfName(name: string): number | null {
  const typed = name.toLowerCase()
  const index = MONTH_NAMES.findIndex((month) => month.toLowerCase().startsWith(typed))
  return index < 0 ? null : index + 1
}

function made(year: number | null, month: number | null, day: number): LooseDate {
  if (year === null || month === null) return { ok: false, reason: 'not_a_date' }
  const date = calendarDate(year, month, day)
  return date === null ? { ok: false, reason: 'impossible' } : { ok: true, date }
}

function parseNumeric(first: string, second: string, third: string, order: DateFormat): LooseDate {
  // Four leading digits are a year; nobody writes year, day, month.
  if (first.length === 4) return made(fullYear(first), Number(second), Number(third))
  if (third.length === 4) {
    if (order === 'YMD') return { ok: false, reason: 'not_a_date' }
  } else if (order === 'YMD') {
    return third.length > 2
      ? { ok: false, reason: 'not_a_date' }
      : made(fullYear(first), Number(second), Number(third))
  }
  if (first.length > 2) return { ok: false, reason: 'not_a_date' }
  const [month, day] = order === 'MDY' ? [first, second] : [second, first]
  return made(fullYear(third), Number(month), Number(day))
}

/**
 * Reads a date as people and programs write it: 3/4/26, 03.04.2026, 2026-04-03, 20260403, Apr 3, 2026, 3
 * April 2026, 3-Apr-26, each also followed by a time, which is dropped: the written day counts, in any zone.
 * `order` gives the meaning of leading numbers. A day that doesn't exist is 'impossible', never the next
 * month's.
 */
export function parseLooseDate(text: string, order: DateFormat): LooseDate {
  if (text.length > LONGEST) return { ok: false, reason: 'not_a_date' }
  const spaced = text.replace(/[\s\u00a0\u202f]+/gu, ' ').trim()
  if (spaced === '') return { ok: false, reason: 'empty' }
  const day = spaced.replace(TIME, '').replace(WEEKDAY, '').trim()
  const numeric = NUMERIC.exec(day)
  if (numeric) return parseNumeric(numeric[1] ?? '', numeric[3] ?? '', numeric[4] ?? '', order)
  const compact = COMPACT.exec(day)
  if (compact) return made(Number(compact[1]), Number(compact[2]), Number(compact[3]))
  const monthFirst = MONTH_FIRST.exec(day)
  if (monthFirst) {
    return made(fullYear(monthFirst[3] ?? ''), monthOfName(monthFirst[1] ?? ''), Number(monthFirst[2]))
  }
  const dayFirst = DAY_FIRST.exec(day)
  if (dayFirst) return made(fullYear(dayFirst[3] ?? ''), monthOfName(dayFirst[2] ?? ''), Number(dayFirst[1]))
  const yearFirst = YEAR_FIRST.exec(day)
  if (yearFirst) return made(Number(yearFirst[1]), monthOfName(yearFirst[2] ?? ''), Number(yearFirst[3]))
  return { ok: false, reason: 'not_a_date' }
}

const ORDERS: readonly DateFormat[] = ['MDY', 'DMY', 'YMD']

/**
 * True when samples begin with a four-digit year and every other date among them reads the same in any order.
 */
const yearsComeFirst = (samples: readonly string[]): boolean =>
  samples.some((sample) => /^\s*\d{4}/.test(sample) && parseLooseDate(sample, 'YMD').ok) &&
  samples.every((sample) => {
    const [first, ...others] = ORDERS.map((order) => {
      const read = parseLooseDate(sample, order)
      return read.ok ? read.date : null
    })
    return others.every((other) => other === first)
  })

/**
 * The one order in which every sample is a day that exists, year first where they are written so
 * ('2026-04-03', which reads the same in any order); null when several orders or none fit.
 */
export function guessDateOrder(samples: readonly string[]): DateFormat | null {
  const filled = samples.filter((sample) => sample.trim() !== '')
  if (filled.length === 0) return null
  const fitting = ORDERS.filter((order) => filled.every((sample) => parseLooseDate(sample, order).ok))
  if (fitting.length === 1) return fitting[0] ?? null
  return fitting.length === ORDERS.length && yearsComeFirst(filled) ? 'YMD' : null
}
