import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allRoutes } from '../../../contract/index.ts'
import { isFileBody, isRawBody, type Route } from '../../../contract/route.ts'
import { email } from '../../../contract/shapes.ts'
import { readShape } from './field-errors.ts'

const said = (shape: z.ZodType, value: unknown): Record<string, string[]> => {
  const fields: Record<string, string[]> = {}
  readShape(z.strictObject({ it: shape }), { it: value }, fields)
  return fields
}
const saidOfIt = (shape: z.ZodType, value: unknown): string[] | undefined => said(shape, value).it

describe('a value that has not its shape', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['is missing', z.string(), undefined, 'This field is required.'],
    ['is a missing choice', z.enum(['a', 'b']), undefined, 'This field is required.'],
    ['is null', z.string(), null, 'This field needs a value.'],
    ['is a null choice', z.enum(['a', 'b']), null, 'This field needs a value.'],
    ['is no text', z.string(), 5, 'This field takes text.'],
    ['is no number', z.number(), 'five', 'Enter a number.'],
    ['is beyond all numbers', z.number(), Number.POSITIVE_INFINITY, 'Enter a number.'],
    ['is no whole number', z.number().int(), 1.5, 'Enter a whole number.'],
    ['is no bigint', z.bigint(), 5, 'Enter a whole number.'],
    ['is neither true nor false', z.boolean(), 'yes', 'This field is true or false.'],
    ['is no list', z.array(z.string()), {}, 'This field takes a list.'],
    ['is no pair', z.tuple([z.string()]), 'a', 'This field takes a list.'],
    ['is no set', z.set(z.string()), [], 'This field takes a list.'],
    ['is no object', z.strictObject({}), [], 'This field takes an object.'],
    ['is no record', z.record(z.string(), z.string()), 'a', 'This field takes an object.'],
    ['is no map', z.map(z.string(), z.string()), 'a', 'This field takes an object.'],
    ['is no date', z.date(), 'a', 'Enter a date.'],
    ['is of a kind that JSON has not', z.symbol(), 'a', 'This value is not right.'],
    ['is none of the choices', z.enum(['MDY', 'DMY']), 'XYZ', 'Choose one of MDY, DMY.'],
    ['is not the one choice', z.literal('local'), 'other', 'This field is local.'],
    ['is not empty', z.literal(''), 'a', 'Choose one of the values that are offered.'],
    [
      'is none of many choices',
      z.enum('abcdefghijklmn'.split('') as [string]),
      'z',
      'Choose one of the values that are offered.',
    ],
    ['is too long', z.string().max(3), 'abcd', 'At most 3 characters.'],
    ['has one character too many', z.string().max(1), 'ab', 'At most 1 character.'],
    ['is too short', z.string().min(3), 'ab', 'At least 3 characters.'],
    ['is empty', z.string().min(1), '', 'This field is required.'],
    ['is not of the one length', z.string().length(3), 'abcd', 'Exactly 3 characters.'],
    ['is shorter than the one length', z.string().length(3), 'ab', 'Exactly 3 characters.'],
    ['has too many entries', z.array(z.string()).max(1), ['a', 'b'], 'At most 1 entry.'],
    ['has too few entries', z.array(z.string()).min(2), ['a'], 'At least 2 entries.'],
    ['has no entries', z.array(z.string()).min(1), [], 'This field is required.'],
    ['is too large', z.number().max(5), 6, 'Enter 5 or less.'],
    ['is not below', z.number().lt(5), 5, 'Enter a number below 5.'],
    ['is too small', z.number().min(1), 0, 'Enter 1 or more.'],
    ['is not above', z.number().gt(0), 0, 'Enter a number above 0.'],
    ['is no multiple', z.number().multipleOf(5), 6, 'Enter a multiple of 5.'],
    ['is no id', z.uuid(), 'x', 'Not a valid id.'],
    ['is no address', z.email(), 'x', 'Enter a valid email address.'],
    ['is no web address', z.url(), 'x', 'Enter a valid web address.'],
    ['is no calendar date', z.iso.date(), 'x', 'Enter a date that exists, as YYYY-MM-DD.'],
    ['is no time', z.iso.time(), 'x', 'Enter a time, as HH:MM:SS.'],
    ['is no instant', z.iso.datetime(), 'x', 'Enter an instant in UTC, as YYYY-MM-DDTHH:MM:SSZ.'],
    ['has another pattern', z.string().regex(/^a+$/), 'b', 'This text has not the right form.'],
    ['begins otherwise', z.string().startsWith('a'), 'b', 'This text has not the right form.'],
    ['is refused without words', z.string().refine(() => false), 'b', 'This value is not right.'],
    [
      'names no kind that there is',
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
      { kind: 'c' },
      'Choose one of a, b.',
    ],
  ])('%s', (_, shape, value, text) => {
    expect(Object.values(said(shape, value)).flat()).toEqual([text])
  })

  it('says it in the shape’s own words where it has some', () => {
    expect(saidOfIt(z.string('Enter a date.'), 5)).toEqual(['Enter a date.'])
    expect(saidOfIt(z.array(z.string()).min(1, 'At least one line.'), [])).toEqual(['At least one line.'])
  })

  it('names what is inside with dots, and what isn’t known', () => {
    const shape = z.strictObject({ lines: z.array(z.strictObject({ quantity: z.string() })) })
    expect(said(shape, { lines: [{ quantity: '1' }, { quantity: 1, extra: true }], more: 1 })).toEqual({
      'it.lines.1.quantity': ['This field takes text.'],
      'it.lines.1.extra': ['This field is not known.'],
      'it.more': ['This field is not known.'],
    })
  })

  it('of several shapes speaks of the one that it comes closest to', () => {
    expect(saidOfIt(z.union([z.literal(''), email]), 'nobody')).toEqual(['Enter a valid email address.'])
    const either = z.union([z.strictObject({ advance: z.string() }), z.strictObject({ now: z.string() })])
    expect(said(either, { now: 5 })).toEqual({ 'it.now': ['This field takes text.'] })
    expect(saidOfIt(either, 5)).toEqual(['This field takes an object.'])
  })

  it('speaks of names that a record doesn’t take', () => {
    expect(said(z.record(z.string().max(2), z.string()), { abc: 'x' })).toEqual({
      'it.abc': ['This name is not allowed here.'],
    })
  })

  it('says of a whole that is none what is needed', () => {
    for (const whole of [undefined, null, 5, 'text', []]) {
      const fields: Record<string, string[]> = {}
      readShape(z.strictObject({ it: z.string() }), whole, fields)
      expect(fields).toEqual({ non_field_errors: ['This request needs an object with its fields.'] })
    }
  })
})

