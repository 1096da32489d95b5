/** Search waits this long after the last key; Enter goes at once. */
export const SEARCH_WAIT_MS = 700
export const MIN_SEARCH_LENGTH = 3

/**
 * What typed text asks for: the trimmed text when it is empty (show everything) or long enough, null when it is only
 * 1 or 2 characters and so changes nothing.
 */
export function searchRequest(text: string): string | null {
  const trimmed = text.trim()
  return trimmed.length === 0 || trimmed.length >= MIN_SEARCH_LENGTH ? trimmed : null
}
