import type { FeeTerms } from '../../../../domain/late-fees/fee-terms.ts'
import { readTypedTerms } from '../../../../domain/late-fees/typed-terms.ts'
import type { Rule, Terms } from './use-rules.ts'

/** Fields of the form, by the names of the API. */
export const RULE_FIELDS = [
  'name',
  'terms.kind',
  'terms.flat',
  'terms.rate',
  'terms.compounds',
  'terms.grace_days',
  'terms.repeat',
  'terms.every_days',
  'terms.day_of_month',
  'terms.cap',
  'terms.cap_rate',
  'terms.yearly_cap_rate',
  'terms.min_remaining',
  'line_text',
  'item',
] as const
export type RuleField = (typeof RULE_FIELDS)[number]
export type RuleValues = Record<RuleField, string>

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
const orZero = (text: string): string => orNull(text) ?? '0'

/** Reads the terms of a form. What is no number is refused beside its field by the API. */
export const termsOf = (values: RuleValues): Terms => ({
  kind: values['terms.kind'] as Terms['kind'],
  flat: orZero(values['terms.flat']),
  rate: orZero(values['terms.rate']),
  compounds: values['terms.compounds'] === 'yes',
  grace_days: Number(values['terms.grace_days']),
  repeat: values['terms.repeat'] as Terms['repeat'],
  every_days: Number(orZero(values['terms.every_days'])),
  day_of_month: orNull(values['terms.day_of_month']) === null ? null : Number(values['terms.day_of_month']),
  cap: orNull(values['terms.cap']),
  cap_rate: orNull(values['terms.cap_rate']),
  yearly_cap_rate: orNull(values['terms.yearly_cap_rate']),
  min_remaining: orZero(values['terms.min_remaining']),
})

/** Returns the terms that a form holds, or what is wrong about them. */
export function typedTerms(
  values: RuleValues,
  currency: string,
): { readonly terms: FeeTerms; readonly problem: null } | { readonly terms: null; readonly problem: string } {
  const { terms, problems } = readTypedTerms(termsOf(values), currency)
  const [problem] = Object.values(problems)
  if (problem !== undefined) return { terms: null, problem }
  const days = [terms.graceDays, terms.everyDays, terms.dayOfMonth ?? 1]
  return days.every(Number.isInteger) && terms.graceDays > 0
    ? { terms, problem: null }
    : { terms: null, problem: 'Enter whole numbers of days.' }
}

/** Reads the fields that a form shows. */
export const readForm = (form: HTMLFormElement): RuleValues => {
  const data = new FormData(form)
  const entries = RULE_FIELDS.map((name) => [name, String(data.get(name) ?? '')] as const)
  return Object.fromEntries(entries) as RuleValues
}

/** Returns what a form of the rule starts with. */
export const valuesOf = ({ name, terms, line_text, item }: Rule): RuleValues => ({
  name,
  'terms.kind': terms.kind,
  'terms.flat': terms.flat,
  'terms.rate': terms.rate,
  'terms.compounds': terms.compounds ? 'yes' : 'no',
  'terms.grace_days': String(terms.grace_days),
  'terms.repeat': terms.repeat,
  'terms.every_days': String(terms.every_days),
  'terms.day_of_month': terms.day_of_month === null ? '' : String(terms.day_of_month),
  'terms.cap': terms.cap ?? '',
  'terms.cap_rate': terms.cap_rate ?? '',
  'terms.yearly_cap_rate': terms.yearly_cap_rate ?? '',
  'terms.min_remaining': terms.min_remaining,
  line_text,
  item,
})
