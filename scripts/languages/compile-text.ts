import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { localeOf } from './offered-languages.ts'

/** One value of a call: its source text, and how often it may be written without being evaluated again. */
export interface GivenValue {
  readonly code: string
  /** A name or a literal, which costs nothing to read twice. */
  readonly isPlain: boolean
  /** Puts the content of a tag into the function's result, where that needs no call. */
  readonly fill?: (content: string) => string
}

export interface Compiled {
  readonly code: string
  /** Whether the code calls `pluralCategory`. */
  readonly usesCategory: boolean
}

type Scope = Readonly<{
  language: string
  rich: boolean
  values: ReadonlyMap<string, GivenValue>
  /** How often each value was written. */
  uses: Map<string, number>
  /** The value of `#`: a number that is known, or the value of this name. */
  pound: number | { readonly name: string }
  notes: { usesCategory: boolean }
}>

/** Name under which the compiled code calls web/ui/language/plural-category.ts. */
export const CATEGORY = 'pluralCategory$'

/** Parses a message. Only `rich` knows tags. Throws the parser's error on a mistake. */
export const parseText = (message: string, rich: boolean): MessageFormatElement[] =>
  parse(message, { ignoreTag: !rich, captureLocation: false })

/** A test for a plural category, as code and as a function. */
interface PluralTest {
  readonly code: (counted: string) => string
  readonly holds: (count: number) => boolean
  /** The only number that it holds for. */
  readonly only?: number
}

/** Tests that are shorter than a call of Intl.PluralRules, by category. Used where a language's own rules agree with them. */
const SHORT_TESTS: Readonly<Record<string, readonly PluralTest[]>> = {
  one: [
    { code: (counted) => `${counted} === 1`, holds: (count) => count === 1, only: 1 },
    { code: (counted) => `${counted} < 2`, holds: (count) => count < 2 },
  ],
  many: [
    {
      code: (counted) => `${counted} && !(${counted} % 1e6)`,
      holds: (count) => count > 0 && count % 1e6 === 0,
    },
  ],
}

const COUNTS = [...Array.from({ length: 1000 }, (_, count) => count), 999_999, 1e6, 1_000_001, 1_500_000, 2e6]

/** Returns a test for a category of whole numbers in a language; undefined where only Intl.PluralRules can tell. */
function findShortTest(language: string, category: string): PluralTest | undefined {
  const rules = new Intl.PluralRules(language)
  const agrees = ({ holds }: PluralTest): boolean =>
    COUNTS.every((count) => holds(count) === (rules.select(count) === category))
  return SHORT_TESTS[category]?.find(agrees)
}

/** Compiles a message of a language into an expression: a string, or JSX for a rich text. */
export function compileText(
  message: string,
  { language, rich, values }: Pick<Scope, 'language' | 'rich' | 'values'>,
): Compiled {
  const elements = parseText(message, rich)
  const write = (given: Scope['values']): { code: string; scope: Scope } => {
    const notes = { usesCategory: false }
    const scope: Scope = { language, rich, values: given, uses: new Map(), pound: 0, notes }
    return { code: writeElements(elements, scope), scope }
  }
  const first = write(values)
  const bound = [...values].filter(([name, { isPlain }]) => !isPlain && (first.scope.uses.get(name) ?? 0) > 1)
  if (bound.length === 0) return { code: first.code, ...first.scope.notes }
  // Evaluated once, however often the text names them.
  const named = bound.map(([name]): [string, GivenValue] => [name, { code: `${name}$`, isPlain: true }])
  const second = write(new Map([...values, ...named]))
  const parameters = named.map(([, { code }]) => code).join(', ')
  const given = bound.map(([, { code }]) => code).join(', ')
  return { code: `((${parameters}) => ${second.code})(${given})`, ...second.scope.notes }
}

type Part = { text: string } | { code: string }

