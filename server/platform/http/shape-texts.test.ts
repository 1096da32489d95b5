import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allRoutes } from '../../../contract/index.ts'
import { isFileBody, isRawBody, type Route } from '../../../contract/route.ts'
import { email } from '../../../contract/shapes.ts'
import type { Language } from '../../../domain/mails/languages.ts'
import { isForCustomers } from '../languages/reader-language.ts'
import { translateText } from '../languages/translate.ts'
import { readShape, type WrittenFields } from './field-errors.ts'

const said = (shape: z.ZodType, value: unknown, language: Language = 'en'): Record<string, string[]> =>
  saidOf(z.strictObject({ it: shape }), { it: value }, language)

function saidOf(shape: z.ZodType, value: unknown, language: Language = 'en'): Record<string, string[]> {
  const fields: WrittenFields = Object.create(null)
  readShape(shape, value, fields)
  const written = Object.entries(fields).map(([name, texts]) => [
    name,
    texts.map((text) => translateText(language, text)),
  ])
  return Object.fromEntries(written)
}
const saidOfIt = (shape: z.ZodType, value: unknown): string[] | undefined => said(shape, value).it

describe('a value that does not match its shape', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['is missing', z.string(), undefined, 'This field is required.'],
    ['is a missing choice', z.enum(['a', 'b']), undefined, 'This field is required.'],
    ['is null', z.string(), null, 'This field needs a value.'],
    ['is a null choice', z.enum(['a', 'b']), null, 'This field needs a value.'],
    ['is not text', z.string(), 5, 'Enter text.'],
    ['is not a number', z.number(), 'five', 'Enter a number.'],
    ['is infinite', z.number(), Number.POSITIVE_INFINITY, 'Enter a number.'],
    ['is not a whole number', z.number().int(), 1.5, 'Enter a whole number.'],
    ['is not a bigint', z.bigint(), 5, 'Enter a whole number.'],
    ['is neither true nor false', z.boolean(), 'yes', 'This field is true or false.'],
    ['is not a list', z.array(z.string()), {}, 'This field takes a list.'],
    ['is not a pair', z.tuple([z.string()]), 'a', 'This field takes a list.'],
    ['is not a set', z.set(z.string()), [], 'This field takes a list.'],
    ['is not an object', z.strictObject({}), [], 'This field takes an object.'],
    ['is not a record', z.record(z.string(), z.string()), 'a', 'This field takes an object.'],
    ['is not a map', z.map(z.string(), z.string()), 'a', 'This field takes an object.'],
    ['is not a date', z.date(), 'a', 'Enter a date.'],
    ['has a type outside JSON', z.symbol(), 'a', 'Enter a valid value.'],
    ['is not one of the choices', z.enum(['MDY', 'DMY']), 'XYZ', 'Choose one of MDY, DMY.'],
    ['is not the one choice', z.literal('local'), 'other', 'This field is local.'],
    ['is not empty', z.literal(''), 'a', 'Choose one of the offered values.'],
    [
      'is not one of many choices',
      z.enum('abcdefghijklmn'.split('') as [string]),
      'z',
      'Choose one of the offered values.',
    ],
    ['is too long', z.string().max(3), 'abcd', 'At most 3 characters.'],
    ['has one character too many', z.string().max(1), 'ab', 'At most 1 character.'],
    ['is too short', z.string().min(3), 'ab', 'At least 3 characters.'],
    ['is empty', z.string().min(1), '', 'This field is required.'],
    ['is longer than the exact length', z.string().length(3), 'abcd', 'Exactly 3 characters.'],
    ['is shorter than the exact length', z.string().length(3), 'ab', 'Exactly 3 characters.'],
    ['has too many entries', z.array(z.string()).max(1), ['a', 'b'], 'At most 1 entry.'],
    ['has too few entries', z.array(z.string()).min(2), ['a'], 'At least 2 entries.'],
    ['has no entries', z.array(z.string()).min(1), [], 'This field is required.'],
    ['is too large', z.number().max(5), 6, 'Enter 5 or less.'],
    ['is not below', z.number().lt(5), 5, 'Enter a number below 5.'],
    ['is too small', z.number().min(1), 0, 'Enter 1 or more.'],
    ['is not above', z.number().gt(0), 0, 'Enter a number above 0.'],
    ['is not a multiple', z.number().multipleOf(5), 6, 'Enter a multiple of 5.'],
    ['is not an id', z.uuid(), 'x', 'Not a valid id.'],
    ['is not an email address', z.email(), 'x', 'Enter a valid email address.'],
    ['is not a web address', z.url(), 'x', 'Enter a valid web address.'],
    ['is not a calendar date', z.iso.date(), 'x', 'Enter a date that exists, as YYYY-MM-DD.'],
    ['is not a time', z.iso.time(), 'x', 'Enter a time, as HH:MM:SS.'],
    ['is not an instant', z.iso.datetime(), 'x', 'Enter an instant in UTC, as YYYY-MM-DDTHH:MM:SSZ.'],
    ['does not match the pattern', z.string().regex(/^a+$/), 'b', 'This text has the wrong format.'],
    ['has another prefix', z.string().startsWith('a'), 'b', 'This text has the wrong format.'],
    ['is refused without a message', z.string().refine(() => false), 'b', 'Enter a valid value.'],
    [
      'names an unknown kind',
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
      { kind: 'c' },
      'Choose one of a, b.',
    ],
  ])('%s', (_, shape, value, text) => {
    expect(Object.values(said(shape, value)).flat()).toEqual([text])
  })

  it('is described in the reader’s language', () => {
    expect(said(z.string().max(3), 'abcd', 'de').it).toEqual(['Höchstens 3 Zeichen.'])
    expect(said(z.string().min(3), 'ab', 'fr').it).toEqual(['3 caractères au minimum.'])
    expect(said(z.string().length(1), 'ab', 'es').it).toEqual(['Exactamente 1 carácter.'])
    expect(said(z.union([z.literal(''), email]), 'nobody', 'de').it).toEqual([
      'Geben Sie eine gültige E-Mail-Adresse ein.',
    ])
    expect(said(z.string('Its own text.'), 5, 'de').it).toEqual(['Its own text.'])
  })

  it('prefers the text of the shape itself', () => {
    expect(saidOfIt(z.string('Enter a date.'), 5)).toEqual(['Enter a date.'])
    expect(saidOfIt(z.array(z.string()).min(1, 'At least one line.'), [])).toEqual(['At least one line.'])
  })

  it('names nested fields with dots and reports unknown fields', () => {
    const shape = z.strictObject({ lines: z.array(z.strictObject({ quantity: z.string() })) })
    expect(said(shape, { lines: [{ quantity: '1' }, { quantity: 1, extra: true }], more: 1 })).toEqual({
      'it.lines.1.quantity': ['Enter text.'],
      'it.lines.1.extra': ['This field is not known.'],
      'it.more': ['This field is not known.'],
    })
  })

  it('reports the closest shape of a union', () => {
    expect(saidOfIt(z.union([z.literal(''), email]), 'nobody')).toEqual(['Enter a valid email address.'])
    const either = z.union([z.strictObject({ advance: z.string() }), z.strictObject({ now: z.string() })])
    expect(said(either, { now: 5 })).toEqual({ 'it.now': ['Enter text.'] })
    expect(saidOfIt(either, 5)).toEqual(['This field takes an object.'])
  })

  it('reports names that a record does not allow', () => {
    expect(said(z.record(z.string().max(2), z.string()), { abc: 'x' })).toEqual({
      'it.abc': ['This name is not allowed here.'],
    })
  })

  it('reports a body that is not an object', () => {
    for (const whole of [undefined, null, 5, 'text', []]) {
      expect(saidOf(z.strictObject({ it: z.string() }), whole)).toEqual({
        non_field_errors: ['This request needs an object with its fields.'],
      })
    }
  })
})

