const SEARCH_MIN_LENGTH = 3

/**
 * The text to search for: the trimmed text when it is empty (search for everything) or has 3 characters or
 * more; null for 1 or 2 characters, which start no search.
 */
export function searchable(text: string): string | null {
  const trimmed = text.trim()
  const length = [...trimmed].length
  return length === 0 || length >= SEARCH_MIN_LENGTH ? trimmed : null
}
