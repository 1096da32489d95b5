const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML, good in elements and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)

/**
 * One line without control characters and without marks that turn the direction of writing, which could make a
 * subject or a name read as another. White space becomes single.
 */
export const oneLine = (text: string): string =>
  text
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()

/** Text of several lines without control characters, with LF line ends. */
export const plainLines = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .split('\n')
    .map(oneLine)
    .join('\n')
    .trim()

/** A text for a header: one line of at most 200 characters. */
export function headerText(text: string): string {
  const line = oneLine(text)
  const characters = [...line]
  return characters.length <= 200 ? line : `${characters.slice(0, 199).join('').trimEnd()}…`
}

/** Signs that delimit an address or a quoted text in a header, their look-alikes, and the marks of an encoded word. */
const DELIMITERS = /[<>"\\\uff02\uff1c\uff1e\uff3c\ufe64\ufe65\ufe68]|=\?|\?=/g
const AT_SIGNS = /[@\uff20\ufe6b]/g

/**
 * A sender's name for the From header, as `headerText`, without email addresses and without < > " \ @ and encoded words
 * (RFC 2047): some mail programs show those as if they were the sender's address.
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
 * The address of a link in a mail: http or https, on one of the origins given, without user name or password.
 * @throws Error for any other: such a link is a bug or an attack, and the mail must not leave
 */
export function checkLink(address: string, allowedOrigins: readonly string[]): string {
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password)
    throw new Error('A mail may only link to web addresses.')
  if (!allowedOrigins.includes(url.origin)) throw new Error(`A mail may not link to ${url.origin}.`)
  return url.href
}