/** Every place of a shape, wrapped or not, with the values that could be sent there. */
const WRONG = [null, true, 5, -1.5, 1e300, '', 'x', 'x'.repeat(70_000), [], ['x'], [null], {}, { a: 1 }]
/** What only the library says. */
const FOREIGN =
  /invalid (input|option|string|number|key|value|discriminator)|expected|received|too (big|small)|unrecognized|pattern|undefined|\bnull\b|nan\b/i

describe('the contract', () => {
  const shapes = allRoutes.flatMap((route: Route) => {
    const body = isFileBody(route.body) || isRawBody(route.body) ? undefined : route.body
    return [route.query, body]
      .filter((shape) => shape !== undefined)
      .map((shape) => [`${route.method} ${route.path}`, shape as z.ZodType] as const)
  })

  it.each(shapes)('%s says in plain words what is wrong with each field', (_, shape) => {
    const names = fieldsOf(shape)
    const texts = new Set<string>()
    for (const value of WRONG) {
      const whole = Object.fromEntries(names.map((name) => [name, value]))
      for (const one of [value, whole, ...names.map((name) => ({ [name]: [whole] }))]) {
        const fields: Record<string, string[]> = Object.create(null)
        readShape(shape, one, fields)
        for (const text of Object.values(fields).flat()) texts.add(text)
      }
    }
    expect([...texts].filter((text) => FOREIGN.test(text) || !/[.:]$/.test(text))).toEqual([])
  })
})

function fieldsOf(shape: z.ZodType): string[] {
  const { properties, anyOf } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as {
    properties?: object
    anyOf?: { properties?: object }[]
  }
  return [properties, ...(anyOf ?? []).map((one) => one.properties)].flatMap((one) => Object.keys(one ?? {}))
}
