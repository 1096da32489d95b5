import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OpenApiCheck, type OpenApiDocument } from '../contract/openapi-check.ts'

const SPEC = join(import.meta.dirname, '..', '..', '..', 'shared', 'provider-specs', 'clio', 'openapi.json')

/** Whether Clio's published document lies beside the repository. Without it nothing is checked. */
export const hasContract = existsSync(SPEC)

export interface ClioExchange {
  readonly method: string
  /** Below /api/v4, with a slash. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string
  readonly status: number
  readonly answer: string
}

/** Returns the problems of an exchange; none when it fits what Clio publishes. */
export type ExchangeCheck = (exchange: ClioExchange) => readonly string[]

interface Parameters {
  readonly parameters?: readonly { readonly name?: string; readonly in?: string }[]
}

/** Compiled once for all simulators of a process. */
let loaded: Promise<ExchangeCheck | null> | undefined

async function load(): Promise<ExchangeCheck | null> {
  const ajv = hasContract ? await import('ajv').catch(() => null) : null
  if (ajv === null) return null
  const document = withoutMediaTypes(JSON.parse(readFileSync(SPEC, 'utf8')) as OpenApiDocument)
  const check = new OpenApiCheck(
    document,
    () =>
      new ajv.Ajv({
        strict: false,
        allErrors: false,
        validateSchema: false,
        inlineRefs: false,
        logger: false,
      }),
  )
  return (exchange) => [
    ...(check.problemsOf({ ...exchange, answer: withoutNulls(exchange.answer) }) ?? [
      `${exchange.method} ${exchange.path}: no such call`,
    ]),
    ...queryProblems(document, exchange),
  ]
}

/** The document names no field that may be null, though those without a value are. */
const withoutNulls = (answer: string): string =>
  answer === ''
    ? ''
    : JSON.stringify(JSON.parse(answer), (_, value: unknown) => (value === null ? undefined : value))

/** Answers are published as `application/json; charset=utf-8`. */
const withoutMediaTypes = (document: OpenApiDocument): OpenApiDocument =>
  JSON.parse(
    JSON.stringify(document).replaceAll('application/json; charset=utf-8', 'application/json'),
  ) as OpenApiDocument

/** Each query parameter has to be one of the published call's. */
function queryProblems({ paths }: OpenApiDocument, { method, path, query }: ClioExchange): string[] {
  const name = paths[path] ? path : path.replace(/\/\d+/, '/{id}')
  const { parameters } = (paths[name]?.[method.toLowerCase()] ?? {}) as Parameters
  const known = new Set((parameters ?? []).filter((one) => one.in === 'query').map((one) => one.name))
  return [...new Set(query.keys())]
    .filter((key) => !known.has(key))
    .map((key) => `${method} ${path}: no parameter ${key}`)
}

/** The guide to webhooks describes this call; the document lacks it. */
const ONLY_IN_GUIDE = /^\/webhooks\/\d+\/activate\.json$/

/** Loads the check of Clio's published document. */
export async function loadContract(): Promise<ExchangeCheck> {
  loaded ??= load()
  const check = await loaded
  return (exchange) => (check && !ONLY_IN_GUIDE.test(exchange.path) ? check(exchange) : [])
}
