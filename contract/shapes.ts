import { z } from 'zod'
import { isCalendarDate } from '../domain/dates/calendar.ts'
import { msg } from '../domain/languages/msg.ts'
import { LANGUAGE_TAGS } from '../domain/mails/languages.ts'
import { isCurrency } from '../domain/money/money.ts'
import { isRequestId } from '../domain/parsing/request-key.ts'
import { readWebAddress } from '../domain/parsing/web-address.ts'
import { isCompanyName, isEmailAddress, isPersonName } from '../domain/people/person-text.ts'
import { normalizePhone } from '../domain/people/phones/phone-number.ts'

/** An object that refuses undeclared fields. */
export const strict = z.strictObject

const productTexts = z.registry<{ readonly translated: true }>()

/** A text of the product in a reply. A customer gets it in the language of their page, everybody else in English. */
export const productText = z.string()
productTexts.add(productText, { translated: true })

export const isProductText = (shape: z.core.$ZodType): boolean => productTexts.get(shape) !== undefined

export const id = z.uuid('Not a valid id.')
export const instant = z.string().describe('ISO 8601 instant in UTC')
export const date = z
  .string('Enter a date.')
  .refine(isCalendarDate, 'Enter a date that exists, as YYYY-MM-DD.')
  .describe('ISO calendar date')
/**
 * An amount in the API: a decimal string in the currency's own digits. Its currency determines how it is
 * parsed.
 */
export const amount = z
  .string(msg('Enter an amount.'))
  .max(40, msg('This amount is too long.'))
  .describe("decimal string, e.g. '1234.50'")
export const currency = z.string().refine(isCurrency, msg('Choose a currency.')).describe('ISO 4217 code')
export const email = z
  .string(msg('Enter an email address.'))
  .trim()
  .min(1, { error: 'This field is required.', abort: true })
  .max(254, { error: msg('An email address has at most 254 characters.'), abort: true })
  .refine(isEmailAddress, 'Enter a valid email address.')
/** A phone number as people write it, changed to the form in which all are stored; may be empty. */
export const phone = z
  .string()
  .trim()
  .transform((typed, context) => {
    const number = typed === '' ? '' : normalizePhone(typed)
    if (number === null) context.addIssue(msg('Enter a valid phone number.'))
    return number ?? ''
  })
export const requestId = z
  .string('This field is required.')
  .refine(isRequestId, msg('A request_id has 8 to 100 letters, digits, or - _ . :'))

/**
 * Characters that every text field refuses: controls other than tab and line breaks, and halves of surrogate
 * pairs.
 */
export const FORBIDDEN = /(?![\t\n\r])\p{Cc}|\p{Cs}/u

/** Free text up to `max` characters, trimmed; may be empty. */
export const text = (max: number) =>
  z
    .string('Enter text.')
    .trim()
    .max(max)
    .refine((value) => !FORBIDDEN.test(value), msg('This text has a character that is not allowed.'))

/** Line breaks and direction marks, which one-line fields refuse. */
const BREAKS_A_LINE = /[\r\n\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/**
 * Invisible characters, which make one name look like another. The joiners U+200C and U+200D are not among
 * them: Persian names and emoji need them.
 */
const UNSEEN =
  /[\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u2060-\u2064\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/u

/** Like `text`, on one line. */
export const line = (max: number) =>
  text(max)
    .refine((value) => !BREAKS_A_LINE.test(value), msg('Enter a single line.'))
    .refine((value) => !UNSEEN.test(value), msg('This text has an invisible character. Remove it.'))
export const requiredLine = (max: number) => line(max).min(1, 'This field is required.')

/** A web address as people type it, completed; may be empty. */
export const webAddress = line(200).transform((typed, context) => {
  const address = readWebAddress(typed)
  if (address === null) context.addIssue('Enter a web address.')
  return address ?? ''
})

/** Like `text`, and not empty. */
export const requiredText = (max: number) => text(max).min(1, 'This field is required.')

/** The name of a person or a business: no characters that only markup and formulas use. */
export const name = (max: number) =>
  line(max).refine(
    (value) => value === '' || isPersonName(value),
    msg('This name has a character that is not allowed.'),
  )
export const requiredName = (max: number) => name(max).min(1, 'This field is required.')

export const companyName = requiredLine(150).refine(isCompanyName, 'Enter the name without an email address.')

export const PAGE_SIZES = [5, 10, 20, 25, 50, 100] as const
export const DEFAULT_PAGE_SIZE = 10

const wholeNumber = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, 'Enter a whole number.')
    .transform(Number)
    .default(fallback)

/** Query of a paged list. `order_by` is checked against the list's own columns. */
export const listQuery = {
  page: wholeNumber(1).refine((value) => value >= 1, msg('Pages start at 1.')),
  page_size: wholeNumber(DEFAULT_PAGE_SIZE).refine(
    (value) => (PAGE_SIZES as readonly number[]).includes(value),
    `page_size is one of ${PAGE_SIZES.join(', ')}.`,
  ),
  search: text(100).default(''),
}

/** `order_by=-due_date`: one of these columns, with + (or nothing) ascending and - descending. */
export const orderBy = (columns: readonly [string, ...string[]], fallback: string) =>
  z
    .string()
    .transform((value) => value.replace(/^[+ ]/, ''))
    .refine(
      (value) => columns.includes(value.replace(/^-/, '')),
      `order_by is one of ${columns.join(', ')}, with - for descending.`,
    )
    .default(fallback)

export const paged = <T extends z.ZodType>(item: T) =>
  z.object({
    page: z.number().int(),
    count: z.number().int(),
    num_pages: z.number().int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(item),
  })

export const FILTER_OPERATORS = ['lt', 'gt', 'gte', 'lte', 'eq', 'neq'] as const

export const address = {
  addressline1: line(200).default(''),
  addressline2: line(200).default(''),
  city: line(100).default(''),
  state: line(100).default(''),
  postal_code: line(20).default(''),
  country: line(60).default(''),
}

/** A language of mails to customers. */
export const language = z.enum(LANGUAGE_TAGS, msg('Choose a language.')).describe('BCP 47 tag')
export const accountParams = strict({ account: id })
