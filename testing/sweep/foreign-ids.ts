import type { SweptCompany } from './company.ts'
import { COLUMNS, type DatabaseInspector } from './database-inspector.ts'
import type { Principal } from './principals.ts'

/** Finds ids of other tenants' and customers' rows in a response. */
export interface ForeignIds {
  /** Returns the first foreign id in the text with its table, or null. */
  within(who: Principal, text: string): string | null
}

const UUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

interface Owned {
  readonly place: string
  readonly account: string
  readonly customer: string | null
}

/** Reads the ids of every row of the two companies, with the customer each row belongs to. */
export async function foreignIdsOf(
  inspector: DatabaseInspector,
  own: SweptCompany,
  rival: SweptCompany,
): Promise<ForeignIds> {
  const owners = new Map<string, Owned>()
  for (const { accountId: account } of [own, rival]) {
    owners.set(account, { place: 'accounts', account, customer: null })
    for (const table of await tablesWithIds(inspector)) {
      const customer = table.name === 'customers' ? 'id' : table.has_customer ? 'customer_id' : 'null::uuid'
      const rows = await inspector.rows<{ id: string; customer: string | null }>(
        `select id, ${customer} as customer from ${table.name} where account_id = $1`,
        [account],
      )
      for (const row of rows) owners.set(row.id, { place: table.name, account, customer: row.customer })
    }
  }
  return {
    within({ is }, text) {
      if (!('company' in is)) return null
      const customer = 'debtor' in is ? is.debtor.customerId : null
      for (const [id] of text.matchAll(UUIDS)) {
        const owner = owners.get(id)
        if (!owner) continue
        const anothers = customer !== null && owner.customer !== null && owner.customer !== customer
        if (owner.account !== is.company.accountId || anothers) return `${id} of ${owner.place}`
      }
      return null
    },
  }
}

const tablesWithIds = (inspector: DatabaseInspector) =>
  inspector.rows<{ name: string; has_customer: boolean }>(`
    select c.relname as name, bool_or(a.attname = 'customer_id') as has_customer from ${COLUMNS} group by 1
    having bool_or(a.attname = 'account_id') and bool_or(a.attname = 'id' and a.atttypid = 'uuid'::regtype)`)
