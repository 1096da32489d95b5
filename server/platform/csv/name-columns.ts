/**
 * Makes column names distinct: collapses white space, names empty ones by position, numbers repeated ones.
 * Names that differ only in case count as equal.
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
