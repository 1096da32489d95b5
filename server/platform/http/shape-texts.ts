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
    if (issue.origin === 'file') return `${issue.exact ? 'Exactly' : 'At most'} ${bytes(issue.maximum)}.`
    if (COUNTED.has(issue.origin))
      return issue.exact ? exactEntries(issue.maximum) : mostEntries(issue.maximum)
    const value = String(issue.maximum)
    return issue.inclusive === false
      ? msg('Enter a number below {value}.', { value })
      : msg('Enter {value} or less.', { value })
  },
  too_small: (issue) => {
    if (issue.origin === 'string' && issue.exact) return exactly(issue.minimum)
    const isCounted = issue.origin === 'string' || issue.origin === 'file' || COUNTED.has(issue.origin)
    if (isCounted && Number(issue.minimum) === 1 && !issue.exact) return msg('This field is required.')
    if (issue.origin === 'string') return atLeast(issue.minimum)
    if (issue.origin === 'file') return `${issue.exact ? 'Exactly' : 'At least'} ${bytes(issue.minimum)}.`
    if (isCounted) return issue.exact ? exactEntries(issue.minimum) : leastEntries(issue.minimum)
    const value = String(issue.minimum)
    return issue.inclusive === false
      ? msg('Enter a number above {value}.', { value })
      : msg('Enter {value} or more.', { value })
  },
  invalid_format: ({ format }) => FORMATS[format] ?? msg('This text has the wrong format.'),
  not_multiple_of: ({ divisor }) => msg('Enter a multiple of {value}.', { value: String(divisor) }),
  unrecognized_keys: () => UNKNOWN_FIELD,
  invalid_union: ({ options }) => (Array.isArray(options) ? oneOf(options) : WRONG),
  invalid_key: () => msg('This name is not allowed here.'),
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
  boolean: msg('This field is true or false.'),
  array: msg('This field takes a list.'),
  tuple: msg('This field takes a list.'),
  set: msg('This field takes a list.'),
  object: msg('This field takes an object.'),
  record: msg('This field takes an object.'),
  map: msg('This field takes an object.'),
  date: msg('Enter a date.'),
}

/** Values whose entries are counted, by zod's names. */
const COUNTED: ReadonlySet<string> = new Set(['array', 'set', 'map', 'record', 'object'])

const mostEntries = (most: number | bigint): Text =>
  msg('At most {count, plural, one {{shown} entry} other {{shown} entries}}.', {
    count: Number(most),
    shown: String(most),
  })
const leastEntries = (least: number | bigint): Text =>
  msg('At least {count, plural, one {{shown} entry} other {{shown} entries}}.', {
    count: Number(least),
    shown: String(least),
  })
const exactEntries = (count: number | bigint): Text =>
  msg('Exactly {count, plural, one {{shown} entry} other {{shown} entries}}.', {
    count: Number(count),
    shown: String(count),
  })

/** '1 byte': files are sent by staff only. */
const bytes = (count: number | bigint): string => `${count} ${Number(count) === 1 ? 'byte' : 'bytes'}`

const FORMATS: Readonly<Record<string, string>> = {
  uuid: msg('Not a valid id.'),
  guid: msg('Not a valid id.'),
  email: msg('Enter a valid email address.'),
  url: msg('Enter a valid web address.'),
  date: msg('Enter a date that exists, as YYYY-MM-DD.'),
  time: msg('Enter a time, as HH:MM:SS.'),
  datetime: msg('Enter an instant in UTC, as YYYY-MM-DDTHH:MM:SSZ.'),
}

const MAX_CHOICES = 12

/** The choices come from the contract, so they may be shown. A long list would hide the mistake. */
function oneOf(choices: readonly unknown[]): Text {
  const words = choices.map(String).filter((word) => word !== '')
  if (words.length === 0 || words.length > MAX_CHOICES) return msg('Choose one of the offered values.')
  return words.length === 1
    ? msg('This field is {value}.', { value: words[0]! })
    : msg('Choose one of {values}.', { values: words.join(', ') })
}
