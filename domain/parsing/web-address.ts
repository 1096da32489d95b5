const MAX_LENGTH = 200

/** Rewrites http to https in an address of another host; paths and every other address stay as they are. */
export const secureUrl = (address: string): string => address.replace(/^http:\/\//i, 'https://')

/**
 * Completes a web address as people type it, with https instead of http; '' stays ''; null when it is
 * invalid.
 */
export function readWebAddress(typed: string): string | null {
  if (typed === '') return ''
  const text = secureUrl(typed)
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`)
  const fine =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.hostname.includes('.') &&
    !url.username &&
    !url.password
  return fine && url.href.length <= MAX_LENGTH ? url.href : null
}
