import { argumentsOf } from './arguments.ts'
import { parseText } from './compile-text.ts'
import type { TextCall } from './find-texts.ts'
import type { Catalogue } from './offered-languages.ts'

/** A message of the code and where it stands. */
export interface UsedMessage extends Pick<TextCall, 'key' | 'message' | 'name'> {
  readonly place: string
}

type Uses = ReadonlyMap<string, Pick<UsedMessage, 'message' | 'name'>>

/** Returns what is wrong with a language's catalogue, as sentences. */
export function catalogueProblems(language: string, catalogue: Catalogue, used: Uses): string[] {
  const missing = [...used.keys()].filter((key) => catalogue[key] === undefined)
  const unused = Object.keys(catalogue).filter((key) => !used.has(key))
  const keys = Object.keys(catalogue)
  return [
    ...missing.map((key) => `lacks ${quote(key)}`),
    ...unused.map((key) => `has ${quote(key)}, which nothing uses`),
    ...(keys.join('\n') === keys.toSorted().join('\n') ? [] : ['is not sorted by its keys']),
    ...[...used].flatMap(([key, { message, name }]) => {
      const text = catalogue[key]
      return text === undefined
        ? []
        : textProblems(language, message, text, name !== 't').map((problem) => `${quote(key)}: ${problem}`)
    }),
  ]
}

/** Returns what is wrong with an English message itself. */
export const messageProblems = ({ message, name }: Pick<UsedMessage, 'message' | 'name'>): string[] =>
  textProblems('en', message, message, name !== 't')

const quote = (text: string): string => JSON.stringify(text)

/** Returns what is wrong with a translation of a message. */
function textProblems(language: string, message: string, text: string, withTags: boolean): string[] {
  const problems: string[] = []
  // The product's own English has straight ones from texts that are given; there they must not quote a value.
  if (language === 'en' ? /'[{<|#]/.test(text) : text.includes("'"))
    problems.push('a straight apostrophe quotes: write ’')
  if (text !== text.trim() || text === '') problems.push('begins or ends with a blank, or is empty')
  try {
    const shown = (one: string): string =>
      [...argumentsOf(parseText(one, withTags))]
        .map(([name, use]) => `${name} (${use})`)
        .sort()
        .join()
    if (shown(message) !== shown(text))
      problems.push(`takes ${shown(text) || 'nothing'} instead of ${shown(message) || 'nothing'}`)
    problems.push(...pluralProblems(language, parseText(text, withTags)))
  } catch (error) {
    problems.push((error as Error).message)
  }
  return problems
}

/** Each plural has exactly the categories of the language, so that none falls back to the form for others. */
function pluralProblems(language: string, parsed: unknown): string[] {
  const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted().join()
  return pluralsIn(parsed)
    .map((options) =>
      options
        .filter((option) => !option.startsWith('='))
        .sort()
        .join(),
    )
    .filter((options) => options !== wanted)
    .map((options) => `counts by ${options} instead of ${wanted}`)
}

function pluralsIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'pluralType' in value && 'options' in value ? [Object.keys(value.options as object)] : []
  return [...own, ...Object.values(value).flatMap(pluralsIn)]
}
