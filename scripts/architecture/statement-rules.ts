import { isForTests, lineFinder, type Problem, type Project, type Rule } from './project.ts'

/** A shape of statement that a distributed database refuses, or that row security makes slow. */
interface Shape {
  readonly rule: string
  readonly pattern: RegExp
  readonly message: string
  /** Files that only speak to one server, or hold the way around. */
  readonly except: RegExp
}

const HERE = 'Join it with here(ctx.accountId), so that the insert goes to the node of the account.'

/** Each but the last was refused by Citus 13.2 (docs/decisions/0029-distributed-tables.md). */
const SHAPES: readonly Shape[] = [
  {
    rule: 'inserts of given values go to the account’s node whole',
    pattern: /insert into (?!due_work\b)\w+[^`;]*?\bselect \$\{(?:ctx\.)?accountId\}/g,
    message: `Selects the account as a value. ${HERE}`,
    except: /^$/,
  },
  {
    rule: 'no statement ends with an insert after a WITH',
    pattern: /\bwith [^`;]*?\)\s+insert into (?!due_work\b|pgboss\b)\w+/g,
    message:
      'Is refused on a node when it selects. Make the insert one of the WITH’s parts and end with a select.',
    except: /^$/,
  },
  {
    rule: 'no subquery stands among the values of an insert',
    pattern: /insert into (?!due_work\b)\w+[^`;]*?\bvalues\s*\([^`;]*?\(\s*select\b/g,
    message: `Has a subquery among its values. Use insert … select. ${HERE}`,
    except: /^$/,
  },
  {
    rule: 'no update reads an array from the text of a column',
    pattern: /\bupdate (?!due_work\b)\w+[^`;]*?\bset\b[^`;]*?\b[a-z]\w*\.\w+::\w+\[\]/g,
    message:
      'Is refused: reading an array is a STABLE function of a column. Split the text with string_to_array, and cast its parts.',
    except: /^$/,
  },
  {
    rule: 'the tenant reaches every node',
    pattern: /set_config\('app\.|set_config\(\$1/g,
    message:
      'Sets a value on one server only. Use present(), or passOn() after a query that sets it at the same time.',
    except:
      /^server\/(?:platform\/(?:context|db\/distributed\/policy-settings|db\/replica\/open-replica)|rooms\/identity\/store\/sessions|rooms\/accounts\/store\/members)\.ts$/,
  },
  {
    rule: 'what is searched in an index is no coalesce',
    pattern: /\b(?:and|on|where)\s+[a-z]\w*\.\w+ (?:=|<|>|<=|>=|between) (?:coalesce|greatest|least)\(/g,
    message:
      'Reads the whole table: PostgreSQL checks row security before such a condition. Use case when … is null then … else … end.',
    except: /^$/,
  },
]

const ruleOf = ({ rule, pattern, message, except }: Shape): Rule => ({
  name: rule,
  check(project: Project) {
    return project.sources
      .filter(({ path }) => path.startsWith('server/') && !isForTests(path) && !except.test(path))
      .flatMap(({ path, text }): Problem[] => {
        const lineOf = lineFinder(text)
        return [...text.matchAll(pattern)].map(({ index }) => ({ path, line: lineOf(index), message }))
      })
  },
})

export const statementRules: Rule[] = SHAPES.map(ruleOf)
