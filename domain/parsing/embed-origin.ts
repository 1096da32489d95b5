const MOST_CHARACTERS = 200

/** Ways in which what people type names no website that may show a page of ours. */
export const NO_EMBED_ORIGIN = {
  not_https: 'The website has to be served over https.',
  several: 'Enter the address of one website, without * , ; or spaces.',
  unreadable: 'Enter the address of a website, such as https://www.example.com.',
} as const

export type EmbedOrigin =
  | { readonly ok: true; readonly origin: string }
  | { readonly ok: false; readonly reason: keyof typeof NO_EMBED_ORIGIN }

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const PORT = '[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5]'
/** A name with a dot, no number of a machine, in the letters that a browser's policy takes. The database asks the same. */
const ORIGIN = new RegExp(`^https://(?:${LABEL}\\.)+(?=[a-z])${LABEL}(?::(?:${PORT}))?$`)

/**
 * The one https origin of a website's address as people type it or paste it from their browser: what follows the host is
 * dropped. '' stays ''. What it gives can stand in a header: nothing in it ends a directive or names a second host.
 */
export function readEmbedOrigin(typed: string): EmbedOrigin {
  const text = typed.trim()
  if (text === '') return { ok: true, origin: '' }
  if (/[\s,;*]/u.test(text)) return refused('several')
  if (/^http:/i.test(text)) return refused('not_https')
  const whole = text.includes('://') ? text : `https://${text}`
  // Read from the text itself, before a parser of addresses mends what was meant to deceive.
  const named = /^https:\/\/[^/\\?#@'"<>`%\p{Cc}]+(?:[/?#][^\\'"<>`\p{Cc}]*)?$/iu.test(whole)
  const origin = named ? URL.parse(whole)?.origin : undefined
  if (origin === undefined || origin.length > MOST_CHARACTERS) return refused('unreadable')
  return isEmbedOrigin(origin) ? { ok: true, origin } : refused('unreadable')
}

/** True for what `readEmbedOrigin` gives of a website: asked once more where it is written into a header. */
export const isEmbedOrigin = (text: string): boolean => text.length <= MOST_CHARACTERS && ORIGIN.test(text)

const refused = (reason: keyof typeof NO_EMBED_ORIGIN): EmbedOrigin => ({ ok: false, reason })
