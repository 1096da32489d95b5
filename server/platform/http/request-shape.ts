import type { z } from 'zod'
import { isFileBody, isRawBody, type Route } from '../../../contract/route.ts'
import { msg } from '../../../domain/languages/msg.ts'
import { Refusal, refuse } from '../refusal.ts'
import { readShape, refuseFieldsOf, type WrittenFields } from './field-errors.ts'

const DEEPEST = 8
const MAX_FIELDS = 100
const MAX_FILTERS = 10

export interface RawInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly contentType: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface ParsedInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/**
 * Parses a request by its route's shapes and refuses undeclared fields. Throws not_found for malformed ids,
 * unsupported_media_type, or invalid_input with messages by field.
 */
export function parseRequest(route: Route, raw: RawInput): ParsedInput {
  const params = route.params ? parseParams(route.params, raw.params) : {}
  // Has no prototype, because clients choose the names and 'constructor' is a possible one.
  const fields: WrittenFields = Object.create(null)
  const query = parseQuery(route.query, raw.query ?? {}, fields)
  const body = parseBody(route, raw, fields)
  if (Object.keys(fields).length > 0) throw new Refusal('invalid_input', { fields })
  return { params, query, body }
}

function parseParams(shape: z.ZodObject, value: unknown): unknown {
  const parsed = shape.safeParse(value)
  if (!parsed.success || holdsNoText(value)) throw refuse('not_found')
  return parsed.data
}

function parseQuery(shape: z.ZodObject | undefined, query: unknown, fields: WrittenFields): unknown {
  refuseNoText(query, fields)
  if (Object.keys(query as object).filter((name) => /^(filter|exclude)_/.test(name)).length > MAX_FILTERS)
    fields.non_field_errors = [`At most ${MAX_FILTERS} filters at a time.`]
  if (shape) return readShape(shape, query, fields)
  refuseFieldsOf(query, fields)
  return {}
}

function parseBody(route: Route, raw: RawInput, fields: WrittenFields): unknown {
  if (route.body === undefined) return {}
  if (isFileBody(route.body)) {
    if (!route.body.file.includes(raw.contentType)) throw refuse('unsupported_media_type')
    if (!Buffer.isBuffer(raw.body) || raw.body.length === 0)
      throw new Refusal('invalid_input', { detail: 'The file is empty.' })
    return { mediaType: raw.contentType, name: '', bytes: raw.body }
  }
  if (isRawBody(route.body)) {
    if (!route.body.raw.includes(raw.contentType)) throw refuse('unsupported_media_type')
    const bytes = Buffer.isBuffer(raw.body) ? raw.body : Buffer.alloc(0)
    return { headers: singleHeaders(raw.headers), bytes }
  }
  if (raw.body !== undefined && raw.body !== null && raw.contentType !== 'application/json')
    throw refuse('unsupported_media_type')
  checkStructure(raw.body, 0)
  refuseNoText(raw.body, fields)
  return readShape(route.body, raw.body ?? undefined, fields)
}

const singleHeaders = (headers: RawInput['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]))

/** Limits depth and width of a JSON body. Lists are limited by their own shapes. */
function checkStructure(value: unknown, depth: number): void {
  if (value === null || typeof value !== 'object') return
  if (depth >= DEEPEST)
    throw new Refusal('invalid_input', { detail: msg('This request is nested too deeply.') })
  const children = Object.values(value)
  if (!Array.isArray(value) && children.length > MAX_FIELDS)
    throw new Refusal('invalid_input', { detail: msg('This request has too many fields.') })
  for (const child of children) checkStructure(child, depth + 1)
}

/** Refuses NUL and unpaired surrogates, which are not text, in any field. */
function refuseNoText(value: unknown, fields: WrittenFields): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    if (!isText(name))
      fields.non_field_errors = [msg('The name of a field has a character that is not allowed.')]
    else if (holdsNoText(part)) fields[name] = [msg('This text has a character that is not allowed.')]
  }
}

function holdsNoText(value: unknown): boolean {
  if (typeof value === 'string') return !isText(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, part]) => !isText(name) || holdsNoText(part))
}

const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')
