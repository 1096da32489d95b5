/** Cuts a text to at most `most` UTF-16 units, and never between the halves of a surrogate pair, which no database takes. */
export function cutText(text: string, most: number): string {
  const cut = text.slice(0, most)
  return /[\ud800-\udbff]$/.test(cut) && cut.length < text.length ? cut.slice(0, -1) : cut
}
