/**
 * Column names that a person can tell apart: white space made single, nameless columns called by their place,
 * repeated names numbered. Names that differ only in case count as equal.
 */
export function nameColumns(header: readonly string[]): string[] {
  const taken = new Set<string>()
  return header.map((cell, index) => {
    const name = cell.replace(/[\s\u200b\ufeff]+/g, ' ').trim() || `Column ${index + 1}`
    let unique = name
    for (let n = 2; taken.has(unique.toLowerCase()); n++) unique = `${name} (${n})`
    taken.add(unique.toLowerCase())
    return unique
  })
}
