import { COMMITTED_TOGETHER } from './placement.ts'
import type { Schema } from './read-schema.ts'

/** Triggers that a distributed database does without, each with what keeps their promise there. */
export const CHECKED_BY_LEDGER: ReadonlySet<string> = new Set(['check_postings', 'check_entries'])

/** Name of the function that does for one row what a trigger with transition tables does for a statement. */
export const rowFunctionOf = (name: string): string => `${name}_row`

/**
 * Lists what Citus 13 would refuse of a schema, or could not run, a sentence each. The rules were verified on Citus 13.2
 * (docs/decisions/0029-distributed-tables.md).
 */
export const findRefusals = (schema: Schema): string[] => [
  ...accountsLeftBehind(schema),
  ...keysWithoutColumn(schema),
  ...foreignKeysAcross(schema),
  ...policiesWithSubqueries(schema),
  ...triggersThatFail(schema),
  ...functionsInSql(schema),
]

/** Called only by triggers for each statement, which a distributed database doesn't have. */
const ONLY_ON_ONE_SERVER: ReadonlySet<string> = new Set([
  'merge_invoice_tallies',
  'merge_payment_tallies',
  'merge_credit_memo_tallies',
])

/** "could not create distributed plan: Possibly this is caused by the use of parameters in SQL functions" */
const functionsInSql = ({ tables, functions }: Schema): string[] => {
  const spread = [...tables.values()].filter(({ placement }) => placement.kind === 'spread')
  const reads = new RegExp(
    `\\b(?:from|join|into|update)\\s+(?:${spread.map(({ name }) => name).join('|')})\\b`,
    'i',
  )
  return [...functions.values()]
    .filter(
      ({ name, language, parameters, body }) =>
        language === 'sql' && parameters > 0 && reads.test(body) && !ONLY_ON_ONE_SERVER.has(name),
    )
    .map(
      ({ name }) =>
        `The function ${name} is written in SQL, has parameters and reads a distributed table. Write it in PL/pgSQL.`,
    )
}

/** A write to the coordinator's own tables and one to a node commit one after the other, and a crash keeps only the first. */
const accountsLeftBehind = ({ tables }: Schema): string[] =>
  [...tables.values()]
    .filter(
      ({ name, placement, namesAccount }) =>
        placement.kind === 'coordinator' && namesAccount && !COMMITTED_TOGETHER.includes(name),
    )
    .map(
      ({ name }) =>
        `The table ${name} has an account_id and would stay on the coordinator, whose writes don't commit together with the account's. Begin its primary key with account_id, or name it in placement.ts.`,
    )

/** "cannot create constraint: distributed relations cannot have UNIQUE, EXCLUDE, or PRIMARY KEY constraints that do not include the partition column" */
const keysWithoutColumn = ({ tables, uniqueKeys }: Schema): string[] =>
  uniqueKeys.flatMap(({ name, table, columns }) => {
    const placement = tables.get(table)?.placement
    return placement?.kind === 'spread' && !columns.includes(placement.by)
      ? [
          `The unique key ${name} of ${table} doesn't contain ${placement.by}. Add it, or keep what has to be the only one in a directory.`,
        ]
      : []
  })

/** "cannot create foreign key constraint since relations are not colocated or not referencing a reference table" */
const foreignKeysAcross = ({ tables, foreignKeys }: Schema): string[] =>
  foreignKeys.flatMap(({ name, table, target, columns }) => {
    const from = tables.get(table)?.placement
    const to = tables.get(target)?.placement
    if (from === undefined || to === undefined || to.kind === 'copied' || from.kind === to.kind) {
      if (from?.kind !== 'spread' || to?.kind !== 'spread') return []
      if (from.by === to.by && columns[0] === from.by) return []
    }
    return [
      `The foreign key ${name} of ${table} refers to ${target}, whose rows may live on another node. Let it begin with account_id on both sides, or drop it.`,
    ]
  })

/** "cannot create policy: Subqueries are not supported in policies on distributed tables" */
const policiesWithSubqueries = ({ tables, policies }: Schema): string[] =>
  policies.flatMap(({ name, table, hasSubquery }) =>
    hasSubquery && tables.has(table)
      ? [`The policy ${name} on ${table} has a subquery. Let it call a function that reads a copied table.`]
      : [],
  )

/** "executor could not find named tuplestore", at the first write */
const triggersThatFail = ({ tables, triggers, functions }: Schema): string[] =>
  triggers.flatMap((trigger) => {
    const kind = tables.get(trigger.table)?.placement.kind
    if (kind === 'copied')
      return [
        `The trigger ${trigger.name} is on ${trigger.table}, of which each node has a copy: it would run on each.`,
      ]
    if (kind !== 'spread' || CHECKED_BY_LEDGER.has(trigger.function)) return []
    if (!trigger.isForEachRow && !trigger.usesTransitionTables)
      return [
        `The trigger ${trigger.name} on ${trigger.table} runs once a statement, which a node may get in parts.`,
      ]
    return trigger.usesTransitionTables && !functions.has(rowFunctionOf(trigger.function))
      ? [
          `The trigger ${trigger.name} on ${trigger.table} uses transition tables, and there is no function ${rowFunctionOf(trigger.function)} to run for each row instead.`,
        ]
      : []
  })
