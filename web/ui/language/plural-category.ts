import { LOCALE } from './locale.ts'

let rules: Intl.PluralRules | undefined

/** Returns the plural category of a number in the language of the page. Made on first use, because it costs a page time. */
export function pluralCategory(count: number): Intl.LDMLPluralRule {
  rules ??= new Intl.PluralRules(LOCALE)
  return rules.select(count)
}
