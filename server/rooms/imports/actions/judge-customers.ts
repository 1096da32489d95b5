import { cutText } from '../../../../domain/parsing/cut-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import { hashOf } from '../../../platform/ids.ts'
import { findCustomersByKeys, listGroupNames, withInvoices } from '../../customers/index.ts'
import type { Mapping } from '../rules/columns/targets.ts'
import type { CustomersOfFile, ExistingCustomer } from '../rules/customers/decide-customer.ts'
import { type CustomerRecord, readCustomerRow } from '../rules/customers/read-customer-row.ts'
import { type JudgedGroup, slippedErrors } from '../rules/row-check.ts'
import type { RowGroup } from '../rules/row-groups.ts'

/** Returns the hash by which an imported row is recognized. */
export const customerFingerprint = (record: CustomerRecord): Buffer => hashOf(record)

/** Finds, for each record, the customers with its name or address. */
export async function findExisting(
  ctx: Ctx,
  records: readonly CustomerRecord[],
): Promise<ExistingCustomer[][]> {
  const keys = records.map((record) => ({ name: record.shortName, email: record.email ?? '' }))
  const matches = await findCustomersByKeys(ctx, keys)
  const moving = records.flatMap((record, index) =>
    matches[index]!.filter((match) => record.currency !== undefined && record.currency !== match.currency),
  )
  const fixed =
    moving.length > 0
      ? await withInvoices(
          ctx,
          moving.map((match) => match.id),
        )
      : new Set<string>()
  return records.map((record, index) => {
    const fingerprint = customerFingerprint(record)
    return matches[index]!.map((match) => ({
      ...match,
      group: match.groupName,
      currencyFixed: fixed.has(match.id),
      sameRow: match.fingerprint?.equals(fingerprint) ?? false,
    }))
  })
}

/**
 * Returns the names of the account's groups in lower case, or none when no record names a group. `change` locks them
 * until the transaction ends.
 */
export async function groupNames(
  ctx: Ctx,
  records: readonly CustomerRecord[],
  purpose: 'read' | 'change',
): Promise<ReadonlySet<string>> {
  if (!records.some((record) => record.group)) return new Set()
  return new Set((await listGroupNames(ctx, purpose)).map((name) => name.toLowerCase()))
}

/**
 * Judges groups of a customer list in the order of the file. Reads the database first and returns a function
 * that judges without it. Call the function once, because it records the rows in `file`.
 */
export async function lookUpCustomers(
  ctx: Ctx,
  groups: readonly RowGroup[],
  mapping: Mapping,
  file: CustomersOfFile,
): Promise<() => JudgedGroup[]> {
  const read = groups.map((group) => ({ group, read: readCustomerRow(group.rows[0]!.cells, mapping) }))
  const records = read.flatMap((item) => (item.read.ok ? [item.read.record] : []))
  const existing = new Map((await findExisting(ctx, records)).map((found, index) => [records[index]!, found]))
  const names = await groupNames(ctx, records, 'read')
  return () =>
    read.map(({ group, read }): JudgedGroup => {
      const slipped = slippedErrors(group)
      if (!read.ok || slipped) {
        const errors = slipped ?? (read.ok ? {} : read.errors)
        return {
          group,
          record: null,
          outcome: 'reject',
          errors,
          summary: read.ok ? read.record.shortName : named(read.name),
        }
      }
      const { outcome, errors, summary } = file.judge(
        read.record,
        existing.get(read.record)!,
        names,
        group.rowNumber,
      )
      return {
        group,
        outcome,
        errors,
        summary,
        record: outcome === 'create' || outcome === 'update' ? read.record : null,
      }
    })
}

const named = (name: string): string => cutText(name, 150) || 'No name'

/** Records a row that was judged before the check was interrupted. */
export function recallCustomer(group: RowGroup, mapping: Mapping, file: CustomersOfFile): void {
  const read = readCustomerRow(group.rows[0]!.cells, mapping)
  if (read.ok) file.remember(read.record, group.rowNumber)
}
