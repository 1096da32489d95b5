import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Route, scopeOfRoute } from '../../../contract/route.ts'
import type { App } from '../../platform/context.ts'
import { subDomainOf } from '../../platform/http/hosts.ts'
import { openApiDocument } from '../../platform/http/openapi/openapi.ts'
import { escapeHtml, NO_ICON } from './html.ts'

/**
 * Serves the contract as an OpenAPI document and as a page. Generated at first request, so that the start
 * doesn't wait.
 */
export function addApiDocs(server: FastifyInstance, { config }: App, routes: readonly Route[]): void {
  // Available only on the business app's host.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (subDomainOf(config, request.raw) !== null) reply.callNotFound()
  }
  const text = once(() => JSON.stringify(openApiDocument(routes)))
  server.get('/api/openapi.json', { onRequest }, async (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(text()),
  )
  const page = once(() => docsPage(routes))
  server.get('/api/docs/', { onRequest }, async (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
      )
      .send(page()),
  )
  server.get('/api/docs.css', { onRequest }, async (_request, reply) =>
    reply.header('content-type', 'text/css; charset=utf-8').send(STYLE),
  )
}

function once(make: () => string): () => string {
  let made: string | undefined
  return () => {
    made ??= make()
    return made
  }
}

const STYLE = `:root{color-scheme:light dark;font:14px/1.5 system-ui,sans-serif}body{max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{margin-top:2.5rem;text-transform:capitalize}details{border-top:1px solid #8884;padding:.5rem 0}summary{cursor:pointer;display:flex;gap:.75rem;flex-wrap:wrap}
code,pre{font:13px/1.45 ui-monospace,monospace}pre{overflow:auto;background:#8881;padding:.75rem;border-radius:6px}.m{min-width:4.5rem;font-weight:600}.a{opacity:.75;margin-inline-start:auto}`

function docsPage(routes: readonly Route[]): string {
  const groups = new Map<string, Route[]>()
  for (const route of routes) {
    const group = groupOf(route)
    groups.set(group, [...(groups.get(group) ?? []), route])
  }
  const body = [...groups]
    .map(([name, list]) => `<h2>${escapeHtml(name)}</h2>${list.map(entry).join('')}`)
    .join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Quittance API</title>${NO_ICON}
<link rel="stylesheet" href="/api/docs.css"></head><body><h1>Quittance API</h1>
<p>Create an API key under Settings, Developers, and send it as <code>Authorization: Bearer qk_…</code>. Each call below names the scope
that it needs. A key has 600 requests a minute; <code>RateLimit</code> tells how many are left, and 429 comes with <code>Retry-After</code>.
People send the token of <code>POST /api/profile/login/</code> instead. Amounts are decimal strings, dates ISO calendar dates.</p>
<p>Send an <code>Idempotency-Key</code> with each write: the same request gets the same answer for 24 hours, without a second effect.
Another request under the key is answered 422, one that is still running 409.</p>
<p>Webhooks are signed by <a href="https://www.standardwebhooks.com">Standard Webhooks</a>: verify <code>webhook-signature</code> over
<code>webhook-id.webhook-timestamp.body</code>, skip ids that you know, and answer 2xx within ten seconds. Others are sent again for
three days. As a document for tools: <a href="/api/openapi.json">openapi.json</a>.</p>${body}</body></html>`
}

const groupOf = (route: Route): string =>
  /^\/api\/accounts\/:account\/([a-z-]+)\//.exec(route.path)?.[1] ??
  /^\/api\/([a-z-]+)\//.exec(route.path)?.[1] ??
  'other'

function entry(route: Route): string {
  const described = openApiDocument([route]).paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[
    route.method.toLowerCase()
  ]
  const scope = scopeOfRoute(route)
  const person = route.access.kind === 'staff' ? `staff: ${route.access.right}` : route.access.kind
  const who = scope === null ? person : `key: ${scope} · ${person}`
  return `<details><summary><span class="m">${route.method}</span><code>${escapeHtml(route.path)}</code><span class="a">${escapeHtml(who)}</span></summary>
<p>${escapeHtml(route.summary)}</p><pre>${escapeHtml(JSON.stringify(described, null, 2))}</pre></details>`
}