/** Values that are sent to every field of a shape. */
const WRONG = [null, true, 5, -1.5, 1e300, '', 'x', 'x'.repeat(70_000), [], ['x'], [null], {}, { a: 1 }]
/** Phrases of zod's own messages. */
const FOREIGN =
  /invalid (input|option|string|number|key|value|discriminator)|expected|received|too (big|small)|unrecognized|pattern|undefined|\bnull\b|nan\b/i

describe('the contract', () => {
  const shapes = allRoutes.flatMap((route: Route) => {
    const body = isFileBody(route.body) || isRawBody(route.body) ? undefined : route.body
    return [route.query, body]
      .filter((shape) => shape !== undefined)
      .map(
        (shape) =>
          [`${route.method} ${route.path}`, shape as z.ZodType, isForCustomers(route.access)] as const,
      )
  })

  it.each(shapes)('%s describes every field error without texts of the library', (_, shape) => {
    const texts = problemsOf(shape, 'en')
    expect([...texts].filter((text) => FOREIGN.test(text) || !/[.:]$/.test(text))).toEqual([])
  })

  it.each(shapes.filter(([, , isForCustomers]) => isForCustomers))(
    '%s describes every field error in the language of a customer',
    (_, shape) => {
      const english = problemsOf(shape, 'en')
      const same = [...problemsOf(shape, 'de')].filter((text) => english.has(text))
      // Programs alone send these.
      expect(same.filter((text) => !/^(order_by|page_size) is one of /.test(text))).toEqual([])
    },
  )
})

/** Returns what is said about every wrong value in every field. */
function problemsOf(shape: z.ZodType, language: Language): Set<string> {
  const names = fieldsOf(shape)
  const texts = new Set<string>()
  for (const value of WRONG) {
    const whole = Object.fromEntries(names.map((name) => [name, value]))
    for (const one of [value, whole, ...names.map((name) => ({ [name]: [whole] }))]) {
      for (const text of Object.values(saidOf(shape, one, language)).flat()) texts.add(text)
    }
  }
  return texts
}

function fieldsOf(shape: z.ZodType): string[] {
  const { properties, anyOf } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as {
    properties?: object
    anyOf?: { properties?: object }[]
  }
  return [properties, ...(anyOf ?? []).map((one) => one.properties)].flatMap((one) => Object.keys(one ?? {}))
}
