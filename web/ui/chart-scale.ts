/** Round steps for an axis from 0 to at least `max`, about `count` of them: 148,200 → [0, 50000, 100000, 150000]. */
export function axisSteps(max: number, count = 5): number[] {
  if (!(max > 0)) return [0, 1]
  const rough = max / (count - 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step =
    [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? 10 * power
  const steps = Math.max(1, Math.ceil(max / step))
  return Array.from({ length: steps + 1 }, (_, index) => index * step)
}

/** An axis figure in few characters: 150000 → '150k', 2500000 → '2.5M'. */
export function shortFigure(value: number): string {
  const [size, unit] =
    value >= 1e9 ? [1e9, 'B'] : value >= 1e6 ? [1e6, 'M'] : value >= 1e3 ? [1e3, 'k'] : [1, '']
  return `${Number((value / size).toFixed(1))}${unit}`
}
