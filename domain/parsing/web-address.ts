const MAX_LENGTH = 200

/** Completes a web address as people type it; '' stays ''; null when it is invalid. Only http and https. */
export function readWebAddress(text: string): string | null {
  if (text === '') return ''
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`)
  const fine =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.hostname.includes('.') &&
    !url.username &&
    !url.password
  return fine && url.href.length <= MAX_LENGTH ? url.href : null
}
