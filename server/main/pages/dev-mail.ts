import type { FastifyInstance } from 'fastify'
import type { App } from '../../platform/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { escapeHtml, NO_ICON } from './html.ts'

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'"
const MESSAGE_POLICY =
  "default-src 'none'; img-src data: 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox"
const MAX_LISTED = 100

/**
 * Serves the demo's mailbox as a page with the emails as their reader sees them. Mounted only where emails go
 * to it.
 */
export function addDevMail(server: FastifyInstance, app: App): void {
  const send = (reply: { header(name: string, value: string): unknown }, policy: string) => {
    reply.header('content-type', 'text/html; charset=utf-8')
    reply.header('content-security-policy', policy)
  }
  server.get('/dev/mail/', async (_request, reply) => {
    send(reply, PAGE_POLICY)
    return mailboxPage(await listed(app), null)
  })
  server.get('/dev/mail/:id/', async (request, reply) => {
    send(reply, PAGE_POLICY)
    return mailboxPage(await listed(app), await messageOf(app, request.params))
  })
  server.get('/dev/mail/:id/body/', async (request, reply) => {
    send(reply, MESSAGE_POLICY)
    const message = await messageOf(app, request.params)
    return message.html_body.replace(/<head>/i, '<head><base target="_top">')
  })
  server.get('/dev/mail.css', async (_request, reply) =>
    reply.header('content-type', 'text/css; charset=utf-8').send(STYLE),
  )
}

const listed = (app: App) =>
  app.db
    .selectFrom('demo_mailbox')
    .select(['id', 'to_address', 'from_name', 'subject', 'sent_at'])
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_LISTED)
    .execute()

async function messageOf(app: App, params: unknown) {
  const id = (params as { id: string }).id
  if (!/^[0-9a-f-]{36}$/.test(id)) throw refuse('not_found')
  const message = await app.db.selectFrom('demo_mailbox').selectAll().where('id', '=', id).executeTakeFirst()
  if (!message) throw refuse('not_found')
  return message
}

function mailboxPage(
  messages: Awaited<ReturnType<typeof listed>>,
  open: Awaited<ReturnType<typeof messageOf>> | null,
): string {
  const rows = messages
    .map(
      (
        message,
      ) => `<li${message.id === open?.id ? ' aria-current="true"' : ''}><a href="/dev/mail/${message.id}/"><b>${escapeHtml(message.subject)}</b>
<span>To ${escapeHtml(message.to_address)}</span>${timeOf(message.sent_at)}</a></li>`,
    )
    .join('')
  const files = (open?.attachments ?? [])
    .map((file, at) => `<a href="/api/dev/mail/${open!.id}/attachments/${at}/">${escapeHtml(file.name)}</a>`)
    .join(' ')
  const reader = open
    ? `<header><h1>${escapeHtml(open.subject)}</h1><p>From ${escapeHtml(open.from_name)} to ${escapeHtml(open.to_address)} ${files}</p></header>
<iframe title="Message" src="/dev/mail/${open.id}/body/"></iframe>`
    : `<p class="empty">${messages.length === 0 ? 'No messages yet. Demo emails arrive here instead of in real mailboxes.' : 'Choose a message.'}</p>`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Demo mailbox</title>${NO_ICON}
<link rel="stylesheet" href="/dev/mail.css"></head><body><nav aria-label="Messages"><h2>Demo mailbox</h2><ul>${rows}</ul></nav><main>${reader}</main></body></html>`
}

/** Shows UTC, because the mailbox belongs to no account and has no time zone. */
function timeOf(sentAt: Date): string {
  const iso = sentAt.toISOString()
  return `<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`
}

const STYLE = `:root{color-scheme:light dark;font:14px/1.45 system-ui,sans-serif}body{margin:0;display:grid;grid-template-columns:minmax(16rem,24rem) 1fr;height:100vh}
nav{overflow:auto;border-inline-end:1px solid #8884}h2{font-size:1rem;padding:0 1rem}ul{list-style:none;margin:0;padding:0}li a{display:grid;gap:2px;padding:.6rem 1rem;border-top:1px solid #8883;color:inherit;text-decoration:none}
li[aria-current] a{background:#8882}span,time{opacity:.75;font-size:12px}main{display:flex;flex-direction:column;min-width:0}header{padding:0 1rem;border-bottom:1px solid #8884}h1{font-size:1.15rem;margin:.75rem 0 0}
iframe{flex:1;border:0;background:#fff}.empty{padding:1rem}@media(max-width:700px){body{grid-template-columns:1fr;height:auto}nav{max-height:40vh}iframe{min-height:70vh}}`