function writeElements(elements: readonly MessageFormatElement[], scope: Scope): string {
  const parts = joinTexts(elements.map((element) => writeElement(element, scope)))
  if (parts.every((part) => 'text' in part)) return JSON.stringify(parts.map(({ text }) => text).join(''))
  if (scope.rich) {
    const children = parts.map((part) => `{${'text' in part ? JSON.stringify(part.text) : part.code}}`)
    return `<>${children.join('')}</>`
  }
  const pieces = parts.map((part) => ('text' in part ? escapeTemplate(part.text) : `\${${part.code}}`))
  return `\`${pieces.join('')}\``
}

const escapeTemplate = (text: string): string => text.replace(/[\\`]|\$(?=\{)/g, '\\$&')

function joinTexts(parts: readonly Part[]): Part[] {
  const joined: Part[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (last && 'text' in last && 'text' in part) joined[joined.length - 1] = { text: last.text + part.text }
    else joined.push(part)
  }
  return joined
}

function writeElement(element: MessageFormatElement, scope: Scope): Part {
  switch (element.type) {
    case TYPE.literal:
      return { text: element.value }
    case TYPE.argument:
      return { code: use(element.value, scope).code }
    case TYPE.number:
      if (element.style) throw new Error(`Format the number ${element.value} first: styles are not inlined.`)
      return { code: formatNumber(operand(element.value, scope), scope) }
    case TYPE.pound:
      return typeof scope.pound === 'number'
        ? { text: scope.pound.toLocaleString(localeOf(scope.language)) }
        : { code: formatNumber(operand(scope.pound.name, scope), scope) }
    case TYPE.select:
      return { code: writeChoice(element.value, Object.entries(element.options), scope) }
    case TYPE.plural:
      if (element.offset || element.pluralType === 'ordinal')
        throw new Error(`Offsets and ordinals of ${element.value} are not inlined.`)
      return { code: writePlural(element.value, Object.entries(element.options), scope) }
    case TYPE.tag: {
      const content = writeElements(element.children, scope)
      const { code, fill } = use(element.value, scope)
      return { code: fill?.(content) ?? `(${code})(${content})` }
    }
    default:
      throw new Error(`Format ${element.value} first: dates and times are not inlined.`)
  }
}

function use(name: string, { values, uses }: Scope): GivenValue {
  const value = values.get(name)
  if (!value) throw new Error(`The value ${name} is missing.`)
  uses.set(name, (uses.get(name) ?? 0) + 1)
  return value
}

function operand(name: string, scope: Scope): string {
  const { code, isPlain } = use(name, scope)
  return isPlain ? code : `(${code})`
}

const formatNumber = (code: string, { language }: Scope): string =>
  `${code}.toLocaleString(${JSON.stringify(localeOf(language))})`

type Options = readonly [string, { value: MessageFormatElement[] }][]

function otherOf(options: Options): MessageFormatElement[] {
  return options.find(([key]) => key === 'other')?.[1].value ?? []
}

function writeChoice(name: string, options: Options, scope: Scope): string {
  const cases = options
    .filter(([key]) => key !== 'other')
    .map(
      ([key, { value }]) =>
        `${operand(name, scope)} === ${JSON.stringify(key)} ? ${writeElements(value, scope)} : `,
    )
  return `(${cases.join('')}${writeElements(otherOf(options), scope)})`
}

function writePlural(name: string, options: Options, scope: Scope): string {
  const cases = options
    .filter(([key]) => key !== 'other')
    // Exact numbers come before categories.
    .toSorted(([one], [other]) => Number(other.startsWith('=')) - Number(one.startsWith('=')))
    .map(([key, { value }]) => {
      const exact = key.startsWith('=') ? Number(key.slice(1)) : null
      const short = exact === null ? findShortTest(scope.language, key) : undefined
      if (exact === null && !short) scope.notes.usesCategory = true
      const counted = operand(name, scope)
      const condition =
        exact === null
          ? (short?.code(counted) ?? `${CATEGORY}(${counted}) === ${JSON.stringify(key)}`)
          : `${counted} === ${exact}`
      const pound = exact ?? short?.only ?? { name }
      return `${condition} ? ${writeElements(value, { ...scope, pound })} : `
    })
  const rest = writeElements(otherOf(options), { ...scope, pound: { name } })
  return `(${cases.join('')}${rest})`
}
