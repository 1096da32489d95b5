import type { Project } from '../architecture/project.ts'

/** Files that import nearly everything: a test that starts the product is not affected by each of its parts. */
const WIRING = /^(server\/main|testing|seed|bench|e2e|proof)\//
const TEST = /\.test\.tsx?$/

/** The room, or the other part of the code, that a file belongs to. */
const partOf = (path: string): string =>
  path.match(/^(server\/rooms|web\/business|web\/portal)\/[^/]+/)?.[0] ??
  path.split('/').slice(0, 2).join('/')

/**
 * Returns the test files that a change can reach by imports: every test of a changed part that imports what changed, directly or
 * not, and the tests beside the files of other parts that import it directly. Wiring isn't followed, since it connects everything.
 */
export function findAffectedTests(project: Project, changed: readonly string[]): string[] {
  const importers = importersOf(project)
  const importersOfFile = (path: string) =>
    (importers.get(path) ?? []).filter((importer) => !WIRING.test(importer) || changed.includes(importer))
  const inside = new Set(changed.filter((path) => project.source(path)))
  const found = new Set<string>()
  // The loop also visits what it adds to the set.
  for (const path of inside) {
    if (TEST.test(path)) found.add(path)
    for (const importer of importersOfFile(path)) {
      if (partOf(importer) === partOf(path)) inside.add(importer)
      else for (const test of [importer, ...importersOfFile(importer)]) if (TEST.test(test)) found.add(test)
    }
  }
  return [...found].sort()
}

function importersOf(project: Project): Map<string, string[]> {
  const importers = new Map<string, string[]>()
  for (const { path, imports } of project.sources)
    for (const { target } of imports) {
      if (target === undefined) continue
      const known = importers.get(target)
      if (known) known.push(path)
      else importers.set(target, [path])
    }
  return importers
}
