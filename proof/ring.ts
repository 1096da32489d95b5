import { readFileSync } from 'node:fs'

/*
 * Each proof runs at two sizes. `npm test` runs a sample of it: what the change touches first, the rest chosen by a seed that is
 * derived from the commit and printed. `npm run proof` runs everything. scripts/test.ts sets these variables.
 */

/** True in `npm test`, where a proof gets seconds. */
export const isGate = process.env.PROOF_SIZE === 'gate'

/** The seed of the commit: the same for each run of one commit, another one for the next. */
export const SEED = Number(process.env.PROOF_SEED ?? 1)

const changedPaths = readChangedPaths(process.env.PROOF_CHANGED_FILE)

function readChangedPaths(file: string | undefined): readonly string[] {
  return file === undefined ? [] : (JSON.parse(readFileSync(file, 'utf8')) as string[])
}

/** The changed files that match, by their paths from the root. */
export const changedFiles = (pattern: RegExp): string[] => changedPaths.filter((path) => pattern.test(path))

/** True when the change has a file below one of these folders, or one of these files. */
export const isTouched = (...paths: readonly string[]): boolean =>
  changedPaths.some((changed) => paths.some((path) => changed.startsWith(path)))

/** `full` in `npm run proof`, `gate` in `npm test`; an environment variable sets any other size. */
export const sizeOf = (variable: string, sizes: { gate: number; full: number }): number =>
  Number(process.env[variable] ?? (isGate ? sizes.gate : sizes.full))

/**
 * Everything in `npm run proof`; in `npm test` at most `gate` items, in their order: those that the change touches first, the
 * others by the seed.
 */
export function sampleOf<Item>(
  items: readonly Item[],
  gate: number,
  isItemTouched: (item: Item) => boolean = () => false,
): Item[] {
  if (!isGate || items.length <= gate) return [...items]
  const ranked = items.map((item, index) => ({ index, rank: rankOf(index), touched: isItemTouched(item) }))
  ranked.sort((a, b) => Number(b.touched) - Number(a.touched) || a.rank - b.rank)
  const chosen = new Set(ranked.slice(0, gate).map(({ index }) => index))
  return items.filter((_, index) => chosen.has(index))
}

/**
 * True for each name in `npm run proof`; in `npm test` for one name of `oneIn`, by the seed, and for each that the change touches.
 */
export const isChosen = (name: string, oneIn: number, isNameTouched = false): boolean =>
  !isGate || isNameTouched || rankOf(hashOf(name)) < 1 / oneIn

/** The name as 32 bits, by FNV-1a. */
const hashOf = (name: string): number =>
  [...name].reduce((hash, letter) => Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193), 0x811c9dc5)

/** A number below 1 that looks random and is the same for the same seed. */
function rankOf(index: number): number {
  const mixed = Math.imul(SEED ^ Math.imul(index, 0x9e3779b1), 0x85ebca6b) >>> 0
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32
}

/**
 * Whether a proof is tried against mistakes made on purpose: always in `npm run proof`; in `npm test` when the proof itself or one
 * of its subjects changed.
 */
export const triesMistakes = (...paths: readonly string[]): boolean => !isGate || isTouched(...paths)
