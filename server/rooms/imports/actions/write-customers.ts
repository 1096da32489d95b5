import type { Ctx } from '../../../platform/context.ts'
import { readAccountRow } from '../../accounts/index.ts'
import {
  BLANK_CUSTOMER,
  changeCustomers,
  createCustomers,
  createMissingGroups,
} from '../../customers/index.ts'
import { CustomersOfFile } from '../rules/customers/decide-customer.ts'
import type { CustomerRecord } from '../rules/customers/read-customer-row.ts'
import type { GroupOutcome, GroupToWrite } from '../store/rows.ts'
import { customerFingerprint, findExisting, groupNames } from './judge-customers.ts'

/** Creates and changes the customers of these rows, judging each again with the account's current data. */
export async function writeCustomers(ctx: Ctx, groups: readonly GroupToWrite[]): Promise<GroupOutcome[]> {
  const { currency } = await readAccountRow(ctx)
  const records = groups.map((group) => group.record as CustomerRecord)
  const names = await groupNames(ctx, records, 'change')
  const existing = await findExisting(ctx, records)
  const file = new CustomersOfFile()
  const judged = groups.map((group, index) => {
    const record = records[index]!
    return { group, record, decision: file.judge(record, existing[index]!, names, group.groupRow) }
  })
  const written = judged.flatMap(({ record, decision }) =>
    decision.outcome === 'create' ? [record] : decision.outcome === 'update' ? [decision.changes!] : [],
  )
  const groupIds = await createMissingGroups(ctx, new Set(written.flatMap(({ group }) => group ?? [])))
  await createCustomers(
    ctx,
    judged
      .filter(({ decision }) => decision.outcome === 'create')
      .map(({ record }) => ({
        ...BLANK_CUSTOMER,
        currency,
        ...fieldsOf(record, groupIds),
        fingerprint: customerFingerprint(record),
      })),
  )
  await changeCustomers(
    ctx,
    judged
      .filter(({ decision }) => decision.outcome === 'update')
      .map(({ record, decision }) => ({
        id: decision.customerId!,
        fields: fieldsOf(decision.changes!, groupIds),
        fingerprint: customerFingerprint(record),
      })),
  )
  return judged.map(({ group, decision }) => ({
    groupRow: group.groupRow,
    outcome: decision.outcome,
    errors: decision.errors,
    summary: decision.summary,
  }))
}

/** Replaces the group's name by its id. */
function fieldsOf<Record extends Partial<CustomerRecord>>(
  { group, ...fields }: Record,
  groupIds: ReadonlyMap<string, string>,
) {
  return { ...fields, ...(group !== undefined && { groupId: groupIds.get(group)! }) }
}
