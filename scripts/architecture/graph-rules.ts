import { posix } from 'node:path'
import { isTest, type Problem, type Project, type Rule } from './project.ts'

/** Every relative import names an existing file, with its extension. */
const resolved: Rule = {
  name: 'imports resolve to files',
  check: (project) =>
    project.sources.flatMap(({ path, imports }) =>
      imports.flatMap(({ target, specifier, line }) =>
        target === undefined || project.has(target)
          ? []
          : [{ path, line, message: `${specifier} does not exist` }],
      ),
    ),
}

const acyclic: Rule = {
  name: 'no import cycles, types included',
  check: (project) => findCycles(project).map((cycle) => ({ path: cycle[0]!, message: cycle.join(' → ') })),
}

/** Returns each cycle once, as the path that closes it, by a depth-first walk. */
function findCycles(project: Project): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()
  const trail: string[] = []
  const visit = (path: string): void => {
    const at = trail.indexOf(path)
    if (at >= 0) cycles.push([...trail.slice(at), path])
    if (at >= 0 || done.has(path)) return
    trail.push(path)
    for (const target of new Set(targetsOf(project, path))) visit(target)
    trail.pop()
    done.add(path)
  }
  for (const { path } of project.sources) visit(path)
  return cycles
}

function targetsOf(project: Project, path: string): string[] {
  const imports = project.source(path)?.imports ?? []
  return imports.flatMap(({ target }) => target ?? [])
}

const used: Rule = {
  name: 'no orphan files',
  check(project) {
    const reached = reachableFrom(
      project,
      project.paths.filter((path) => isEntry(path)),
    )
    return project.paths
      .filter((path) => /\.(ts|tsx|mjs|css)$/.test(path) && !path.endsWith('.d.ts') && !reached.has(path))
      .map(
        (path): Problem => ({ path, message: 'nothing that starts, builds or tests the product reaches it' }),
      )
  },
}

function isEntry(path: string): boolean {
  if (isTest(path) || /^web\/public\//.test(path)) return true
  return /^(server\/main\/[^/]+\.ts|server\/main\/commands\/[^/]+\.ts|seed\/[^/]+\.ts|web\/[^/]+\.html|scripts\/[^/]+\.(ts|mjs)|bench\/[^/]+\.ts|proof\/[^/]+\/(simulate|random-kills)\.ts|e2e\/firefox\/launch\.ts|[^/]+\.(ts|mjs))$/.test(
    path,
  )
}

function reachableFrom(project: Project, entries: string[]): Set<string> {
  const reached = new Set<string>()
  const waiting = [...entries]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue
    reached.add(path)
    waiting.push(...leadsTo(project, path))
  }
  return reached
}

function leadsTo(project: Project, path: string): string[] {
  const source = project.source(path)
  if (source) return [...source.imports.flatMap(({ target }) => target ?? []), ...source.mentions]
  if (!/\.(html|css)$/.test(path) || !project.has(path)) return []
  const named = project.text(path).matchAll(/(?:src|href)="([^"]+)"|@import\s+(?:url\()?['"]([^'"]+)['"]/g)
  return [...named].map(([, address, imported]) => {
    const target = address ?? imported ?? ''
    // An absolute URL path is a file of the web folder.
    return target.startsWith('/') ? posix.join('web', target) : posix.join(posix.dirname(path), target)
  })
}

export const graphRules: Rule[] = [resolved, acyclic, used]
