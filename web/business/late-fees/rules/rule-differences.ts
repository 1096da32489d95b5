import type { Difference, Versions } from '../../layout/conflict/differences.ts'
import { COMPOUNDS, KINDS, REPEATS } from './rule-options.ts'
import { type RuleField, type RuleValues, valuesOf } from './rule-values.ts'
import type { Rule } from './use-rules.ts'

/** Customers that a rule covers. */
export type Covered = Pick<Rule, 'covers' | 'groups'>

/** Everything that the form of a rule holds. */
export interface TypedRule {
  readonly values: RuleValues
  readonly covered: Covered
}

type Part = RuleField | 'covered'

/** The parts in the order of the form, by its labels. */
const LABELS: Readonly<Record<Part, string>> = {
  'terms.kind': 'Fee',
  'terms.flat': 'Amount',
  'terms.rate': 'Percentage',
  'terms.grace_days': 'First fee, days after the due date',
  'terms.repeat': 'How often',
  'terms.every_days': 'Days between fees',
  'terms.day_of_month': 'Day of the month',
  'terms.compounds': 'Fees on earlier fees',
  'terms.min_remaining': 'Skip invoices under',
  'terms.cap': 'Most per invoice',
  'terms.cap_rate': 'Most of the invoice total',
  'terms.yearly_cap_rate': 'Most in a year',
  covered: 'Customers',
  line_text: 'Line text',
  item: 'Post to',
  name: 'Name of the rule',
}
const PARTS = Object.keys(LABELS) as Part[]

/** Parts that a choice shows or hides. */
const KIND_PARTS: readonly Part[] = ['terms.flat', 'terms.rate', 'terms.compounds']
const REPEAT_PARTS: readonly Part[] = ['terms.every_days', 'terms.day_of_month', 'terms.compounds']

const labelOf = (options: typeof KINDS, value: string): string =>
  options.find((option) => option.value === value)?.label ?? value

const coveredText = ({ covers, groups }: Covered): string =>
  covers === 'everyone_else' ? 'Everyone else' : groups.map(({ name }) => name).join(', ')

/** Writes a part as one reads it. Empty for one that the choices of the form hide. */
function textOf(part: Part, { values, covered }: TypedRule): string {
  if (part === 'covered') return coveredText(covered)
  const text = values[part].trim()
  const kind = values['terms.kind']
  const repeat = values['terms.repeat']
  const shown: Partial<Record<Part, boolean>> = {
    'terms.flat': kind !== 'percent',
    'terms.rate': kind !== 'flat',
    'terms.every_days': repeat === 'days',
    'terms.day_of_month': repeat === 'monthly',
    'terms.compounds': repeat !== 'once' && kind !== 'flat',
  }
  if (shown[part] === false) return ''
  if (part === 'terms.kind') return labelOf(KINDS, text)
  if (part === 'terms.repeat') return labelOf(REPEATS, text)
  if (part === 'terms.compounds') return labelOf(COMPOUNDS, text)
  return text !== '' && (part === 'terms.rate' || part.endsWith('cap_rate')) ? `${text}%` : text
}

/** Returns the parts to take from what was typed: those changed here, with the choices that they depend on. */
function keptParts({ read, now, mine }: Versions<TypedRule>): ReadonlySet<Part> {
  const kept = new Set(PARTS.filter((part) => textOf(part, mine) !== textOf(part, read)))
  const choices = [
    ['terms.kind', KIND_PARTS],
    ['terms.repeat', REPEAT_PARTS],
  ] as const
  for (const [choice, parts] of choices) {
    if (parts.some((part) => kept.has(part))) kept.add(choice)
    // A part that the other version hides has no value there that could stay.
    if (kept.has(choice)) for (const part of parts) if (textOf(part, now) === '') kept.add(part)
  }
  return kept
}

/** Returns the parts that somebody else changed, in the order of the form. */
export function ruleDifferences(versions: Versions<TypedRule>): readonly Difference[] {
  const kept = keptParts(versions)
  return PARTS.flatMap((part) => {
    const [before, now, mine] = (['read', 'now', 'mine'] as const).map((of) => textOf(part, versions[of]))
    if (before === now) return []
    return [
      {
        label: LABELS[part],
        before: before!,
        now: now!,
        mine: kept.has(part) && mine !== now ? mine! : null,
      },
    ]
  })
}

/** Returns the rule as it is now, with the parts that were changed here. */
export function keepMyRule(versions: Versions<TypedRule>): TypedRule {
  const { now, mine } = versions
  const kept = keptParts(versions)
  const changed = PARTS.filter((part): part is RuleField => part !== 'covered' && kept.has(part))
  return {
    values: { ...now.values, ...Object.fromEntries(changed.map((name) => [name, mine.values[name]])) },
    covered: kept.has('covered') ? mine.covered : now.covered,
  }
}

/** Returns what a form of the rule starts with. */
export const typedOf = (rule: Rule): TypedRule => ({ values: valuesOf(rule), covered: rule })
