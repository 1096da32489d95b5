import { escapeHtml } from '../../pages/escape-html.ts'

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#f6f9fc;color:#1a1f36}
main{max-width:28rem;margin:3rem auto;padding:2rem;background:#fff;border-radius:8px;box-shadow:0 2px 8px #0002}
h1{font-size:1.4rem;margin:0 0 .5rem}button{font:inherit;padding:.6rem 1.2rem;border-radius:6px;border:1px solid #635bff;cursor:pointer;background:#fff;color:#4b45c6}
button.main{background:#5851df;color:#fff}label{display:block;margin:.8rem 0}select,input{font:inherit;width:100%;padding:.5rem;box-sizing:border-box;border:1px solid #868ca0;border-radius:6px}
.note{color:#525c72;font-size:.9rem}form p{display:flex;gap:.75rem}:focus-visible{outline:3px solid #aab;outline-offset:2px}`

/** Renders a page of the simulator. `body` is HTML. */
export const htmlPage = (title: string, body: string): string => `<!doctype html><html lang="en"><head>
<meta charset="utf-8"><link rel="icon" href="data:,"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title>
<style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1>
${body}
<p class="note">Simulated Stripe: no real account and no real money.</p></main></body></html>`

export interface PageReply {
  readonly status: number
  readonly html?: string
  readonly json?: object
  readonly location?: string
}
