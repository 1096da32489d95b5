import type { DatabaseInspector } from '../../testing/sweep/database-inspector.ts'
import { readTableColumns } from './table-snapshot.ts'

/**
 * Text columns that are marked in the twin's rows, so that its data is recognized in a reply. Columns used
 * for lookups stay equal.
 */
const MARKED_COLUMNS =
  /^(name|short_name|company_name|description|detail|notes|note|reason|cause|brand|method_brand|file_name|summary|tax_name|from_name|text_body|actor_label|from_status)$/
export const TWIN_MARK = ' (twin)'

/** Not copied: members of the twin would be the company's own people, who would rightly have access. */
const NOT_COPIED = new Set(['memberships'])

/**
 * Creates a second account with a copy of every row of `account`, with the same ids. In production ids are
 * unique. Here they are equal, so that only the account predicate distinguishes the two. The twin's rows come
 * first in each table, so a statement without that predicate finds them first. Returns the twin's account id.
 */
export async function makeTwin(
  inspector: DatabaseInspector,
  account: string,
  guarded: readonly string[],
): Promise<string> {
  const twin = `${account.slice(0, -1)}${account.endsWith('0') ? '1' : '0'}`
  const columns = await readTableColumns(inspector)
  const statements = guarded
    .filter((table) => !NOT_COPIED.has(table))
    .flatMap((table) => {
      const { names, types } = columns.get(table)!
      const all = names.map((name) => `"${name}"`).join(', ')
      const values = names.map((name, at) => twinValue(table, name, types[at]!, twin))
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

function twinValue(table: string, name: string, type: string, twin: string): string {
  if (name === 'account_id') return `'${twin}'::uuid`
  // Unique across accounts.
  if (table === 'companies' && name === 'id') return 'uuidv7()'
  if (name === 'sub_domain' || name === 'default_sub_domain') return `"${name}" || '-twin'`
  if (/^(pay|report)_links$/.test(table) && name === 'token_hash') return 'sha256("token_hash")'
  // Compared with a repeated request or an entered password.
  if (name === 'request_hash') return 'sha256("request_hash")'
  if (name === 'password_hash') return `"password_hash" || 'x'`
  if (table === 'companies' && name === 'logo_file_id') return 'null::uuid'
  if (table === 'auto_payment_consents' && name === 'agreed_on') return '"agreed_on" + 1'
  // The position of the last row or entry.
  if (/^payment_(events|allocations)$/.test(table) && name === 'position') return '"position" + 5'
  if (table === 'ledger_heads' && name === 'sequence') return '"sequence" + 1'
  if (table === 'audit_seals' && name === 'number') return '"number" + 5'
  // Above the limit of imported rows of an account.
  if (table === 'import_runs' && name === 'total_rows') return '"total_rows" + 2000000'
  if (name === 'bytes') return `"bytes" || '\\x00'::bytea`
  // One of a list.
  if (table === 'disputes' && name === 'reason') return '"reason"'
  if (type === 'text' && MARKED_COLUMNS.test(name)) return `"${name}" || '${TWIN_MARK}'`
  if (type === 'bigint' && name.endsWith('_minor')) return `"${name}" + 7`
  return `"${name}"`
}
