import { lineFinder, type Problem, type Project, type Rule } from './project.ts'

/** Tables that belong to no account, with the reason. Every other table is a tenant table. */
export const globalTables: Record<string, string> = {
  schema_migrations: 'which migrations this database has seen',
  demo_mailbox: 'the demo shows every message sent, whoever sent it',
  demo_clock: 'the demo has one clock',
  throttle_counters: 'counted before anybody is known',
  users: 'a person may belong to several accounts',
  recovery_codes: 'of a user',
  external_identities: 'of a user',
  sessions: 'found before the account is known',
  one_time_tokens: 'found by their hash before anybody is known',
  decoy_logins: 'of a user',
  spent_authorizations: 'found by their hash before anybody is known',
  outbound_hold: 'a restored copy is held as a whole',
  known_schedules: 'of the whole installation',
  pay_link_tokens: 'found by their hash before the account is known',
  report_link_tokens: 'found by their hash before the account is known',
  payment_plan_tokens: 'found by their hash before the account is known',
  email_link_tokens: 'found by their hash before the account is known',
  connected_businesses: 'found by their hash over all accounts',
  accounting_companies: 'found by their hash over all accounts',
  released_sub_domains: 'a released name is closed to every account',
}

type Table = { name: string; path: string; line: number; body: string }

function readTables(project: Project): { tables: Table[]; sql: string } {
  const files = project.paths.filter((path) => /^db\/migrations\/.+\.sql$/.test(path))
  const tables: Table[] = []
  let sql = ''
  for (const path of files) {
    const text = withoutComments(project.text(path))
    const lineOf = lineFinder(text)
    sql += `${text}\n`
    for (const match of text.matchAll(
      /create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?"?([\w.]+)"?\s*/gi,
    )) {
      const body = /^\s*\(/.test(text.slice(match.index + match[0].length))
        ? bracketed(text, match.index)
        : ''
      tables.push({ name: match[1]!, path, line: lineOf(match.index), body })
    }
  }
  return { tables, sql }
}

/** Replaces comments by spaces, which keeps offsets and line numbers. */
function withoutComments(sql: string): string {
  return sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
}

/** Returns the text between the first bracket after `from` and the matching one. */
function bracketed(text: string, from: number): string {
  const open = text.indexOf('(', from)
  let depth = 0
  for (let at = open; at >= 0 && at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')') depth--
    if (depth === 0) return text.slice(open + 1, at)
  }
  return ''
}

function tenantRule(name: string, broken: (table: Table, sql: string) => string | undefined): Rule {
  return {
    name,
    check(project) {
      const { tables, sql } = readTables(project)
      return tables
        .filter((table) => !(table.name in globalTables))
        .flatMap((table): Problem[] => {
          const message = broken(table, sql)
          return message ? [{ path: table.path, line: table.line, message: `${table.name} ${message}` }] : []
        })
    },
  }
}

const accountFirst = tenantRule('tenant tables have account_id first in their keys', ({ body }) => {
  const ownKey = body.match(/primary\s+key\s*\(\s*"?(\w+)/i)?.[1]
  const columnKey = body.match(/(?:^|,)\s*"?(\w+)"?\s[^,]*?\bprimary\s+key\b(?!\s*\()/i)?.[1]
  return (ownKey ?? columnKey) === 'account_id' ? undefined : 'must have account_id first in its primary key'
})

const guarded = tenantRule('tenant tables have row-level security', ({ name }, sql) => {
  const says = (pattern: string) => new RegExp(pattern.replaceAll('%', `"?${name}"?`), 'i').test(sql)
  // make_tenant_table enables and forces row-level security and adds the policy.
  if (says(`make_tenant_table\\(\\s*'%'`)) return undefined
  if (!says('alter\\s+table\\s+%\\s+enable\\s+row\\s+level\\s+security'))
    return 'does not enable row-level security'
  if (!says('alter\\s+table\\s+%\\s+force\\s+row\\s+level\\s+security'))
    return 'does not force row-level security'
  return says('create\\s+policy\\s+\\w+\\s+on\\s+%[\\s;]') ? undefined : 'has no policy'
})

const ordered: Rule = {
  name: 'migrations are numbered, each with its own number',
  check(project) {
    const paths = project.paths.filter((path) => path.startsWith('db/migrations/'))
    const numbers = paths.map(
      (path) => path.slice('db/migrations/'.length).match(/^(\d{4})-[a-z0-9-]+\.sql$/)?.[1],
    )
    return paths.flatMap((path, index): Problem[] => {
      const number = numbers[index]
      if (number === undefined) return [{ path, message: 'is not named like 0001-what-it-brings.sql' }]
      return numbers.indexOf(number) < index ? [{ path, message: `${number} is taken` }] : []
    })
  },
}

const knownGlobals: Rule = {
  name: 'listed tables without an account exist',
  check(project) {
    const names = new Set(readTables(project).tables.map(({ name }) => name))
    if (names.size === 0) return []
    // The migrator creates its own table.
    return Object.keys(globalTables)
      .filter((name) => name !== 'schema_migrations' && !names.has(name))
      .map((name) => ({
        path: 'scripts/architecture/migration-rules.ts',
        message: `${name} is not a table`,
      }))
  },
}

export const migrationRules: Rule[] = [accountFirst, guarded, ordered, knownGlobals]
