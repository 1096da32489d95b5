/** First segments of the pages that one may come back to after signing in. */
const PAGES = new Set([
  '',
  'invoices',
  'invoice-view',
  'customers',
  'customer-details',
  'customer-portal',
  'payment-processing',
  'credit-memos',
  'imports',
  'migration-started',
  'settings',
  'getting-started',
  'registration',
  'choose-account-type',
  'document-viewer',
  'quickbooks-disconnect',
  'accounting-disconnect',
])

const ORIGIN = 'http://return.invalid'

/**
 * Where to go after signing in: the path that was asked for when it is one of our own pages, else null. Anything that
 * a browser might read as another site is refused: '//evil.test', '/\evil.test', 'javascript:…'.
 */
export function returnPath(next: unknown): string | null {
  if (typeof next !== 'string' || !/^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(next)) return null
  const url = URL.parse(next, ORIGIN)
  // '/./..//evil.test' only turns into another site once its dots are resolved.
  if (url === null || url.origin !== ORIGIN || url.pathname.startsWith('//')) return null
  const isPage = PAGES.has(url.pathname.split('/')[1] ?? '') || url.pathname.startsWith('/signup/invite/')
  return isPage ? url.pathname + url.search + url.hash : null
}
