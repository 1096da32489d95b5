import { Liquid, type Template } from 'liquidjs'
import { SAMPLE_FACTS, type TemplateFacts } from '../../../../domain/reminders/template-variables.ts'
import { TemplateProblem, type TemplateTexts } from '../rules/template-problem.ts'

/** Liquid tags that read files, and filters that leave the text or run longer than the limits. */
const REFUSED_TAGS = ['render', 'include', 'layout', 'block', 'liquid', 'raw']
const REFUSED_FILTERS = ['raw', 'json', 'inspect']

const engine = createEngine()

function createEngine(): Liquid {
  const liquid = new Liquid({
    templates: {},
    strictVariables: true,
    strictFilters: true,
    ownPropertyOnly: true,
    lenientIf: true,
    // Without escaping, because the mail's layout escapes the whole text.
    parseLimit: 20_000,
    renderLimit: 200,
    memoryLimit: 1_000_000,
  })
  for (const name of REFUSED_TAGS) delete liquid.tags[name]
  const refused = Object.keys(liquid.filters).filter((name) => name.endsWith('_exp'))
  for (const name of [...REFUSED_FILTERS, ...refused]) delete liquid.filters[name]
  return liquid
}

/** Renders a template for one message. Paragraphs of the body are separated by blank lines. */
export function renderTemplate(
  texts: TemplateTexts,
  facts: TemplateFacts,
): { readonly subject: string; readonly paragraphs: readonly string[] } {
  const subject = renderText('subject', texts.subject, facts).replaceAll(/\s+/g, ' ').trim()
  const paragraphs = paragraphsOf(renderText('body', texts.body, facts))
  if (subject === '') throw new TemplateProblem('subject', 'The subject renders to nothing.')
  if (paragraphs.length === 0) throw new TemplateProblem('body', 'The text renders to nothing.')
  return { subject, paragraphs }
}

/** Splits a text at its blank lines. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

/** Throws a TemplateProblem when a text has an unknown variable, tag or filter, or renders to nothing for one or several invoices. */
export function checkTemplate(texts: TemplateTexts): void {
  for (const field of ['subject', 'body'] as const) findUnknownVariables(field, texts[field])
  const [first] = SAMPLE_FACTS.invoices
  const one = { ...SAMPLE_FACTS, invoices: [first!], totals: { count: 1, remaining: first!.remaining } }
  for (const facts of [SAMPLE_FACTS, one]) renderTemplate(texts, facts)
}

function findUnknownVariables(field: keyof TemplateTexts, text: string): void {
  const named = engine.globalVariableSegmentsSync(parse(field, text)) as unknown[][]
  for (const path of named)
    if (!isKnown(path))
      throw new TemplateProblem(
        field,
        `There is no variable “${path.map(String).join('.')}”. Choose one from the list.`,
      )
}

/** True when the sample has a value at this path, such as ['invoice', 'number']. */
function isKnown(path: readonly unknown[]): boolean {
  let value: unknown = SAMPLE_FACTS
  for (const segment of path) {
    if (typeof value !== 'object' || value === null) return false
    if (typeof segment === 'object') return true
    if (!Object.hasOwn(value, String(segment))) return Array.isArray(value) && isArrayProperty(segment)
    value = (value as Record<string, unknown>)[String(segment)]
  }
  return true
}

const isArrayProperty = (segment: unknown): boolean => ['first', 'last', 'size'].includes(String(segment))

function parse(field: keyof TemplateTexts, text: string): Template[] {
  try {
    return engine.parse(text)
  } catch (error) {
    throw new TemplateProblem(field, explain(error))
  }
}

function renderText(field: keyof TemplateTexts, text: string, facts: TemplateFacts): string {
  try {
    return engine.renderSync(parse(field, text), { ...facts })
  } catch (error) {
    if (error instanceof TemplateProblem) throw error
    throw new TemplateProblem(field, explain(error))
  }
}

/** Makes a sentence of the engine's message, such as 'undefined variable: invoice.nunber, line:1, col:4'. */
function explain(error: unknown): string {
  const [message = '', line] = /^(.*?)(?:, file:[^,]*)?, line:(\d+)/s
    .exec((error as Error).message)
    ?.slice(1) ?? [(error as Error).message]
  const unknown = /^undefined (variable|filter): (.*)$/.exec(message)
  const text = unknown ? `There is no ${unknown[1]} “${unknown[2]}”` : `Liquid can’t read this: ${message}`
  return `${text}${line === undefined ? '' : ` (line ${line})`}.`
}
