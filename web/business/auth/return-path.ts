/** First segments of the pages that may be opened after login. */
const PAGES = new Set([
  '',
  'activity',
  'automatic-payments',
  'companies',
  'invoices',
  'invoice-view',
  'customers',
  'customer-details',
  'customer-portal',
  'late-fees',
  'payment-plans',
  'payment-processing',
  'reminders',
  'reports',
  'statements',
  'worklist',
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
 * Returns the requested path when it is one of our own pages, else null. Refuses anything that a browser
 * might read as another site: '//evil.test', '/\evil.test', 'javascript:…'.
 */
export function returnPath(next: unknown): string | null {
  if (typeof next !== 'string' || !/^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(next)) return null
  const url = URL.parse(next, ORIGIN)
  // '/./..//evil.test' becomes another site only after its dots are resolved.
  if (url === null || url.origin !== ORIGIN || url.pathname.startsWith('//')) return null
  const isPage = PAGES.has(url.pathname.split('/')[1] ?? '') || url.pathname.startsWith('/signup/invite/')
  return isPage ? url.pathname + url.search + url.hash : null
}
