import { ERRORS } from '../../../../contract/errors.ts'
import { contract } from '../../../../contract/index.ts'
import { EVENT_TYPES } from '../../../../domain/accounts/event-types.ts'
import { API_SCOPE_NAMES } from '../../../../domain/people/api-scopes.ts'
import { KEY_LIMIT } from '../../../platform/http/api-keys/limit-key.ts'
import { operationOf } from '../../../platform/http/openapi/openapi.ts'
import { exampleOf } from '../../../platform/http/openapi/openapi-example.ts'
import { schemaOf } from '../../../platform/http/openapi/schema-of.ts'
import { escapeHtml } from '../html.ts'
import { codeBlock, jsonHtml } from './code-text.ts'
import { USE_CLIENT, VERIFY_WEBHOOK } from './guide-samples.ts'
import { curlOf } from './operation-section.ts'

export interface Guide {
  readonly id: string
  readonly title: string
  readonly html: string
}

const ACCOUNT = operationOf(contract.customers.list).parameters[0]!.example as string
const curl = (lines: string): string => codeBlock('curl', escapeHtml(lines))
const json = (label: string, value: unknown): string => codeBlock(label, jsonHtml(value))
const codes = (all: readonly string[]): string =>
  all.map((one) => `<code>${escapeHtml(one)}</code>`).join(' ')

/** Returns the chapters that come before the operations. */
export const guidesOf = (origin: string): readonly Guide[] => [
  { id: 'start', title: 'Getting started', html: start(origin) },
  { id: 'authentication', title: 'Authentication', html: authentication(origin) },
  { id: 'formats', title: 'Formats', html: FORMATS },
  { id: 'lists', title: 'Lists and pagination', html: lists(origin) },
  { id: 'filters', title: 'Filters', html: filters(origin) },
  { id: 'errors', title: 'Errors', html: errors() },
  { id: 'idempotency', title: 'Idempotency', html: idempotency(origin) },
  { id: 'rate-limits', title: 'Rate limits', html: RATE_LIMITS },
  { id: 'webhooks', title: 'Webhooks', html: webhooks() },
  { id: 'client', title: 'TypeScript client', html: client(origin) },
]

const start = (origin: string): string =>
  side(
    `<p>The API reads and writes everything that the app shows: customers, invoices, payments, reminders and reports of one account.</p>
<ol><li>Create an API key under Settings, Developers. Choose only the scopes that the program needs.</li>
<li>Send it with each request. The examples take the key from <code>$QUITTANCE_KEY</code> and the account’s id, which the same
settings show, from <code>$ACCOUNT</code>.</li>
<li>Every address starts with <code>${escapeHtml(origin)}/api/</code> and ends in a slash.</li></ol>
<p>The same reference for tools: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>`,
    curl(curlOf(contract.customers.create, operationOf(contract.customers.create), origin)),
  )

const authentication = (origin: string): string =>
  side(
    `<p>Programs send an API key as <code>Authorization: Bearer qk_…</code>. A key belongs to one account and is never a person: the audit
log names the key. It is shown once, and can expire or be revoked.</p>
<p>Each operation names the scope that a key needs. A scope to write includes the one to read. Without the scope the answer is 403 with
<code>scope_missing</code>.</p><p class="chips">${codes(API_SCOPE_NAMES)}</p>
<p>People send the token of <code>POST /api/profile/login/</code> in the same header. Their role decides what they may do. Operations
that no key may call say so: they need a person, or belong to the portal of a customer.</p>
<p>An operation without an account in its address takes the account from <code>X-Account-Id</code>.</p>`,
    curl(`curl "${origin}/api/customer-groups/" \\
  -H "Authorization: Bearer $QUITTANCE_KEY" \\
  -H "X-Account-Id: $ACCOUNT"`),
  )

