const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML elements and quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)

/** An address without the punctuation that ends a sentence. */
const ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g

/**
 * Escapes text for HTML, with line breaks. Addresses on an allowed origin become links with these attributes; others stay text,
 * because names and messages of others must not lead readers away.
 */
export function linkedHtml(text: string, allowedOrigins: readonly string[], attributes: string): string {
  let html = ''
  let from = 0
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    const origin = URL.parse(address)?.origin
    if (origin === undefined || !allowedOrigins.includes(origin)) continue
    const shown = escapeHtml(address)
    html += `${escapeHtml(text.slice(from, index))}<a href="${shown}" ${attributes}>${shown}</a>`
    from = index + address.length
  }
  return `${html}${escapeHtml(text.slice(from))}`.replaceAll('\n', '<br>')
}

/**
 * Returns one line without control characters and without bidirectional marks, which could disguise a subject
 * or a name. Collapses white space.
 */
export const oneLine = (text: string): string =>
  text
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()

/** Returns lines without control characters, with LF line ends. */
export const plainLines = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .split('\n')
    .map(oneLine)
    .join('\n')
    .trim()

/** Returns a header value: one line of at most 200 characters. */
export function headerText(text: string): string {
  const line = oneLine(text)
  const characters = [...line]
  return characters.length <= 200 ? line : `${characters.slice(0, 199).join('').trimEnd()}…`
}

/**
 * Delimiters of an address or a quoted string in a header, their look-alikes, and the delimiters of an
 * encoded word.
 */
const DELIMITERS = /[<>"\\\uff02\uff1c\uff1e\uff3c\ufe64\ufe65\ufe68]|=\?|\?=/g
const AT_SIGNS = /[@\uff20\ufe6b]/g

/**
 * Returns a sender's name for the From header, like `headerText`, without email addresses and without < > " \
 * @ and encoded words (RFC 2047): some email programs show those as the sender's address.
 */
export function displayName(text: string): string {
  const words = headerText(text).replace(DELIMITERS, ' ').replace(AT_SIGNS, '@').split(' ')
  const named = words.filter((word) => !holdsAddress(word))
  return oneLine(named.join(' ').replaceAll('@', ' '))
}

function holdsAddress(word: string): boolean {
  const at = word.indexOf('@', 1)
  return at !== -1 && word.includes('.', at)
}

/**
 * Checks a link in an email: http or https, on one of the allowed origins, without user name or password.
 * @throws Error otherwise: such a link is a bug or an attack, and the email must not be sent
 */
export function checkLink(address: string, allowedOrigins: readonly string[]): string {
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password)
    throw new Error('A mail may only link to web addresses.')
  if (!allowedOrigins.includes(url.origin)) throw new Error(`A mail may not link to ${url.origin}.`)
  return url.href
}
