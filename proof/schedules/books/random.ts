/** A small random generator, so that a failure names the seed that repeats it. Returns a whole number below the given one. */
export type Random = (below: number) => number

export function randomOf(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

export const pickOf = <T>(random: Random, items: readonly T[]): T | undefined => items[random(items.length)]
