const MAX_LENGTH = 200

/** Reasons why a text names no website that may frame our pages. */
export const NO_EMBED_ORIGIN = {
  not_https: 'The website address must start with https://.',
  several: 'Enter the address of one website, without * , ; or spaces.',
  unreadable: 'Enter the address of a website, such as https://www.example.com.',
} as const

export type EmbedOrigin =
  | { readonly ok: true; readonly origin: string }
  | { readonly ok: false; readonly reason: keyof typeof NO_EMBED_ORIGIN }

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const PORT = '[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5]'
/**
 * A host name with a dot, not an IP address, in the characters that a browser's policy accepts. The database
 * checks the same.
 */
const ORIGIN = new RegExp(`^https://(?:${LABEL}\\.)+(?=[a-z])${LABEL}(?::(?:${PORT}))?$`)

/**
 * The https origin of a website's address as people type it or paste it from their browser: everything after
 * the host is dropped. '' stays ''. The result is safe in a header: it can't end a directive or name a second
 * host.
 */
export function readEmbedOrigin(typed: string): EmbedOrigin {
  const text = typed.trim()
  if (text === '') return { ok: true, origin: '' }
  if (/[\s,;*]/u.test(text)) return refused('several')
  if (/^http:/i.test(text)) return refused('not_https')
  const whole = text.includes('://') ? text : `https://${text}`
  // Checks the text itself, before a URL parser normalizes deceptive input.
  const named = /^https:\/\/[^/\\?#@'"<>`%\p{Cc}]+(?:[/?#][^\\'"<>`\p{Cc}]*)?$/iu.test(whole)
  const origin = named ? URL.parse(whole)?.origin : undefined
  if (origin === undefined || origin.length > MAX_LENGTH) return refused('unreadable')
  return isEmbedOrigin(origin) ? { ok: true, origin } : refused('unreadable')
}

/** True for a result of `readEmbedOrigin`; checked again where it is written into a header. */
export const isEmbedOrigin = (text: string): boolean => text.length <= MAX_LENGTH && ORIGIN.test(text)

const refused = (reason: keyof typeof NO_EMBED_ORIGIN): EmbedOrigin => ({ ok: false, reason })
