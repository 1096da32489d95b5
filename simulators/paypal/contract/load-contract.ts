import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OpenApiCheck, type OpenApiDocument } from '../../contract/openapi-check.ts'
import type { PayPalEvent } from '../state/wire-types.ts'
import type { PayPalExchange } from '../wire/server.ts'

/** Published documents, beside the repository. Without them only the protocol is checked. */
const REPOSITORY = join(import.meta.dirname, '..', '..', '..')
const SPECS = join(REPOSITORY, '..', 'shared', 'provider-specs', 'paypal')
const FILES = [
  'orders_v2.clean.json',
  'payments_v2.clean.json',
  'vault_v3.clean.json',
  'webhooks_v1.clean.json',
  'customer_partner_referrals_v2.json',
]
const MAX_VIOLATIONS = 200

/** Calls that move or reserve something need an id with which they can be repeated. */
const NEEDS_ID = /^POST \/v2\/(checkout\/orders(\/[^/]+\/capture)?|payments\/captures\/[^/]+\/refund)$/

export interface Contract {
  readonly violations: readonly string[]
  checkExchange(exchange: PayPalExchange): void
  checkEvent(event: PayPalEvent): void
  report(message: string): void
}

/** Compiled once for all simulators of a process. */
let loaded: Promise<readonly OpenApiCheck[]> | undefined

async function loadChecks(): Promise<readonly OpenApiCheck[]> {
  if (!FILES.every((file) => existsSync(join(SPECS, file)))) return []
  const ajv = await import('ajv').catch(() => null)
  if (ajv === null) return []
  const create = () =>
    new ajv.Ajv({ strict: false, allErrors: false, validateSchema: false, inlineRefs: false, logger: false })
  return FILES.map(
    (file) =>
      new OpenApiCheck(JSON.parse(readFileSync(join(SPECS, file), 'utf8')) as OpenApiDocument, create),
  )
}

/** Loads the checks of every exchange and event. Deviations are collected, not thrown. */
export async function loadContract(): Promise<Contract> {
  const violations: string[] = []
  const report = (message: string): void => {
    if (violations.length < MAX_VIOLATIONS) violations.push(message)
  }
  loaded ??= loadChecks()
  const checks = await loaded
  return {
    violations,
    report,
    checkExchange(exchange) {
      for (const problem of protocolProblems(exchange)) report(problem)
      // A refused call was reported to its caller already.
      if (exchange.status >= 400) return
      for (const check of checks) for (const problem of check.problemsOf(exchange) ?? []) report(problem)
    },
    checkEvent(event) {
      const webhooks = checks[FILES.indexOf('webhooks_v1.clean.json')]
      for (const problem of webhooks?.objectProblems('event', event) ?? []) report(problem)
    },
  }
}

function protocolProblems({ method, path, headers, body }: PayPalExchange): string[] {
  const about = `${method} ${path}`
  const type = headers['content-type'] ?? ''
  const id = headers['paypal-request-id']
  const wanted = path === '/v1/oauth2/token' ? 'application/x-www-form-urlencoded' : 'application/json'
  return [
    ...(headers.authorization === undefined ? [`${about}: no authorization`] : []),
    ...(body !== '' && !type.startsWith(wanted) ? [`${about}: content type ${type}`] : []),
    ...(NEEDS_ID.test(about) && id === undefined ? [`${about}: no PayPal-Request-Id`] : []),
    ...(typeof id === 'string' && id.length > 108 ? [`${about}: PayPal-Request-Id is too long`] : []),
  ]
}
