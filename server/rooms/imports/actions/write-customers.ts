import type { Ctx } from '../../../platform/context.ts'
import { readAccountRow } from '../../accounts/index.ts'
import { BLANK_CUSTOMER, changeCustomers, createCustomers } from '../../customers/index.ts'
import { CustomersOfFile } from '../rules/customers/decide-customer.ts'
import type { CustomerRecord } from '../rules/customers/read-customer-row.ts'
import type { GroupOutcome, GroupToWrite } from '../store/rows.ts'
import { customerFingerprint, findExisting } from './judge-customers.ts'

/** Creates and changes the customers of these rows, judging each again with the account's present data. */
export async function writeCustomers(ctx: Ctx, groups: readonly GroupToWrite[]): Promise<GroupOutcome[]> {
  const { currency } = await readAccountRow(ctx)
  const records = groups.map((group) => group.record as CustomerRecord)
  const existing = await findExisting(ctx, records)
  const file = new CustomersOfFile()
  const judged = groups.map((group, index) => {
    const record = records[index]!
    return { group, record, decision: file.judge(record, existing[index]!, group.groupRow) }
  })
  await createCustomers(
    ctx,
    judged
      .filter(({ decision }) => decision.fate === 'create')
      .map(({ record }) => ({
        ...BLANK_CUSTOMER,
        currency,
        ...record,
        fingerprint: customerFingerprint(record),
      })),
  )
  await changeCustomers(
    ctx,
    judged
      .filter(({ decision }) => decision.fate === 'update')
      .map(({ record, decision }) => ({
        id: decision.customerId!,
        fields: decision.changes!,
        fingerprint: customerFingerprint(record),
      })),
  )
  return judged.map(({ group, decision }) => ({
    groupRow: group.groupRow,
    fate: decision.fate,
    errors: decision.errors,
    summary: decision.summary,
  }))
}
