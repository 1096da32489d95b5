import { posix } from 'node:path'
import { isForTests, isTest, type Problem, type Project, type Rule, type Source } from './project.ts'

const DECLARATION = /interface Database \{([^}]*)\}/g
const WRITE =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)|\b(?:insert into|delete from|merge into|update)\s+(?:only\s+)?"?(\w+)/gi

/** Restoring a backup writes every table. */
const LOADS_EVERYTHING = 'server/main/backup/'

/** Maps each table to the folder that declares it: a room, a gateway or the platform. */
function ownersOfTables({ sources }: Project): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { path, text } of sources.filter(({ path }) => path.startsWith('server/') && !isTest(path))) {
    const owner = path.startsWith('server/platform/') ? 'server/platform/' : `${posix.dirname(path)}/`
    for (const [, body = ''] of text.matchAll(DECLARATION))
      for (const [, table] of body.matchAll(/(\w+):/g)) owners.set(table!, owner)
  }
  return owners
}

const tablesWrittenIn = (line: string): string[] =>
  [...line.matchAll(WRITE)].map(([, built, written]) => built ?? written ?? '')

const isComment = (line: string): boolean => /^\s*(\/\/|\*|\/\*)/.test(line)

/** Rows that others could write would bypass the rules of their room. */
const writtenByOwner: Rule = {
  name: 'a table is written only by the room that declares it',
  check(project) {
    const owners = ownersOfTables(project)
    const judge = ({ path, lines }: Source): Problem[] =>
      lines.flatMap((line, index) =>
        (isComment(line) ? [] : tablesWrittenIn(line))
          .filter((table) => owners.has(table) && !path.startsWith(owners.get(table)!))
          .map((table) => ({
            path,
            line: index + 1,
            message: `${table} belongs to ${owners.get(table)}: call one of its actions`,
          })),
      )
    return project.sources
      .filter(({ path }) => path.startsWith('server/') && !path.startsWith(LOADS_EVERYTHING))
      .filter(({ path }) => !isForTests(path))
      .flatMap(judge)
  },
}

export const ownershipRules: Rule[] = [writtenByOwner]
