import { type AddressMark, strongestMark } from '../../../../domain/people/address-marks.ts'
import { normalizeEmail } from '../../../../domain/people/person-text.ts'
import type { Ctx } from '../../../platform/context.ts'
import { selectMarks } from '../store/marks.ts'

/** Tells of an address whether it is marked; null when reminders and statements may go there. */
export type MarkOf = (address: string) => AddressMark | null

/** Reads the marks of addresses, compared in lower case. */
export async function readMarks(ctx: Ctx, addresses: readonly string[]): Promise<MarkOf> {
  const asked = [...new Set(addresses.map(normalizeEmail))]
  const marks = Map.groupBy(await selectMarks(ctx, asked), ({ address }) => address)
  return (address) => strongestMark((marks.get(normalizeEmail(address)) ?? []).map(({ kind }) => kind))
}
