import type { DatabaseInspector } from '../../testing/sweep/database-inspector.ts'
import { tableColumns } from './kept-rows.ts'

/** What a twin's row shows otherwise, so that it is known where it comes out. Whatever rows are found by stays the same. */
const SHOWN =
  /^(name|short_name|company_name|description|detail|notes|note|reason|cause|brand|method_brand|file_name|summary|tax_name|from_name|text_body|actor_label|from_status)$/
const MARK = ' (twin)'

/** Members of the twin would be members of the company's own people: they would be let in, and rightly. */
const LEFT_OUT = new Set(['memberships'])

/**
 * A second account whose every row has the ids of a row of `account`. Ids are never the same in truth; here they are, so
 * that nothing but the predicate of accounts tells the two apart. Its rows lie before the others, where a statement
 * without that predicate comes to them first. Gives the twin's account id.
 */
export async function makeTwin(
  inspector: DatabaseInspector,
  account: string,
  guarded: readonly string[],
): Promise<string> {
  const twin = `${account.slice(0, -1)}${account.endsWith('0') ? '1' : '0'}`
  const columns = await tableColumns(inspector)
  const statements = guarded
    .filter((table) => !LEFT_OUT.has(table))
    .flatMap((table) => {
      const { names, types } = columns.get(table)!
      const all = names.map((name) => `"${name}"`).join(', ')
      const values = names.map((name, at) => inTwin(table, name, types[at]!, twin))
      return [
        `create temp table own_rows on commit drop as select ${all} from public.${table}`,
        `delete from public.${table}`,
        `insert into public.${table} (${all}) overriding system value
           select ${values.join(', ')} from own_rows where account_id = '${account}'`,
        `insert into public.${table} (${all}) overriding system value select ${all} from own_rows`,
        'drop table own_rows',
      ]
    })
  await inspector.rows(
    `begin; set local session_replication_role = replica; ${statements.join('; ')}; commit`,
  )
  return twin
}

function inTwin(table: string, name: string, type: string, twin: string): string {
  if (name === 'account_id') return `'${twin}'::uuid`
  // What no two accounts can have alike.
  if (table === 'companies' && name === 'id') return 'uuidv7()'
  if (name === 'sub_domain' || name === 'default_sub_domain') return `"${name}" || '-twin'`
  if (/^(pay|report)_links$/.test(table) && name === 'token_hash') return 'sha256("token_hash")'
  // What a repeated request or a typed password is compared with.
  if (name === 'request_hash') return 'sha256("request_hash")'
  if (name === 'password_hash') return `"password_hash" || 'x'`
  if (table === 'companies' && name === 'logo_file_id') return 'null::uuid'
  if (table === 'auto_payment_consents' && name === 'agreed_on') return '"agreed_on" + 1'
  // What the next row or entry follows upon.
  if (/^payment_(events|allocations)$/.test(table) && name === 'position') return '"position" + 5'
  if (table === 'ledger_heads' && name === 'sequence') return '"sequence" + 1'
  if (table === 'audit_seals' && name === 'number') return '"number" + 5'
  // So many that the account's imports may take up no more.
  if (table === 'import_runs' && name === 'total_rows') return '"total_rows" + 2000000'
  if (name === 'bytes') return `"bytes" || '\\x00'::bytea`
  if (type === 'text' && SHOWN.test(name)) return `"${name}" || '${MARK}'`
  if (type === 'bigint' && name.endsWith('_minor')) return `"${name}" + 7`
  return `"${name}"`
}
