import type { ServerResponse } from 'node:http'
import { escapeHtml } from '../pages/escape-html.ts'

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#f3f5f7;color:#1d2733}
main{max-width:36rem;margin:2rem auto;padding:1.5rem;background:#fff;border-radius:8px;box-sizing:border-box}
h1{font-size:1.35rem;margin:0 0 1rem}h2{font-size:1.05rem;margin:1.5rem 0 .5rem}dl{display:grid;grid-template-columns:auto 1fr;gap:.35rem 1.25rem;margin:0}
dt{color:#566270}dd{margin:0;overflow-wrap:anywhere}ul{margin:0;padding-inline-start:1.2rem}a{color:#0b57a4}label{display:block;margin:.75rem 0 .2rem}
input{font:inherit;width:100%;padding:.5rem;box-sizing:border-box;border:1px solid #7b8794;border-radius:6px;background:transparent;color:inherit}
button{font:inherit;margin-top:1rem;padding:.55rem 1.2rem;border:1px solid #0b57a4;border-radius:6px;background:#0b57a4;color:#fff;cursor:pointer}
.note{color:#566270;font-size:.9rem;margin:1.5rem 0 0}.error{color:#a3131f}:focus-visible{outline:3px solid #0b57a4;outline-offset:2px}
@media (max-width:40rem){main{margin:0;border-radius:0;min-height:100vh}}
@media (prefers-color-scheme:dark){body{background:#11161c;color:#e6ebf0}main{background:#1b222a}dt,.note{color:#a8b3bf}a{color:#8fc4ff}.error{color:#ff9aa2}button{background:#8fc4ff;border-color:#8fc4ff;color:#11161c}:focus-visible{outline-color:#8fc4ff}}`

/** Answers with a page of a simulated accounting platform. `body` is HTML. */
export function sendPage(
  reply: ServerResponse,
  platform: string,
  title: string,
  body: string,
  status = 200,
): unknown {
  reply.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  return reply.end(`<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>
${body}
<p class="note">Simulated ${escapeHtml(platform)}: no real company and no real money.</p></main></body></html>`)
}

/** A value of the wire as text; empty for what is no text and no number. */
export const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** An amount of the wire; empty for what is no number. */
export const money = (value: unknown): string => (typeof value === 'number' ? `$${value.toFixed(2)}` : '') // not money: JSON of the wire

interface Linked {
  readonly href: string
  readonly text: string
}

/** A value of a record, or a link to another one. */
export type Fact = readonly [label: string, value: string | Linked]

const link = ({ href, text }: Linked): string => `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`

/** Renders what is known of a record; empty values are left out. */
export const factsHtml = (facts: readonly Fact[]): string =>
  `<dl>${facts
    .filter(([, value]) => value !== '')
    .map(
      ([label, value]) =>
        `<dt>${escapeHtml(label)}</dt><dd>${typeof value === 'string' ? escapeHtml(value) : link(value)}</dd>`,
    )
    .join('')}</dl>`

/** Renders links to records below a heading; empty without any. */
export const linksHtml = (heading: string, links: readonly Linked[]): string =>
  links.length === 0
    ? ''
    : `<h2>${escapeHtml(heading)}</h2><ul>${links.map((one) => `<li>${link(one)}</li>`).join('')}</ul>`

/** Asks a person which of their companies to connect: the page’s own address again, with the choice as `name`. */
export function sendChoice(
  reply: ServerResponse,
  platform: string,
  url: URL,
  choice: {
    readonly name: string
    readonly heading: string
    readonly of: readonly (readonly [string, string])[]
  },
): unknown {
  const links = choice.of.map(([value, text]) => {
    const to = new URL(url)
    to.searchParams.set(choice.name, value)
    return `<p>${link({ href: `${to.pathname}${to.search}`, text })}</p>`
  })
  return sendPage(reply, platform, choice.heading, links.join(''))
}

export const sendNotFound = (reply: ServerResponse, platform: string): unknown =>
  sendPage(reply, platform, 'Not found', '<p>These books don’t have this record.</p>', 404)
