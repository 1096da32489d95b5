import type { Parameter } from '../../../platform/http/openapi/openapi.ts'
import type { JsonSchema } from '../../../platform/http/openapi/schema-of.ts'
import { escapeHtml } from '../html.ts'
import { proseHtml } from './code-text.ts'

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'id',
  decimal: 'decimal string',
  date: 'date',
  'date-time': 'instant',
  email: 'email address',
  binary: 'bytes',
}

/** Most values of an enum that a line shows. */
const MOST_CHOICES = 8

/** Returns the type of a field in words. */
export function typeText(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) {
    const shown = schema.enum.slice(0, MOST_CHOICES).map((one) => JSON.stringify(one))
    return [...shown, ...(schema.enum.length > MOST_CHOICES ? ['…'] : [])].join(' | ')
  }
  if (schema.anyOf)
    return [...new Set(schema.anyOf.filter((one) => one.const !== '').map(typeText))].join(' | ')
  if (Array.isArray(schema.type)) return schema.type.join(' | ')
  if (schema.type === 'array') return `list of ${plural(schema.items ? typeText(schema.items) : 'value')}`
  if (schema.type === 'string') return FORMATS[schema.format ?? ''] ?? 'text'
  return (schema.type as string | undefined) ?? 'any value'
}

const plural = (type: string): string =>
  /^[a-z ]+$/.test(type) ? type.replace(/(s)?$/, (_, s) => (s ? 'ses' : 's')) : type

function limitText({ maxLength, maxItems, default: preset }: JsonSchema): string {
  return [
    maxLength !== undefined && `at most ${maxLength.toLocaleString('en')} characters`,
    maxItems !== undefined && `at most ${maxItems.toLocaleString('en')}`,
    preset !== undefined &&
      !['""', 'null', '[]', '{}'].includes(JSON.stringify(preset)) &&
      `default ${JSON.stringify(preset)}`,
  ]
    .filter((text) => text !== false)
    .join(', ')
}

/** The object inside a field: itself, an item of the list, or the alternative that is an object. */
function objectIn(schema: JsonSchema): JsonSchema | undefined {
  if (schema.properties) return schema
  if (schema.items) return objectIn(schema.items)
  return schema.anyOf?.map(objectIn).find((one) => one !== undefined)
}

/** Returns the fields of an object, each with its type and what it holds. `sent` marks the required ones. */
export function fieldList(schema: JsonSchema, sent: boolean): string {
  const inside = objectIn(schema)
  if (!inside?.properties) return `<p class="type">${escapeHtml(typeText(schema))}</p>`
  const { properties, required = [] } = inside
  const lines = Object.entries(properties)
    .filter(([name]) => !sent || !FILTER.test(name))
    .map(([name, field]) => line(name, field, sent && required.includes(name), sent))
  const filters = sent ? filterLine(Object.keys(properties)) : ''
  return `<ul class="fields">${lines.join('')}${filters}</ul>`
}

function line(name: string, schema: JsonSchema, isRequired: boolean, sent: boolean): string {
  const limit = limitText(schema)
  const about = schema.description ?? schema.items?.description
  const inside = objectIn(schema)
  return `<li><p><code>${escapeHtml(name)}</code> <span class="type">${escapeHtml(typeText(schema))}</span>${
    isRequired ? ' <strong class="required">required</strong>' : ''
  }</p>${limit === '' ? '' : `<p class="limit">${escapeHtml(limit)}</p>`}${
    about === undefined ? '' : `<p>${proseHtml(sentence(about))}</p>`
  }${
    inside === undefined
      ? ''
      : `<details><summary>Fields of <code>${escapeHtml(name)}</code></summary>${fieldList(inside, sent)}</details>`
  }</li>`
}

const sentence = (text: string): string =>
  `${text[0]!.toUpperCase()}${text.slice(1)}${/[.!?)]$/.test(text) ? '' : '.'}`

/** Returns the parameters of a place, in the form of fields. */
export function parameterList(parameters: readonly Parameter[]): string {
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema as JsonSchema]))
  const required = parameters.filter((one) => one.required).map(({ name }) => name)
  return fieldList({ type: 'object', properties, required }, true)
}

const FILTER = /^(?:filter|exclude)_(.+?)(?:_(?:lt|gt|gte|lte|eq|neq))?$/

/** The many filters of a list, as one line that names its columns. */
function filterLine(names: readonly string[]): string {
  const columns = new Set(names.flatMap((name) => FILTER.exec(name)?.[1] ?? []))
  if (columns.size === 0) return ''
  const chips = [...columns].map((column) => `<code>${escapeHtml(column)}</code>`).join(' ')
  return `<li><p><code>filter_…</code> or <code>exclude_…</code> <span class="type"><a href="/api/docs/#filters">filters</a> by a column</span></p><p class="chips">${chips}</p></li>`
}
