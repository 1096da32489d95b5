import type { z } from 'zod'
import type { Text } from '../../../domain/languages/msg.ts'
import { msg } from '../../../domain/languages/msg.ts'
import { translateText } from '../languages/translate.ts'
import { shapeText, UNKNOWN_FIELD } from './shape-texts.ts'

/** Messages by field, while they are collected. */
export type WrittenFields = Record<string, Text[]>

/** Returns the parsed value, or undefined with messages in `fields`. Nested names are joined with dots. */
export function readShape(shape: z.ZodType, value: unknown, fields: WrittenFields): unknown {
  // Zod carries messages as strings only: those with values are found again by their English text.
  const texts = new Map<string, Text>()
  const error = (issue: Parameters<typeof shapeText>[0]): string => {
    const text = shapeText(issue)
    const english = translateText('en', text)
    texts.set(english, text)
    return english
  }
  const parsed = shape.safeParse(value, { error })
  if (parsed.success) return parsed.data
  addIssues(parsed.error.issues, fields, texts)
  return undefined
}

/** Reports each of these names as an unknown field. */
export function refuseFieldsOf(value: unknown, fields: WrittenFields): void {
  for (const name of Object.keys((value as object | null) ?? {})) push(fields, name, UNKNOWN_FIELD)
}

function addIssues(
  issues: readonly z.core.$ZodIssue[],
  fields: WrittenFields,
  texts: ReadonlyMap<string, Text>,
): void {
  for (const issue of issues) {
    const likeliest = issue.code === 'invalid_union' ? likeliestBranch(issue.errors) : undefined
    if (likeliest)
      addIssues(
        likeliest.map((inner) => within(issue.path, inner)),
        fields,
        texts,
      )
    else if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) push(fields, [...issue.path, key].join('.'), UNKNOWN_FIELD)
    else if (issue.path.length === 0 && issue.code === 'invalid_type')
      push(fields, 'non_field_errors', msg('This request needs an object with its fields.'))
    else push(fields, nameOf(issue.path), texts.get(issue.message) ?? issue.message)
  }
}

/** Returns the issues of the union's closest shape, whose messages help most. */
function likeliestBranch(branches: readonly z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  const distance = (branch: z.core.$ZodIssue[]): number =>
    branch.reduce((sum, issue) => sum + (isOtherKind(issue) ? 100 : 1), 0)
  return branches.toSorted((one, other) => distance(one) - distance(other))[0]
}

/** True when the whole value has another type than this shape expects. */
const isOtherKind = (issue: z.core.$ZodIssue): boolean =>
  issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value')

const within = (path: PropertyKey[], issue: z.core.$ZodIssue): z.core.$ZodIssue =>
  ({ ...issue, path: [...path, ...issue.path] }) as z.core.$ZodIssue

const nameOf = (path: PropertyKey[]): string =>
  path.length === 0 ? 'non_field_errors' : path.map(String).join('.')

function push(fields: WrittenFields, key: string, message: Text): void {
  const messages = fields[key] ?? []
  if (!messages.includes(message)) fields[key] = [...messages, message]
}
