import { isTest, type Problem, type Project, type Rule } from './project.ts'

const PAGE = 'docs/requirements.md'
const ID = /\b[A-Z]-\d{2,3}\b/g
const ROW = /^\| ([A-Z]-\d{2,3}) \|.*\| ([^|]*) \|$/

/** One row of docs/requirements.md: an id and the test files that prove the requirement. */
interface Row {
  readonly id: string
  readonly line: number
  readonly proofs: readonly string[]
}

function readRows(project: Project): Row[] {
  if (!project.has(PAGE)) return []
  return project
    .text(PAGE)
    .split('\n')
    .flatMap((text, index) => {
      const [, id, proven = ''] = ROW.exec(text) ?? []
      if (id === undefined) return []
      return [{ id, line: index + 1, proofs: [...proven.matchAll(/`([^`]+)`/g)].map(([, path]) => path!) }]
    })
}

const provenByTests: Rule = {
  name: 'requirements name the tests that prove them',
  check: (project) =>
    readRows(project).flatMap(({ id, line, proofs }) =>
      proofs
        .filter((path) => !project.has(path) || !isTest(path))
        .map((path): Problem => ({ path: PAGE, line, message: `${id}: ${path} is not a test file` })),
    ),
}

const oneRowEach: Rule = {
  name: 'each requirement has one row',
  check(project) {
    const rows = readRows(project)
    const ids = new Set<string>()
    return rows.flatMap(({ id, line }): Problem[] => {
      const isRepeated = ids.has(id)
      ids.add(id)
      return isRepeated ? [{ path: PAGE, line, message: `${id} has another row` }] : []
    })
  },
}

/** Titles and comments state behavior. Ids appear only on the page that explains them. */
const idsStayOnTheirPage: Rule = {
  name: 'requirement ids stay in docs/requirements.md',
  check(project) {
    const known = new Set(readRows(project).map(({ id }) => id))
    return project.sources.flatMap(({ path, lines }) =>
      lines.flatMap((text, index): Problem[] => {
        if (!isCommentOrTitle(text)) return []
        const id = (text.match(ID) ?? []).find((one) => known.has(one))
        return id === undefined ? [] : [{ path, line: index + 1, message: `${id} belongs in ${PAGE}` }]
      }),
    )
  },
}

const isCommentOrTitle = (text: string): boolean =>
  /^\s*(\/\/|\/\*|\*)/.test(text) || /\b(it|test|describe)(\.\w+)*\(\s*['"`]/.test(text)

const docsNameKnownIds: Rule = {
  name: 'pages name only existing requirements',
  check(project) {
    if (!project.has(PAGE)) return []
    const known = new Set(readRows(project).map(({ id }) => id))
    return project.paths
      .filter((path) => path.endsWith('.md') && path !== PAGE)
      .flatMap((path) =>
        project
          .text(path)
          .split('\n')
          .flatMap((text, index) =>
            (text.match(/\b[RPDBWMXVAECLUT]-\d{2,3}\b/g) ?? [])
              .filter((id) => !known.has(id))
              .map((id): Problem => ({ path, line: index + 1, message: `${id} has no row in ${PAGE}` })),
          ),
      )
  },
}

export const requirementRules: Rule[] = [provenByTests, oneRowEach, idsStayOnTheirPage, docsNameKnownIds]
