import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StripeEvent } from '../state/wire-types.ts'
import { parseForm } from '../wire/form.ts'
import type { StripeExchange } from '../wire/stripe-server.ts'
import { compileSchemas, type SchemaDocument, type Validators } from './compile-schemas.ts'
import type { OpenApiDocument } from './openapi-requests.ts'

/** Published schemas, beside the repository. Without them only the protocol is checked. */
const REPOSITORY = join(import.meta.dirname, '..', '..', '..')
const SPECS = join(REPOSITORY, '..', 'shared', 'provider-specs', 'stripe')
const MAX_VIOLATIONS = 200

/** Request schemas by method and path. */
const REQUESTS: readonly (readonly [RegExp, string])[] = [
  [/^POST \/v1\/payment_intents$/, 'R_PaymentIntentCreate'],
  [/^POST \/v1\/payment_intents\/[^/]+\/confirm$/, 'R_PaymentIntentConfirm'],
  [/^POST \/v1\/payment_intents\/[^/]+\/capture$/, 'R_PaymentIntentCapture'],
  [/^POST \/v1\/refunds$/, 'R_RefundCreate'],
  [/^POST \/v1\/customers$/, 'R_CustomerCreate'],
  [/^POST \/v1\/setup_intents$/, 'R_SetupIntentCreate'],
]

export interface Contract {
  readonly violations: readonly string[]
  checkExchange(exchange: StripeExchange): void
  checkEvent(event: StripeEvent): void
  report(message: string): void
}

/** Compiled once for all simulators of a process. */
let loaded: Promise<Validators | null> | undefined

async function loadValidators(): Promise<Validators | null> {
  const files = ['stripe-23.1.0.types.schema.json', 'stripe.2023-08-16.sliced.json'].map((file) =>
    join(SPECS, file),
  )
  if (!files.every((file) => existsSync(file))) return null
  const [types, openApi] = files.map((file): unknown => JSON.parse(readFileSync(file, 'utf8')))
  return compileSchemas(types as SchemaDocument, openApi as OpenApiDocument)
}

/** Loads the checks of every exchange and event. Deviations are collected, not thrown. */
export async function loadContract(): Promise<Contract> {
  const violations: string[] = []
  const report = (message: string): void => {
    if (violations.length < MAX_VIOLATIONS) violations.push(message)
  }
  loaded ??= loadValidators()
  const validators = await loaded
  return {
    violations,
    report,
    checkExchange(exchange) {
      checkProtocol(exchange, report)
      if (validators === null) return
      checkRequest(exchange, validators, report)
      const answer = JSON.parse(exchange.answer) as unknown
      checkObjects(answer, `${exchange.method} ${exchange.path}`, validators, report)
    },
    checkEvent(event) {
      if (validators !== null) checkObjects(event.data.object, event.type, validators, report)
    },
  }
}

type Report = (message: string) => void

/** Server's calls name their version, and every change has a key with which it can be repeated. */
function checkProtocol({ method, path, headers }: StripeExchange, report: Report): void {
  if (headers.authorization === undefined) return
  const about = `${method} ${path}`
  if (headers['stripe-version'] === undefined) report(`${about}: no Stripe-Version`)
  if (method === 'POST' && headers['idempotency-key'] === undefined) report(`${about}: no Idempotency-Key`)
  const type = headers['content-type'] ?? ''
  if (method === 'POST' && !type.startsWith('application/x-www-form-urlencoded'))
    report(`${about}: content type ${type}`)
}

/** A refused request was reported to its caller already; what the browser's script sends is not published. */
function checkRequest(exchange: StripeExchange, validators: Validators, report: Report): void {
  const about = `${exchange.method} ${exchange.path}`
  const root = REQUESTS.find(([pattern]) => pattern.test(about))?.[1]
  if (exchange.method !== 'POST' || (exchange.status >= 400 && exchange.status !== 402)) return
  const body = parseForm(exchange.body)
  if (body.key !== undefined) return
  const problems =
    root === undefined ? validators.olderRequest(exchange.path, body) : validators.request(root, body)
  for (const problem of problems) report(`${about} request${problem}`)
}

/** Checks every API object in a value, also those inside others. */
function checkObjects(value: unknown, about: string, validators: Validators, report: Report): void {
  if (typeof value !== 'object' || value === null) return
  const { object, deleted } = value as { object?: unknown; deleted?: unknown }
  if (typeof object === 'string' && deleted !== true)
    for (const problem of validators.object(object, value)) report(`${about} ${object}${problem}`)
  for (const inner of Object.values(value)) checkObjects(inner, about, validators, report)
}
