/** Returns a LIKE pattern that finds `text` anywhere, with its wildcards escaped. */
export const likePattern = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/**
 * Returns the pattern of the most selective part of a number for a trigram index: its longest run of at least
 * three digits. The common prefix (INV-) is left out, because it matches every index entry.
 */
export function selectivePattern(text: string): string {
  const runs = text.match(/\d{3,}/g) ?? []
  return likePattern(runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '') || text)
}
