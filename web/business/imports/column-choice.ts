import type { ImportRun } from './import-words.ts'

export type Mapping = ImportRun['mapping']

/** Target field of a column; '' when the column is left out. */
export const targetOf = (mapping: Mapping, column: number): string =>
  Object.keys(mapping).find((target) => mapping[target] === column) ?? ''

/** Maps this column to `target`. Removes the column's former target and the target's former column. */
export function chooseTarget(mapping: Mapping, column: number, target: string): Mapping {
  const kept = Object.entries(mapping).filter(([name, at]) => at !== column && name !== target)
  return Object.fromEntries(target === '' ? kept : [...kept, [target, column]])
}

/** Number of mapped columns. */
export const usedColumns = (mapping: Mapping): number => new Set(Object.values(mapping).filter(isNumber)).size

const isNumber = (value: number | null | undefined): value is number => typeof value === 'number'
