/** Returns a field's value, and whether its box is checked. */
export const stateOf = ({ value, checked }: HTMLInputElement): string =>
  `${value} ${String(checked ?? false)}`
