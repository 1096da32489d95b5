import type { z } from 'zod'
import type { FieldErrors } from '../../../contract/errors.ts'
import { isFileBody, type Route } from '../../../contract/route.ts'
import { Refusal, refuse } from '../refusal.ts'

const DEEPEST = 8
const MOST_FIELDS = 100

export interface RawInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
  readonly contentType: string
}

export interface ParsedInput {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/**
 * Reads a request by its route's shapes. Fields that are not declared are refused.
 * Throws not_found for ids that are none, unsupported_media_type, or invalid_input with messages by field.
 */
export function parseRequest(route: Route, raw: RawInput): ParsedInput {
  const params = route.params ? parseParams(route.params, raw.params) : {}
  // Without a prototype: clients choose the names, and 'constructor' is one of them.
  const fields: FieldErrors = Object.create(null)
  const query = route.query ? collect(route.query, raw.query ?? {}, fields) : refuseUnknown(raw.query, fields)
  const body = parseBody(route, raw, fields)
  if (Object.keys(fields).length > 0) throw new Refusal('invalid_input', { fields })
  return { params, query, body }
}

function parseParams(shape: z.ZodObject, value: unknown): unknown {
  const parsed = shape.safeParse(value)
  if (!parsed.success) throw refuse('not_found')
  return parsed.data
}

function parseBody(route: Route, raw: RawInput, fields: FieldErrors): unknown {
  if (route.body === undefined) return {}
  if (isFileBody(route.body)) {
    if (!route.body.file.includes(raw.contentType)) throw refuse('unsupported_media_type')
    if (!Buffer.isBuffer(raw.body) || raw.body.length === 0)
      throw new Refusal('invalid_input', { detail: 'The file is empty.' })
    return { mediaType: raw.contentType, name: '', bytes: raw.body }
  }
  if (raw.body !== undefined && raw.body !== null && raw.contentType !== 'application/json')
    throw refuse('unsupported_media_type')
  if (raw.body !== undefined) checkStructure(raw.body, 0)
  return collect(route.body, raw.body ?? undefined, fields)
}

function collect(shape: z.ZodType, value: unknown, fields: FieldErrors): unknown {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  addIssues(parsed.error.issues, fields)
  return undefined
}

function addIssues(issues: readonly z.core.$ZodIssue[], fields: FieldErrors): void {
  for (const issue of issues) {
    if (issue.code === 'invalid_union' && issue.errors[0]) {
      addIssues(
        issue.errors[0].map((inner) => ({
          ...inner,
          path: [...issue.path, ...inner.path],
        })) as z.core.$ZodIssue[],
        fields,
      )
      continue
    }
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) push(fields, [...issue.path, key].join('.'), 'This field is not known.')
      continue
    }
    push(fields, issue.path.length === 0 ? 'non_field_errors' : issue.path.join('.'), wordsOf(issue))
  }
}

function wordsOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && /received undefined/.test(issue.message))
    return 'This field is required.'
  return issue.message
}

function push(fields: FieldErrors, key: string, message: string): void {
  const messages = fields[key] ?? []
  if (!messages.includes(message)) fields[key] = [...messages, message]
}

function refuseUnknown(query: unknown, fields: FieldErrors): unknown {
  for (const key of Object.keys((query as object | null) ?? {})) push(fields, key, 'This field is not known.')
  return {}
}

/** how deep and how wide a JSON body may be. Lists are bounded by their own shapes. */
function checkStructure(value: unknown, depth: number): void {
  if (value === null || typeof value !== 'object') return
  if (depth >= DEEPEST) throw new Refusal('invalid_input', { detail: 'This request is nested too deeply.' })
  const children = Object.values(value)
  if (!Array.isArray(value) && children.length > MOST_FIELDS)
    throw new Refusal('invalid_input', { detail: 'This request has too many fields.' })
  for (const child of children) checkStructure(child, depth + 1)
}
