import type { z } from 'zod'
import { msg, type Text } from '../../../domain/languages/msg.ts'

type Issue = z.core.$ZodRawIssue
type Code = NonNullable<Issue['code']>
type Of<C extends Code> = Extract<Issue, { code: C }>

/**
 * Message for a value that doesn't match its shape, where the shape has no text of its own. Passed to every
 * parse, so that zod's texts, which address programmers, are never shown.
 */
export function shapeText(issue: Issue): Text {
  if (issue.input === undefined) return msg('This field is required.')
  if (issue.input === null) return msg('This field needs a value.')
  const text = TEXTS[issue.code as Code] as ((issue: Issue) => Text) | undefined
  return text?.(issue) ?? WRONG
}

const WRONG = msg('Enter a valid value.')

const TEXTS: { readonly [C in Code]: (issue: Of<C>) => Text } = {
  invalid_type: ({ expected }) => KINDS[expected] ?? WRONG,
  invalid_value: ({ values }) => oneOf(values),
  too_big: (issue) => {
    if (issue.origin === 'string') return issue.exact ? exactly(issue.maximum) : atMost(issue.maximum)
    const counted = COUNTED[issue.origin]
    if (counted && issue.exact) return `Exactly ${counted(issue.maximum)}.`
    if (counted) return `At most ${counted(issue.maximum)}.`
    return issue.inclusive === false
      ? `Enter a number below ${issue.maximum}.`
      : `Enter ${issue.maximum} or less.`
  },
  too_small: (issue) => {
    const counted = COUNTED[issue.origin]
    if (issue.origin === 'string' && issue.exact) return exactly(issue.minimum)
    if (counted && issue.exact) return `Exactly ${counted(issue.minimum)}.`
    if (counted && Number(issue.minimum) === 1) return msg('This field is required.')
    if (issue.origin === 'string') return atLeast(issue.minimum)
    if (counted) return `At least ${counted(issue.minimum)}.`
    return issue.inclusive === false
      ? `Enter a number above ${issue.minimum}.`
      : `Enter ${issue.minimum} or more.`
  },
  invalid_format: ({ format }) => FORMATS[format] ?? msg('This text has the wrong format.'),
  not_multiple_of: ({ divisor }) => `Enter a multiple of ${divisor}.`,
  unrecognized_keys: () => UNKNOWN_FIELD,
  invalid_union: ({ options }) => (Array.isArray(options) ? oneOf(options) : WRONG),
  invalid_key: () => 'This name is not allowed here.',
  invalid_element: () => WRONG,
  custom: () => WRONG,
}

// The numbers are written without separators, as the API has always written them.
const atMost = (most: number | bigint): Text =>
  msg('At most {count, plural, one {{shown} character} other {{shown} characters}}.', {
    count: Number(most),
    shown: String(most),
  })
const atLeast = (least: number | bigint): Text =>
  msg('At least {count, plural, one {{shown} character} other {{shown} characters}}.', {
    count: Number(least),
    shown: String(least),
  })
const exactly = (count: number | bigint): Text =>
  msg('Exactly {count, plural, one {{shown} character} other {{shown} characters}}.', {
    count: Number(count),
    shown: String(count),
  })

export const UNKNOWN_FIELD = msg('This field is not known.')

const KINDS: Readonly<Record<string, string>> = {
  string: msg('Enter text.'),
  number: msg('Enter a number.'),
  int: msg('Enter a whole number.'),
  bigint: msg('Enter a whole number.'),
  boolean: 'This field is true or false.',
  array: 'This field takes a list.',
  tuple: 'This field takes a list.',
  set: 'This field takes a list.',
  object: 'This field takes an object.',
  record: 'This field takes an object.',
  map: 'This field takes an object.',
  date: msg('Enter a date.'),
}

const counting =
  (one: string, many: string) =>
  (count: number | bigint): string =>
    `${count} ${Number(count) === 1 ? one : many}`

/** Units of values that are counted rather than compared, by zod's names. */
const COUNTED: Readonly<Record<string, (count: number | bigint) => string>> = {
  string: counting('character', 'characters'),
  array: counting('entry', 'entries'),
  set: counting('entry', 'entries'),
  map: counting('entry', 'entries'),
  record: counting('entry', 'entries'),
  object: counting('entry', 'entries'),
  file: counting('byte', 'bytes'),
}

const FORMATS: Readonly<Record<string, string>> = {
  uuid: msg('Not a valid id.'),
  guid: msg('Not a valid id.'),
  email: msg('Enter a valid email address.'),
  url: msg('Enter a valid web address.'),
  date: msg('Enter a date that exists, as YYYY-MM-DD.'),
  time: 'Enter a time, as HH:MM:SS.',
  datetime: 'Enter an instant in UTC, as YYYY-MM-DDTHH:MM:SSZ.',
}

const MAX_CHOICES = 12

/** The choices come from the contract, so they may be shown. A long list would hide the mistake. */
function oneOf(choices: readonly unknown[]): string {
  const words = choices.map(String).filter((word) => word !== '')
  if (words.length === 0 || words.length > MAX_CHOICES) return msg('Choose one of the offered values.')
  return words.length === 1 ? `This field is ${words[0]}.` : `Choose one of ${words.join(', ')}.`
}
