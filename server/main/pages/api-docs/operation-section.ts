import { isFileBody, isRawBody, type Route } from '../../../../contract/route.ts'
import {
  type Content,
  type Operation,
  operationOf,
  type Parameter,
  statusOf,
} from '../../../platform/http/openapi/openapi.ts'
import { exampleOf } from '../../../platform/http/openapi/openapi-example.ts'
import { escapeHtml } from '../html.ts'
import { codeBlock, jsonHtml, proseHtml } from './code-text.ts'
import { fieldList, parameterList } from './field-list.ts'

/** An operation with its name in the contract, which is its anchor on the page. */
export interface NamedRoute {
  readonly name: string
  readonly route: Route
}

interface Shown {
  readonly route: Route
  readonly operation: Operation
  readonly title: string
}

const STATUS_TEXTS: Readonly<Record<string, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
}

/** Splits a summary into the title and what else it says. */
export function titleOf({ summary }: Pick<Route, 'summary'>): { title: string; rest: string } {
  const end = summary.search(/[.:,] /)
  if (end === -1) return { title: summary, rest: '' }
  const rest = summary.slice(end + 1).trim()
  return {
    title: summary.slice(0, end),
    rest: `${rest[0]!.toUpperCase()}${rest.slice(1)}${rest.endsWith('.') ? '' : '.'}`,
  }
}

/** Returns the section of an operation: words at the left, a request and its answer at the right. */
export function operationSection({ name, route }: NamedRoute, origin: string): string {
  const operation = operationOf(route)
  const { title, rest } = titleOf(route)
  const shown = { route, operation, title }
  const at = (place: string) => operation.parameters.filter((one) => one.in === place)
  const list = (heading: string, place: string) =>
    at(place).length === 0 ? '' : `<h3>${heading}</h3>${parameterList(at(place))}`
  return `<section class="op" id="${name}" aria-labelledby="${name}-title"><div class="words">
<h2 id="${name}-title"><a href="#${name}">${escapeHtml(title)}</a></h2>
<p class="call">${methodTag(route.method)} <code>${pathHtml(route.path)}</code></p>
${rest === '' ? '' : `<p>${proseHtml(rest)}</p>`}<p class="about">${proseHtml(operation.description)}</p>
${list('Path', 'path')}${list('Query', 'query')}${list('Headers', 'header')}${bodyHtml(shown)}${replyHtml(shown)}
<h3>Errors</h3><p>${errorLinks(operation.responses)}</p></div>
<div class="samples">${requestSample(shown, origin)}${replySample(shown)}</div></section>`
}

export const methodTag = (method: string): string =>
  `<span class="method ${method.toLowerCase()}">${method}</span>`

const pathHtml = (path: string): string =>
  path
    .split('/')
    .map((part) => (part.startsWith(':') ? `<b>{${escapeHtml(part.slice(1))}}</b>` : escapeHtml(part)))
    .join('/<wbr>')

function bodyHtml({ route, operation }: Shown): string {
  const content = operation.requestBody?.content
  if (content === undefined) return ''
  const json = content['application/json']
  if (isJson(route) && json) return `<h3>Body</h3>${fieldList(json.schema, true)}`
  const types = Object.keys(content).map((type) => `<code>${escapeHtml(type)}</code>`)
  return `<h3>Body</h3><p>The bytes of a file: ${types.join(', ')}.</p>`
}

function replyHtml({ route, operation }: Shown): string {
  if (route.reply === 'nothing') return '<h3>Returns</h3><p>Nothing.</p>'
  if (route.reply === 'file') return '<h3>Returns</h3><p>A file.</p>'
  const { schema } = replyOf(route, operation)
  return `<details class="returns"><summary><h3>Returns</h3></summary>${fieldList(schema, false)}</details>`
}

const replyOf = (route: Route, { responses }: Operation): Content[string] =>
  (responses[statusOf(route)] as { content: Content }).content['application/json']!

const errorLinks = (responses: Readonly<Record<string, unknown>>): string =>
  Object.keys(responses)
    .filter((status) => /^[45]/.test(status))
    .map((status) => `<a href="/api/docs/#errors"><code>${status}</code></a>`)
    .join(' ')

const isJson = ({ body }: Route): boolean => body !== undefined && !isFileBody(body) && !isRawBody(body)

/** Token that a caller of this kind sends. */
const credentialOf = ({ access }: Route): string | null => {
  if (access.kind === 'public' || access.kind === 'signed' || access.kind === 'demo') return null
  return access.kind === 'staff' ? '$QUITTANCE_KEY' : '$TOKEN'
}

/** Returns a request with curl that can be pasted into a shell. */
export function curlOf(route: Route, { parameters, requestBody }: Operation, origin: string): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    name === 'account' ? '$ACCOUNT' : encodeURIComponent(pathExample(parameters, name)),
  )
  const credential = credentialOf(route)
  const json = isJson(route) ? requestBody?.content['application/json'] : undefined
  const fileType = json === undefined ? Object.keys(requestBody?.content ?? {})[0] : undefined
  const lines = [
    `curl ${route.method === 'GET' ? '' : `-X ${route.method} `}"${originOf(route, origin)}${path}${queryOf(parameters)}"`,
    credential !== null && `-H "Authorization: Bearer ${credential}"`,
    ...parameters
      .filter((one) => one.in === 'header')
      .map(({ name, example }) => `-H "${name}: ${example ?? '$ACCOUNT'}"`),
    json && '-H "Content-Type: application/json"',
    json && `-d '${JSON.stringify(json.example, null, 2).replaceAll("'", "'\\''")}'`,
    fileType && `-H "Content-Type: ${fileType}"`,
    fileType && '--data-binary "@file"',
    route.reply === 'file' && '--output file',
  ]
  return lines.filter((line) => typeof line === 'string').join(' \\\n  ')
}

const pathExample = (parameters: readonly Parameter[], name: string): string =>
  String(parameters.find((one) => one.in === 'path' && one.name === name)?.example)

/** Portals are on subdomains of their companies. */
function originOf({ access }: Route, origin: string): string {
  const inPortal =
    ['customer', 'payer', 'preview'].includes(access.kind) || ('host' in access && access.host === 'company')
  return inPortal ? origin.replace('://', '://brightwater.') : origin
}

/** A query is shown where the call needs one. */
function queryOf(parameters: readonly Parameter[]): string {
  const needed = parameters.filter((one) => one.in === 'query' && one.required)
  if (needed.length === 0) return ''
  const properties = Object.fromEntries(needed.map(({ name, schema }) => [name, schema]))
  const shape = { type: 'object', properties, required: Object.keys(properties) }
  return `?${new URLSearchParams(exampleOf(shape, 'query', true) as Record<string, string>)}`
}

const requestSample = ({ route, operation, title }: Shown, origin: string): string =>
  codeBlock(
    `Request: ${title}`,
    escapeHtml(curlOf(route, operation, origin)),
    `${methodTag(route.method)} <code>${pathHtml(route.path)}</code>`,
  )

function replySample({ route, operation, title }: Shown): string {
  const status = statusOf(route)
  const head = `<span class="status">${status} ${STATUS_TEXTS[status] ?? ''}</span>`
  if (typeof route.reply === 'string')
    return `<p class="code-note">${head} ${route.reply === 'file' ? 'The file' : ''}</p>`
  return codeBlock(`Response: ${title}`, jsonHtml(replyOf(route, operation).example), head)
}
