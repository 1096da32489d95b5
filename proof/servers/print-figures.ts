/** Prints a line of figures, which docs/reliability.md quotes. */
export function printFigures(name: string, figures: Readonly<Record<string, number>>): void {
  process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`)
}
