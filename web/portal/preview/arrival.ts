const address = new URL(window.location.href)
/** What is read once; which screen is shown stays in the address, and that it is a preview. */
const READ_ONCE = ['token', 'customerId', 'account', 'accountId', 'subdomain']
/** A page that is a preview whatever its address says. */
const ONLY_PREVIEWED = /preview-pdf\/?$/

/** What the address asked for that opens a preview, whose code leaves it before anything is fetched. Null where it asks for none. */
export const arrival = address.pathname.startsWith('/customer-portal-site') ? arrive() : null

function arrive(): URLSearchParams | null {
  const asked = new URLSearchParams(address.search)
  if (asked.get('isPreview') !== 'true' && !ONLY_PREVIEWED.test(address.pathname)) return null
  for (const name of READ_ONCE) address.searchParams.delete(name)
  window.history.replaceState(null, '', address)
  return asked
}
