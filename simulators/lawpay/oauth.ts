import { randomBytes } from 'node:crypto'
import { escapeHtml } from '../pages/escape-html.ts'
import { type Firm, newId, type World } from './world.ts'

export interface PageReply {
  readonly status: number
  readonly html?: string
  readonly json?: object
  readonly location?: string
}

/** The page on which a person of the firm gives access. */
export function showConsent(world: World, query: URLSearchParams): PageReply {
  if (query.get('client_id') !== world.clientId || !query.get('redirect_uri'))
    return { status: 400, json: { error: 'invalid_client' } }
  const hidden = [...query].map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  const firms = [...world.firms.values()].map(
    ({ id, name }) => `<option value="${id}">${escapeHtml(name)}</option>`,
  )
  return {
    status: 200,
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Give Quittance access to LawPay</title>
<style>body{font:16px/1.5 system-ui,sans-serif;margin:3rem auto;max-width:28rem;padding:0 1rem}select,button{font:inherit;padding:.5rem}</style>
</head><body><main><h1>Give Quittance access to LawPay</h1><form method="post" action="/oauth/authorize">${hidden.join('')}
<p><label>Firm <select name="firm"><option value="">New test firm</option>${firms.join('')}</select></label></p>
<p><button name="decision" value="allow">Authorize</button> <button name="decision" value="deny">Deny</button></p></form>
<p>Simulated LawPay: no real firm and no real money.</p></main></body></html>`,
  }
}

export function decide(world: World, form: URLSearchParams): PageReply {
  const back = new URL(form.get('redirect_uri') ?? 'http://invalid.test')
  const state = form.get('state')
  if (form.get('decision') === 'allow') {
    const firm = world.firms.get(form.get('firm') ?? '') ?? world.addFirm('Lane & Partners')
    const code = newId('code')
    world.codes.set(code, { firmId: firm.id, redirectUri: back.href })
    back.searchParams.set('code', code)
  } else back.searchParams.set('error', 'access_denied')
  if (state !== null) back.searchParams.set('state', state)
  return { status: 302, location: back.href }
}

interface TokenRequest {
  readonly client_id: string
  readonly client_secret: string
  readonly grant_type: string
  readonly code?: string
  readonly redirect_uri?: string
}

export function giveToken(world: World, body: TokenRequest): PageReply {
  if (body.client_id !== world.clientId || body.client_secret !== world.clientSecret)
    return { status: 401, json: { error: 'invalid_client' } }
  const token = randomBytes(24).toString('hex')
  if (body.grant_type === 'client_credentials') world.tenantTokens.add(token)
  else {
    const granted = world.codes.get(body.code ?? '')
    world.codes.delete(body.code ?? '')
    if (granted?.redirectUri !== body.redirect_uri || !granted)
      return { status: 400, json: { error: 'invalid_grant' } }
    world.accessTokens.set(token, granted.firmId)
    world.firms.get(granted.firmId)!.connected = true
  }
  const created_at = Math.floor(world.now() / 1000)
  return { status: 200, json: { access_token: token, token_type: 'bearer', scope: 'payments', created_at } }
}

/** Ends a firm's access, as a partner may. */
export function deauthorize(world: World, publicKey: string, token: string): PageReply {
  const firm: Firm | undefined = [...world.firms.values()].find((one) => one.publicKey === publicKey)
  if (!world.tenantTokens.has(token)) return { status: 401, json: {} }
  if (!firm?.connected) return { status: 404, json: {} }
  firm.connected = false
  return { status: 200, json: {} }
}
