/** A LIKE pattern that finds `text` anywhere, with its own wildcards taken literally. */
export const likePattern = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
