/** A LIKE pattern that finds `text` anywhere, with its own wildcards taken literally. */
export const likePattern = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

/**
 * The pattern of the part of a number that tells numbers apart, for a trigram index: the longest run of figures, if there
 * is one to speak of. The letters before them are shared by all, and the index would walk through every one of them.
 */
export function rarePattern(text: string): string {
  const runs = text.match(/\d{3,}/g) ?? []
  return likePattern(runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '') || text)
}
