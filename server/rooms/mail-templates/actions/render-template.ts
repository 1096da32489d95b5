import { Context, LiquidError, toValue, toValueSync } from 'liquidjs'
import type { Values } from '../../../../domain/mails/mail-kind.ts'
import { nestValues } from '../rules/nest-values.ts'
import { TemplateProblem, type TemplateTexts } from '../rules/template-problem.ts'
import { TextRefusal, textOf, WorkMeter } from '../rules/work-meter.ts'
import { createEngine } from './create-engine.ts'
import { type ParsedText, parseText } from './parse-text.ts'

type Field = keyof TemplateTexts

const engine = createEngine()

/** Subject and paragraphs of one mail as plain text. */
export interface RenderedTexts {
  readonly subject: string
  readonly paragraphs: readonly string[]
}

/** Renders a template for one mail. Paragraphs of the body are separated by blank lines. Throws a TemplateProblem. */
export function renderTemplate(texts: TemplateTexts, values: Values): RenderedTexts {
  const scope = nestValues(values)
  const subject = renderText('subject', texts.subject, scope).replaceAll(/\s+/g, ' ').trim()
  const paragraphs = paragraphsOf(renderText('body', texts.body, scope))
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

/** Renders one line of the product's own texts. */
export const renderLine = (text: string, values: Values): string =>
  renderText('subject', text, nestValues(values))

/** True when a text shows or tests this variable. */
export const usesVariable = (text: string, name: string): boolean =>
  engine.globalVariablesSync(parse('body', text).templates).includes(name)

/** Throws a TemplateProblem that names the first variable that the sample has no value for, with its line. */
export function findUnknownVariables(texts: TemplateTexts, sample: Values): void {
  const scope = nestValues(sample)
  for (const field of ['subject', 'body'] as const)
    for (const uses of Object.values(engine.analyzeSync(parse(field, texts[field]).templates).globals))
      for (const { segments, location } of uses)
        if (!isKnown(segments, scope))
          throw new TemplateProblem(
            field,
            `There is no variable “${segments.map(String).join('.')}” (line ${location.row}). Choose one from the list.`,
          )
}

/** True when the sample has a value at this path, such as ['invoice', 'number']. */
function isKnown(path: readonly unknown[], scope: object): boolean {
  let value: unknown = scope
  for (const segment of path) {
    if (typeof value !== 'object' || value === null) return false
    if (typeof segment === 'object') return true
    if (!Object.hasOwn(value, String(segment))) return Array.isArray(value) && isArrayProperty(segment)
    value = Reflect.get(value, String(segment))
  }
  return true
}

const isArrayProperty = (segment: unknown): boolean => ['first', 'last', 'size'].includes(String(segment))

function parse(field: Field, text: string): ParsedText {
  try {
    return parseText(engine, text)
  } catch (error) {
    throw new TemplateProblem(field, explain(error))
  }
}

function renderText(field: Field, text: string, scope: object): string {
  try {
    return renderCounted(parse(field, text), scope)
  } catch (error) {
    if (error instanceof TemplateProblem) throw error
    throw new TemplateProblem(field, explain(error))
  }
}

/** Renders a parsed text. Throws a TextRefusal when that is too much work. */
function renderCounted({ templates, tagLength }: ParsedText, scope: object): string {
  const meter = new WorkMeter(tagLength)
  const context = new Context(scope, engine.options, { sync: true }, { liquid: engine })
  context.memoryLimit.use = (length) => meter.countFiltered(length)
  // The engine checks its limit of time before every part of a text.
  context.renderLimit.check = () => meter.countStep()
  const result = {
    buffer: '',
    write(value: unknown) {
      const added = textOf(toValue(value))
      meter.countOutput(added.length)
      this.buffer += added
    },
  }
  toValueSync(engine.renderer.renderTemplates(templates, context, result))
  return result.buffer
}

/** Makes a sentence of the engine's message, such as 'undefined variable: invoice.nunber, line:1, col:4'. */
function explain(error: unknown): string {
  const refusal = error instanceof LiquidError ? error.originalError : error
  if (refusal instanceof TextRefusal) return refusal.message
  const [message = '', line] = /^(.*?)(?:, file:[^,]*)?, line:(\d+)/s
    .exec((error as Error).message)
    ?.slice(1) ?? [(error as Error).message]
  const [, kind, name] =
    /^undefined (variable|filter): (.*)$/.exec(message) ?? /^(tag) "(.*)" not found$/.exec(message) ?? []
  const text = kind ? `There is no ${kind} “${name}”` : `Liquid can’t read this: ${message}`
  return `${text}${line === undefined ? '' : ` (line ${line})`}.`
}
