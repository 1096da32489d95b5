/** Delay of the search after the last key; Enter searches at once. */
export const SEARCH_WAIT_MS = 700
export const MIN_SEARCH_LENGTH = 3

/**
 * Returns the trimmed text when it is empty (show everything) or long enough; null for 1 or 2 characters,
 * which change nothing.
 */
export function searchRequest(text: string): string | null {
  const trimmed = text.trim()
  return trimmed.length === 0 || trimmed.length >= MIN_SEARCH_LENGTH ? trimmed : null
}
