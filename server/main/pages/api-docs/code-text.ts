import { escapeHtml } from '../html.ts'

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?\b/g

/** Returns JSON as HTML, with its keys, texts and numbers marked. */
export function jsonHtml(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  let html = ''
  let at = 0
  for (const match of text.matchAll(TOKEN)) {
    const [whole, quoted, colon] = match
    html += escapeHtml(text.slice(at, match.index))
    html += mark(quoted === undefined ? 'n' : colon === undefined ? 's' : 'k', quoted ?? whole)
    html += colon ?? ''
    at = match.index + whole.length
  }
  return html + escapeHtml(text.slice(at))
}

const mark = (kind: 'k' | 's' | 'n', text: string): string =>
  `<span class="${kind}">${escapeHtml(text)}</span>`

/** Returns a block of code that the keyboard can scroll. `label` names it for screen readers. */
export const codeBlock = (label: string, html: string, head = ''): string =>
  `<figure class="code"><figcaption>${head === '' ? escapeHtml(label) : head}</figcaption><pre tabindex="0" role="group" aria-label="${escapeHtml(label)}"><code>${html}</code></pre></figure>`

/** Returns text with its `code` marked. */
export const proseHtml = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
