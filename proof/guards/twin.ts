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
 * first in each table and in each index by account, so a statement without that predicate finds them first.
 * Returns the twin's account id.
 */
export async function makeTwin(
  inspector: DatabaseInspector,
  account: string,
  guarded: readonly string[],
): Promise<string> {
  const twin = precedingId(account)
  const columns = await readTableColumns(inspector)
  const unique = await readUniqueColumns(inspector)
  const statements = guarded
    .filter((table) => !NOT_COPIED.has(table))
    .flatMap((table) => {
      const { names, types } = columns.get(table)!
      const all = names.map((name) => `"${name}"`).join(', ')
      const values = names.map((name, at) =>
        twinValue(table, name, types[at]!, twin, unique.has(`${table} ${name}`)),
      )
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

/** Returns the greatest id below this one. Only the random digits change. */
const precedingId = (id: string): string => {
  const [kept, digits] = [id.slice(0, -12), id.slice(-12)]
  return kept + (BigInt(`0x${digits}`) - 1n).toString(16).padStart(12, '0')
}

/** Returns the columns that are unique across accounts by themselves, such as the hashes of tokens, with their table. */
async function readUniqueColumns(inspector: DatabaseInspector): Promise<ReadonlySet<string>> {
  const rows = await inspector.rows<{ column: string }>(`
    select i.indrelid::regclass::text || ' ' || a.attname as column
    from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indisunique and i.indnkeyatts = 1 and i.indrelid::regclass::text in
      (select table_name from information_schema.tables where table_schema = 'public')`)
  return new Set(rows.map(({ column }) => column))
}

function twinValue(table: string, name: string, type: string, twin: string, isUnique: boolean): string {
  if (name === 'account_id') return `'${twin}'::uuid`
  if (table === 'companies' && name === 'id') return 'uuidv7()'
  // The default has the form of the sub-domain, which is unique.
  if (name === 'default_sub_domain') return `"${name}" || '-twin'`
  if (isUnique && type === 'text') return `"${name}" || '-twin'`
  // The table of links has the hash of its latest token.
  if (name === 'token_hash' || (isUnique && type === 'bytea')) return `sha256("${name}")`
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
  // Not a report.
  if (table === 'received_reports' && name === 'raw') return `'x'::bytea`
  // One of a list.
  if (table === 'disputes' && name === 'reason') return '"reason"'
  // More than zero only with the time of the waiver.
  if (table === 'late_fees' && name === 'waived_minor')
    return '"waived_minor" + 7 * sign("waived_minor")::int'
  if (type === 'text' && MARKED_COLUMNS.test(name)) return `"${name}" || '${TWIN_MARK}'`
  if (type === 'bigint' && name.endsWith('_minor')) return `"${name}" + 7`
  return `"${name}"`
}
