import { escapeHtml } from '../../pages/escape-html.ts'

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#f1f5f9;color:#12203a}
main{max-width:26rem;margin:2rem auto;padding:2rem;background:#fff;border-radius:12px}
h1{font-size:1.35rem;margin:0 0 .75rem}fieldset{border:0;margin:1rem 0;padding:0}legend{padding:0 0 .4rem;font-weight:600}
label{display:flex;gap:.6rem;padding:.5rem 0}button{font:inherit;padding:.7rem 1.4rem;border-radius:24px;border:1px solid #0551b5;background:#fff;color:#0551b5;cursor:pointer}
button.main{background:#0551b5;color:#fff}.amount{font-size:1.8rem;font-weight:600}.note{color:#4a5872;font-size:.9rem}
form p{display:flex;gap:.75rem;flex-wrap:wrap}:focus-visible{outline:3px solid #0551b5;outline-offset:2px}
@media (prefers-color-scheme:dark){body{background:#0c1322;color:#e8edf6}main{background:#172238}button{background:#172238;color:#9cc4ff;border-color:#9cc4ff}button.main{background:#9cc4ff;color:#0c1322}.note{color:#a9b6cd}}`

/** Renders a page of the simulator. `body` is HTML. */
export const htmlPage = (title: string, body: string): string => `<!doctype html><html lang="en"><head>
<meta charset="utf-8"><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title>
<style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>
${body}
<p class="note">Simulated PayPal: no real account and no real money.</p></main></body></html>`

export interface PageReply {
  readonly status: number
  readonly html?: string
  readonly location?: string
}
