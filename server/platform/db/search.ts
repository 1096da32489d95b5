/** Returns a LIKE pattern that finds `text` anywhere, with its wildcards escaped. */
export const likePattern = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/**
 * Returns the pattern of the most selective part of a number for a trigram index: its longest run of at least
 * three digits. All numbers share the letters before it, for which the index would visit every entry.
 */
export function rarePattern(text: string): string {
  const runs = text.match(/\d{3,}/g) ?? []
  return likePattern(runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '') || text)
}
