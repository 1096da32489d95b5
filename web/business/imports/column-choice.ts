import type { ImportRun } from './import-words.ts'

export type Mapping = ImportRun['mapping']

/** What a column becomes; '' when it is left out. */
export const targetOf = (mapping: Mapping, column: number): string =>
  Object.keys(mapping).find((target) => mapping[target] === column) ?? ''

/** The mapping with this column becoming `target`: whatever it was before, and whoever was that before, is let go. */
export function chooseTarget(mapping: Mapping, column: number, target: string): Mapping {
  const kept = Object.entries(mapping).filter(([name, at]) => at !== column && name !== target)
  return Object.fromEntries(target === '' ? kept : [...kept, [target, column]])
}

/** How many columns become something. */
export const usedColumns = (mapping: Mapping): number => new Set(Object.values(mapping).filter(isNumber)).size

const isNumber = (value: number | null | undefined): value is number => typeof value === 'number'
