import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { checkArguments } from './arguments.ts'
import { CATEGORY, compileText, type GivenValue } from './compile-text.ts'
import { findTexts, parseCode, type SyntaxNode, type TextCall, TextProblem, walk } from './find-texts.ts'
import { type Catalogue, localeOf, numberMarksOf, readCatalogue } from './offered-languages.ts'

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const CATEGORY_FILE = fileOf('../../web/ui/language/plural-category.ts').replaceAll('\\', '/')
/** The web, and what it takes from domain/ and contract/. */
const HAS_TEXTS = /[\\/](web|domain|contract)[\\/].*\.tsx?$/
const IMPORTS_TEXTS = /language\/text\.ts|languages\/msg\.ts/
const LOCALE_FILE = fileOf('../../web/ui/language/locale.ts')

/**
 * Replaces each text of the web by its translation into the language of the build, where it stands. A page so carries
 * one language, and a lazy part only its own texts. Stops the build, with file and position, on a text that is in no
 * catalogue or whose values don't fit it.
 */
export function inlineTexts(languageOf: (environment: string) => string = () => 'en'): Plugin {
  return {
    name: 'inline-texts',
    enforce: 'pre',
    load(id) {
      const language = languageOf(this.environment.name)
      if (language === 'en' || resolve(id) !== LOCALE_FILE) return null
      const marks = JSON.stringify(numberMarksOf(language))
      return `export const LANGUAGE = '${language}'; export const LOCALE = '${localeOf(language)}'; export const NUMBER_MARKS = ${marks}`
    },
    transform(code, id) {
      const path = id.split('?')[0]!
      if (!HAS_TEXTS.test(path) || !IMPORTS_TEXTS.test(code)) return null
      const language = languageOf(this.environment.name)
      try {
        // As many lines as before, so that positions stay right without a map.
        return { code: inlineIn(path, code, language), map: null }
      } catch (error) {
        if (error instanceof TextProblem) this.error(`${path}: ${error.message}`, error.position)
        throw error
      }
    },
  }
}

/** Returns the code with its texts in a language, on the same lines. Throws a TextProblem for a call that can't be inlined. */
export function inlineIn(
  path: string,
  code: string,
  language: string,
  catalogue: Catalogue | null = language === 'en' ? null : readCatalogue(language),
): string {
  const { calls, imports } = findTexts(parseCode(path, code))
  let usesCategory = false
  /** The code between two positions with its texts inlined. */
  const render = (from: number, to: number): string => {
    let written = ''
    let at = from
    for (const call of calls) {
      if (call.start < at || call.end > to) continue
      written += code.slice(at, call.start) + onSameLines(inlineCall(call), code.slice(call.start, call.end))
      at = call.end
    }
    return written + code.slice(at, to)
  }
  const inlineCall = (call: TextCall): string => {
    const text = catalogue ? catalogue[call.key] : call.message
    if (text === undefined)
      throw new TextProblem(`languages/${language}.json lacks ${JSON.stringify(call.key)}.`, call.start)
    try {
      const rich = call.name === 'rich'
      if (rich && !path.endsWith('x')) throw new Error('a rich text needs a .tsx file.')
      checkArguments(call, text)
      const values = new Map([...call.values].map(([name, node]) => [name, givenValue(node, calls, render)]))
      const compiled = compileText(text, { language, rich, values })
      usesCategory ||= compiled.usesCategory
      return compiled.code
    } catch (error) {
      if (error instanceof TextProblem) throw error
      throw new TextProblem(`${JSON.stringify(text)}: ${(error as Error).message}`, call.start)
    }
  }
  let written = ''
  let at = 0
  for (const { start, end } of imports) {
    written += render(at, start) + onSameLines('', code.slice(start, end))
    at = end
  }
  written += render(at, code.length)
  return usesCategory
    ? `import { pluralCategory as ${CATEGORY} } from ${JSON.stringify(CATEGORY_FILE)};${written}`
    : written
}

const linesIn = (text: string): number => text.split('\n').length - 1

const onSameLines = (text: string, former: string): string =>
  text + '\n'.repeat(Math.max(0, linesIn(former) - linesIn(text)))

function givenValue(
  node: SyntaxNode,
  calls: readonly TextCall[],
  render: (from: number, to: number) => string,
): GivenValue {
  const isPlain = isReadTwice(node)
  const place = contentPlace(node)
  const body = node.body as SyntaxNode
  if (!place || calls.some(({ start, end }) => start < place.start && place.end < end && start >= node.start))
    return { code: render(node.start, node.end), isPlain }
  return {
    code: render(node.start, node.end),
    isPlain,
    fill: (content) => render(body.start, place.start) + content + render(place.end, body.end),
  }
}

/** A name, a literal or a property of a name: reading it twice does nothing more. */
const isReadTwice = ({ type, computed, object }: SyntaxNode): boolean =>
  type === 'Identifier' ||
  type === 'Literal' ||
  (type === 'MemberExpression' && !computed && isReadTwice(object as SyntaxNode))

/** Returns where a function `(text) => <a>{text}</a>` uses its parameter, if it does so once and does nothing else. */
function contentPlace(node: SyntaxNode): SyntaxNode | undefined {
  const [parameter, ...others] = (node.params as SyntaxNode[] | undefined) ?? []
  if (node.type !== 'ArrowFunctionExpression' || parameter?.type !== 'Identifier' || others.length > 0) return
  const body = node.body as SyntaxNode
  if (body.type === 'BlockStatement') return undefined
  const places: SyntaxNode[] = []
  let hasFunction = false
  walk(body, (below) => {
    if (/Function/.test(below.type)) hasFunction = true
    if (below.type === 'Identifier' && below.name === parameter.name) places.push(below)
    return undefined
  })
  return places.length === 1 && !hasFunction ? places[0] : undefined
}
