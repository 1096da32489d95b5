import type { Violation } from './violation.ts'

/** Stands for a value of the statement. */
const VALUE = ['$', '{ctx.accountId}'].join('')
const statement = (sql: string): string =>
  `export const run = (ctx) => sql\`${sql.replaceAll('@', VALUE)}\`.execute(ctx.db)\n`
const PATH = 'server/rooms/ledger/store.ts'

/** Statements that a distributed database refuses, or that read too much. */
export const distributionViolations: readonly Violation[] = [
  [
    'inserts of given values go to the account’s node whole',
    PATH,
    statement('insert into x (account_id, y) select @::uuid, r.y from jsonb_to_recordset(@) as r(y int)'),
  ],
  [
    'no statement ends with an insert after a WITH',
    PATH,
    statement(
      'with last as (select 1 as at) insert into x (account_id, at) select here.account_id, at from here, last',
    ),
  ],
  [
    'no subquery stands among the values of an insert',
    PATH,
    statement('insert into x (account_id, y) values (@, (select max(y) from x))'),
  ],
  [
    'no update reads an array from the text of a column',
    PATH,
    statement('update x set y = r.z::int[] from r where r.id = x.id and x.account_id = @'),
  ],
  [
    'what is searched in an index is no coalesce',
    PATH,
    statement('select from x join y on y.account_id = @ and y.id = coalesce(x.y_id, x.z_id)'),
  ],
  ['the tenant reaches every node', PATH, statement("select set_config('app.account_id', @, true)")],
]
