import {
  EXAMPLE_EMAIL,
  EXAMPLE_RECORDS,
  type ExampleField,
  exampleAmount,
  exampleChoice,
  exampleDate,
  exampleId,
  exampleNumber,
  exampleText,
  isExpected,
  isUnusual,
} from './example-values.ts'
import type { JsonSchema } from './schema-of.ts'

/**
 * Returns an example of a JSON schema. A request has its required fields and the optional ones that readers expect, a reply
 * has all. `owner` names the record that the example shows.
 */
export const exampleOf = (schema: unknown, owner: string, sent: boolean): unknown =>
  exampleValue(schema as JsonSchema, { name: '', owner, sent })

/** Returns an example of a parameter of a path. An id is that of the record in the examples of bodies. */
export const exampleOfParameter = (schema: unknown, name: string): unknown =>
  exampleValue(schema as JsonSchema, { name, owner: 'path', sent: true })

function exampleValue(schema: JsonSchema, field: ExampleField): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return exampleChoice(schema.enum, field)
  if (schema.anyOf) return valueOfOneOf(schema.anyOf, field)
  const types = [schema.type ?? 'string'].flat()
  if (types.includes('null') && isUnusual(field)) return null
  switch (types[0]) {
    case 'object':
      return objectOf(schema, field)
    case 'array':
      return schema.items && !isUnusual(field) ? [exampleValue(schema.items, field)] : []
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, exampleNumber(field))
    case 'boolean':
      return !isUnusual(field)
    case 'null':
      return null
    default:
      return isUnusual(field) && schema.format === undefined && schema.pattern === undefined
        ? ''
        : textOf(schema, field)
  }
}

/** The first alternative that says something; null for what a record usually lacks. */
function valueOfOneOf(alternatives: readonly JsonSchema[], field: ExampleField): unknown {
  if (isUnusual(field) && alternatives.some(({ type }) => type === 'null')) return null
  const values = alternatives.map((alternative) => exampleValue(alternative, field))
  return values.find((value) => value !== null && value !== '') ?? values[0]
}

function objectOf(schema: JsonSchema, field: ExampleField): unknown {
  const { properties, required = [], propertyNames, additionalProperties } = schema
  if (!properties) {
    const names = propertyNames?.enum as readonly string[] | undefined
    if (names && typeof additionalProperties === 'object')
      return Object.fromEntries(
        names.map((name) => [
          name,
          exampleValue(additionalProperties, { ...field, name, owner: field.name }),
        ]),
      )
    return EXAMPLE_RECORDS[field.name] ?? {}
  }
  const all = Object.keys(properties)
  const shown = field.sent ? all.filter((name) => required.includes(name) || isExpected(name)) : all
  const names = shown.length > 0 ? shown : all.slice(0, 1)
  const owner = field.name === '' || field.name === 'results' ? field.owner : field.name
  return Object.fromEntries(
    names.map((name) => [name, exampleValue(properties[name]!, { name, owner, sent: field.sent })]),
  )
}

function textOf({ format }: JsonSchema, field: ExampleField): string {
  switch (format) {
    case 'uuid':
      return exampleId(field)
    case 'date':
      return exampleDate(field)
    case 'date-time':
      return `${exampleDate(field)}T15:00:00.000Z`
    case 'email':
      return EXAMPLE_EMAIL
    case 'decimal':
      return exampleAmount(field)
    default:
      return exampleText(field)
  }
}