const FORMATS = `<dl class="terms"><dt>Amounts</dt><dd>Decimal strings with the digits of their currency: <code>"1264.50"</code>. Never floats.</dd>
<dt>Currencies</dt><dd>ISO 4217: <code>"USD"</code>.</dd>
<dt>Dates</dt><dd>ISO calendar dates in the account’s time zone: <code>"2026-11-20"</code>.</dd>
<dt>Instants</dt><dd>ISO 8601 in UTC: <code>"2026-11-20T15:00:00.000Z"</code>.</dd>
<dt>Ids</dt><dd>UUIDs, as <code>pk</code>; some records repeat it as <code>id</code>.</dd>
<dt>Bodies</dt><dd>JSON. A field that an operation does not know is refused, so a typing mistake is found at once.</dd></dl>`

const lists = (origin: string): string =>
  side(
    `<p>Lists come in pages. <code>next</code> and <code>previous</code> are the addresses of the pages around this one, with every filter
kept; null at the ends.</p>
<dl class="terms"><dt><code>page</code></dt><dd>From 1.</dd><dt><code>page_size</code></dt><dd>5, 10, 20, 25, 50 or 100. Default 10.</dd>
<dt><code>order_by</code></dt><dd>A column, with <code>-</code> before it for descending: <code>-due_date</code>.</dd>
<dt><code>search</code></dt><dd>Text that the records contain.</dd></dl>
<p>To follow everything that happens, read <a href="/api/docs/events/#follow">events</a> by position instead of paging through lists.</p>`,
    curl(`curl "${origin}/api/accounts/$ACCOUNT/invoices/?page=2&page_size=50&order_by=-due_date" \\
  -H "Authorization: Bearer $QUITTANCE_KEY"`) +
      json('Page', {
        ...{ page: 2, count: 120, num_pages: 3 },
        next: `/api/accounts/${ACCOUNT}/invoices/?page=3&page_size=50&order_by=-due_date`,
        previous: `/api/accounts/${ACCOUNT}/invoices/?page=1&page_size=50&order_by=-due_date`,
        results: [],
      }),
  )

const filters = (origin: string): string =>
  side(
    `<p>A list filters by the columns that its operation names: <code>filter_balance_gte=1000</code> keeps customers who owe 1,000 or more.
<code>exclude_</code> in place of <code>filter_</code> leaves them out.</p>
<p>Operators: <code>lt</code> <code>lte</code> <code>gt</code> <code>gte</code> <code>eq</code> <code>neq</code>. Without one it is
<code>eq</code>. Several filters must all hold.</p>`,
    curl(`curl "${origin}/api/accounts/$ACCOUNT/customers/?filter_balance_gte=1000&exclude_currency=EUR" \\
  -H "Authorization: Bearer $QUITTANCE_KEY"`),
  )

const errors = (): string =>
  side(
    `<p>A refusal has a status from 400 and a JSON body in one of two shapes: one sentence for a person in <code>detail</code> with a
<code>code</code> for programs, or lists of messages by field. Nested fields are joined by dots; what belongs to no field is under
<code>non_field_errors</code>.</p>
<p>The header <code>x-request-id</code> names the request: send it along when you ask for help.</p>
<details><summary>All codes</summary><table><thead><tr><th scope="col">Status</th><th scope="col">Code</th><th scope="col">Text</th></tr></thead><tbody>${Object.entries(
      ERRORS,
    )
      .toSorted(([, one], [, other]) => one.status - other.status)
      .map(
        ([code, { status, detail }]) =>
          `<tr><td>${status}</td><td><code>${code}</code></td><td>${escapeHtml(detail)}</td></tr>`,
      )
      .join('')}</tbody></table></details>`,
    json('409', { detail: ERRORS.wrong_state.detail, code: 'wrong_state' }) +
      json('400', { email: ['Enter a valid email address.'], 'lines.0.quantity': ['Enter a quantity.'] }),
  )

