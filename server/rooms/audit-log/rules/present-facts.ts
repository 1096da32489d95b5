import { type AuditRow, moneyOf, type Names, rowOutcomesOf, spaced } from './describe-entry.ts'

/** Returns the details of an entry for display: amounts in their currency, records by name. */
export const factsOf = (row: AuditRow, names: Names): { name: string; value: string }[] =>
  Object.entries(row.detail).flatMap(([name, value]) => {
    const shown = shownAs(row, names, name, value)
    return shown === '' ? [] : [{ name: wordsOf(name), value: shown }]
  })

const IN_MINOR_UNITS = /(_minor|Minor)$/

/** Examples: 'amountMinor' → 'Amount', 'short_name' → 'Short name'. */
function wordsOf(name: string): string {
  const words = spaced(name.replace(IN_MINOR_UNITS, '').replace(/Id$/, ''))
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function shownAs(row: AuditRow, names: Names, name: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (IN_MINOR_UNITS.test(name)) return moneyOf(row, names, value) ?? String(value)
  if (name === 'fates') return rowOutcomesOf(value) ?? 'none'
  if (name === 'changed' && Array.isArray(value)) return value.map(spaced).join(', ')
  if (Array.isArray(value)) return value.map(String).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  return names.get(String(value))?.label ?? String(value)
}
