import { t } from '../../ui/language/text.ts'

type Translate = (text: string) => string
/** A pattern of English text, and a function that writes its values in the language of the build. */
type Pattern = readonly [RegExp, (...values: string[]) => string]

/** Texts with numbers and amounts. */
const VALUES: readonly Pattern[] = [
  [
    /^Overdue by (\d+) days?$/,
    (days) => t('Overdue by {days, plural, one {# day} other {# days}}', { days: Number(days) }),
  ],
  [
    /^Due in (\d+) days?$/,
    (days) => t('Due in {days, plural, one {# day} other {# days}}', { days: Number(days) }),
  ],
  [
    /^includes (.+) credit card surcharge$/,
    (amount) => t('includes {amount} credit card surcharge', { amount: amount! }),
  ],
  [
    /^includes (.+) e check surcharge$/,
    (amount) => t('includes {amount} e check surcharge', { amount: amount! }),
  ],
  [
    /^The amount should not be greater than the balance of (.+)$/,
    (amount) => t('The amount should not be greater than the balance of {amount}', { amount: amount! }),
  ],
  [
    /^Enter an amount with at most (\d+) decimals\.$/,
    (count) =>
      t('Enter an amount with at most {count, plural, one {# decimal} other {# decimals}}.', {
        count: Number(count),
      }),
  ],
  [
    /^The security code of this card has (\d+) digits\.$/,
    (count) =>
      t('The security code of this card has {count, plural, one {# digit} other {# digits}}.', {
        count: Number(count),
      }),
  ],
  [
    /^Choose a period of at most (\d+) months\.$/,
    (count) =>
      t('Choose a period of at most {count, plural, one {# month} other {# months}}.', {
        count: Number(count),
      }),
  ],
  [
    /^This period has more than (\d+) entries\. Choose a shorter one\.$/,
    (count) =>
      t('This period has more than {count, plural, one {# entry} other {# entries}}. Choose a shorter one.', {
        count: Number(count),
      }),
  ],
  [
    /^A customer has at most (\d+) people\. Remove one first\.$/,
    (count) =>
      t('A customer has at most {count, plural, one {# person} other {# people}}. Remove one first.', {
        count: Number(count),
      }),
  ],
  [
    /^You can store (\d+) payment methods\. Remove one first\.$/,
    (count) =>
      t(
        'You can store {count, plural, one {# payment method} other {# payment methods}}. Remove one first.',
        { count: Number(count) },
      ),
  ],
  [
    /^Try again in (\d+) minutes?\.$/,
    (count) => t('Try again in {count, plural, one {# minute} other {# minutes}}.', { count: Number(count) }),
  ],
]

/** Texts about a field, which begin with its label. */
const limits = (translate: Translate): readonly Pattern[] => [
  [
    /^(.+) must be at equal or more than (.+)\.$/,
    (label, least) =>
      t('{label} must be at equal or more than {least}.', { label: translate(label!), least: least! }),
  ],
  [
    /^(.+) must be at equal or less than (.+)\.$/,
    (label, most) =>
      t('{label} must be at equal or less than {most}.', { label: translate(label!), most: most! }),
  ],
  [
    /^(.+) must be at least (\d+) characters\.$/,
    (label, count) =>
      t('{label} must be at least {count, plural, one {# character} other {# characters}}.', {
        label: translate(label!),
        count: Number(count),
      }),
  ],
  [
    /^(.+) must be at most (\d+) characters\.$/,
    (label, count) =>
      t('{label} must be at most {count, plural, one {# character} other {# characters}}.', {
        label: translate(label!),
        count: Number(count),
      }),
  ],
]

/** Returns the texts with values. `translate` translates labels in them. */
export const knownPatterns = (translate: Translate): readonly Pattern[] => [...VALUES, ...limits(translate)]
