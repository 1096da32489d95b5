/** Changes statements of the workers, so that they make a mistake. */
export interface Rewrite {
  (statement: string): string
  /** Parts that stood in no statement. The code moved on then, and the mistake is not made. */
  unused(): readonly string[]
}

/** Replaces each of these parts wherever it stands. A regular expression has to be global. */
export function rewriteOf(
  ...parts: readonly (readonly [part: string | RegExp, replacement: string])[]
): Rewrite {
  const unused = new Set(parts.map(([part]) => part))
  const rewrite = (statement: string): string =>
    parts.reduce((text, [part, replacement]) => {
      const changed = text.replaceAll(part, replacement)
      if (changed !== text) unused.delete(part)
      return changed
    }, statement)
  return Object.assign(rewrite, { unused: () => [...unused].map(String) })
}
