const address = new URL(window.location.href)
/** Parameters that are read once and removed. The screen and `isPreview` stay in the address. */
const READ_ONCE = ['token', 'customerId', 'account', 'accountId', 'subdomain']
/** A page that is always a preview. */
const ONLY_PREVIEWED = /preview-pdf\/?$/

/**
 * Parameters of the address that opened a preview. Its code is removed before anything is fetched. Null for
 * other addresses.
 */
export const arrival = address.pathname.startsWith('/customer-portal-site') ? arrive() : null

function arrive(): URLSearchParams | null {
  const asked = new URLSearchParams(address.search)
  if (asked.get('isPreview') !== 'true' && !ONLY_PREVIEWED.test(address.pathname)) return null
  for (const name of READ_ONCE) address.searchParams.delete(name)
  window.history.replaceState(null, '', address)
  return asked
}
