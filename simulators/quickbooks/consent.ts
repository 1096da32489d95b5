import type { ServerResponse } from 'node:http'
import { sendChoice } from '../books/html.ts'
import { escapeHtml } from '../pages/escape-html.ts'
import { PAYMENT_SCOPE } from '../quickbooks-payments/serve.ts'
import type { Books } from './books.ts'
import type { Grants } from './grants.ts'

export interface Consent {
  readonly grants: Grants
  /** Companies that have books. */
  readonly books: readonly Books[]
  /** All companies of the person who gives access. */
  readonly realmIds: string[]
}

/**
 * Intuit's page where a person chooses a company and gives access. Where only one has books, they are sent back at once to connect those.
 */
export function showConsent(consent: Consent, url: URL, reply: ServerResponse): unknown {
  const query = url.searchParams
  if (query.get('scope') !== PAYMENT_SCOPE) {
    const [only, ...others] = consent.books
    if (others.length === 0) query.set('company', only!.realmId)
    if (query.has('company')) return decideConsent(consent, query, reply)
    const of = consent.books.map(({ realmId, name }) => [realmId, name] as const)
    return sendChoice(reply, 'Intuit', url, { name: 'company', heading: 'Choose a company', of })
  }
  const hidden = [...query].map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  const companies = consent.realmIds.map((id) => `<option value="${id}">Company ${id}</option>`)
  reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  return reply.end(`<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Connect Quittance to QuickBooks</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:3rem auto;max-width:28rem;padding:0 1rem}select,button{font:inherit;padding:.5rem}</style>
</head><body><main><h1>Connect Quittance to QuickBooks</h1><form method="post" action="/connect/oauth2">${hidden.join('')}
<p><label>Company <select name="company"><option value="">New test company</option>${companies.join('')}</select></label></p>
<p><button name="decision" value="allow">Connect</button> <button name="decision" value="deny">Cancel</button></p></form>
<p>Simulated Intuit: no real company and no real money.</p></main></body></html>`)
}

/** Sends the person back with a code, or without access. */
export function decideConsent(consent: Consent, form: URLSearchParams, reply: ServerResponse): unknown {
  const back = new URL(form.get('redirect_uri') ?? 'http://invalid.test')
  back.searchParams.set('state', form.get('state') ?? '')
  if (form.get('decision') === 'deny') back.searchParams.set('error', 'access_denied')
  else {
    const realmId = form.get('company') || addCompany(consent)
    back.searchParams.set('code', consent.grants.addCode(codeOf(form, realmId)))
    back.searchParams.set('realmId', realmId)
  }
  return reply.writeHead(302, { location: back.href }).end()
}

const codeOf = (form: URLSearchParams, realmId: string) => ({
  scope: form.get('scope') ?? '',
  realmId,
  challenge: form.get('code_challenge') ?? '',
})

function addCompany({ realmIds }: Consent): string {
  const realmId = String(BigInt(realmIds.at(-1)!) + 1n)
  realmIds.push(realmId)
  return realmId
}
