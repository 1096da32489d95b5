import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OpenApiCheck, type OpenApiDocument } from '../contract/openapi-check.ts'

const SPEC = join(
  import.meta.dirname,
  '..',
  '..',
  '..',
  'shared',
  'provider-specs',
  'xero',
  'xero_accounting.clean.json',
)
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

export interface XeroExchange {
  readonly method: string
  /** Below /api.xro/2.0, with a slash. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  readonly status: number
  readonly answer: string
}

/** Returns the problems of an exchange; none when it fits what Xero publishes. */
export type ExchangeCheck = (exchange: XeroExchange) => readonly string[]

/** Compiled once for all simulators of a process. */
let loaded: Promise<OpenApiCheck | null> | undefined

async function load(): Promise<OpenApiCheck | null> {
  const ajv = existsSync(SPEC) ? await import('ajv').catch(() => null) : null
  if (ajv === null) return null
  const document = JSON.parse(readFileSync(SPEC, 'utf8')) as OpenApiDocument
  return new OpenApiCheck(
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
}

/** Loads Xero's published document, which lies beside the repository. Without it only headers are checked. */
export async function loadContract(): Promise<ExchangeCheck> {
  loaded ??= load()
  const check = await loaded
  return (exchange) => [
    ...headerProblems(exchange),
    ...(check ? (check.problemsOf(exchange) ?? [`${exchange.method} ${exchange.path}: no such call`]) : []),
  ]
}

function headerProblems({ method, path, headers }: XeroExchange): string[] {
  const about = `${method} ${path}`
  const since = headers['if-modified-since']
  const key = headers['idempotency-key']
  return [
    ...(headers['xero-tenant-id'] === undefined ? [`${about}: no Xero-Tenant-Id`] : []),
    ...(typeof since === 'string' && !ISO.test(since) ? [`${about}: If-Modified-Since ${since}`] : []),
    ...((method === 'PUT' || method === 'POST') && key === undefined ? [`${about}: no Idempotency-Key`] : []),
    ...(typeof key === 'string' && key.length > 128 ? [`${about}: Idempotency-Key is too long`] : []),
  ]
}