const idempotency = (origin: string): string =>
  side(
    `<p>A request whose answer was lost can be sent again without a second effect: give each write an <code>Idempotency-Key</code> of your
own, such as the number of the order, and repeat it with the request. The answer is kept for 24 hours and comes back with
<code>Idempotency-Replayed: true</code>.</p>
<ul><li>Another request under the same key is answered 422, <code>idempotency_key_reused</code>.</li>
<li>While the first one still runs, the answer is 409, <code>in_progress</code>.</li>
<li>A refused request may be corrected and sent again under its key.</li>
<li>409 with <code>outcome_unknown</code>: the first run was interrupted beside a call to another service. Check what was saved.</li></ul>
<p>Every write inside an account takes the header. Calls outside one, such as logging in, answer 400 with
<code>idempotency_unsupported</code>, and their descriptions say why. Reads and downloads need no key.</p>`,
    curl(`curl -X POST "${origin}/api/accounts/$ACCOUNT/customers/" \\
  -H "Authorization: Bearer $QUITTANCE_KEY" \\
  -H "Idempotency-Key: import-harbor-foods" \\
  -H "Content-Type: application/json" \\
  -d '{"short_name": "Harbor Foods"}'`) +
      codeBlock('Second answer', escapeHtml('HTTP/1.1 201 Created\nIdempotency-Replayed: true')),
  )

const { requests, windowSeconds } = KEY_LIMIT
const RATE_LIMITS = side(
  `<p>A key has ${requests} requests in ${windowSeconds} seconds. Each answer says how many are left (<code>r</code>) and in how many seconds
all are back (<code>t</code>). Beyond that the answer is 429, and <code>Retry-After</code> tells how long to wait.</p>
<p>Operations that anybody may call have limits by network address, which their descriptions name.</p>`,
  codeBlock(
    'Headers',
    escapeHtml(
      `RateLimit-Policy: "key";q=${requests};w=${windowSeconds}\nRateLimit: "key";r=${requests - 1};t=${windowSeconds}`,
    ),
  ),
)

function webhooks(): string {
  const reply = exampleOf(schemaOf(contract.events.follow.reply, 'output'), 'event', false)
  const event = (reply as { results: { at: string; type: string }[] }).results[0]!
  const body = { type: event.type, timestamp: event.at, data: { account: ACCOUNT, ...event } }
  return side(
    `<p>Add an address under Settings, Developers, and it receives the account’s events a minute or two after they happen. The same
settings show every <a href="/api/docs/webhooks/">delivery</a>. Requests are signed by
<a href="https://www.standardwebhooks.com">Standard Webhooks</a>.</p>
<ol><li>Check the signature over <code>webhook-id.webhook-timestamp.body</code> with the raw body, before you parse it.</li>
<li>Skip a <code>webhook-id</code> that you know: a request can come twice.</li>
<li>Answer 2xx within ten seconds, and do the work afterwards.</li></ol>
<p>Another answer is tried again ten times in nearly three days; <code>Retry-After</code> is honored, redirects are not followed, and 410
turns the endpoint off at once. <code>position</code> gives the order of events, because a retry holds none of the others back.
Deliveries can be replayed.</p>
<details><summary>All types of events</summary><p class="chips">${codes(EVENT_TYPES)}</p></details>`,
    json('Body of a webhook', body) + codeBlock('Check the signature (Node)', escapeHtml(VERIFY_WEBHOOK)),
  )
}

const client = (origin: string): string =>
  side(
    `<p>The repository has a client for Node 20 or newer in <code>clients/typescript</code>, generated from the same contract: every operation
that a key may call is a typed function. It sends an <code>Idempotency-Key</code> with each write, and repeats requests without an answer
and those answered 429 or 503.</p><p>A refusal throws <code>QuittanceError</code> with the status, the code and the messages by field.</p>`,
    codeBlock('TypeScript', escapeHtml(USE_CLIENT.replace('ORIGIN', origin).replace('ACCOUNT', ACCOUNT))),
  )

/** Words at the left, examples at the right. */
function side(words: string, samples: string): string {
  return `<div class="words">${words}</div><div class="samples">${samples}</div>`
}
