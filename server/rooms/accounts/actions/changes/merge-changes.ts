import { ERRORS } from '../../../../../contract/errors.ts'
import { dateInZone, formatDate } from '../../../../../domain/dates/calendar.ts'
import {
  changedMeanwhile,
  type LastChange,
  mergeFields,
  type Values,
} from '../../../../../domain/parsing/changed-meanwhile.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import { readAccountRow } from '../../store/accounts.ts'
import { type ChangesOf, lockSettings, selectLastChange } from '../../store/last-change.ts'
import { selectMembers } from '../../store/members.ts'

/** Fields that a person wants of a record, by the API names of its fields, and how to find out what others did to it meanwhile. */
interface Comparison<F> {
  readonly wanted: Partial<F>
  /** As the person read them; absent when they don't ask for a comparison. */
  readonly read: Values<F> | undefined
  /** Reads the record as it is now. It is locked by then. */
  readonly readNow: () => Values<F> | Promise<Values<F>>
  /** Its changes in the audit log. */
  readonly changes: ChangesOf
  /** True when the caller has locked the record. Otherwise the account's settings are locked for it. */
  readonly isLocked?: boolean
}

/**
 * Returns the fields to write: those that a person changed. Locks the record and refuses changed_meanwhile beside each field that
 * somebody else changed since it was read, with who did it, when, and what is there now.
 */
export async function mergeChanges<F extends object>(
  ctx: Ctx,
  { wanted, read, readNow, changes, isLocked = false }: Comparison<F>,
): Promise<Partial<F>> {
  if (read === undefined) return wanted
  if (!isLocked) await lockSettings(ctx)
  const now = await readNow()
  const merged = mergeFields(wanted, read, now)
  if (merged.conflicts.length === 0) return merged.wanted
  const last = await describeLastChange(ctx, changes)
  throw new Refusal('changed_meanwhile', {
    detail: ERRORS.changed_meanwhile.detail,
    fields: Object.fromEntries(
      merged.conflicts.map((name) => [name, [changedMeanwhile(last, read[name], now[name])]]),
    ),
  })
}

async function describeLastChange(ctx: Ctx, changes: ChangesOf): Promise<LastChange | null> {
  const found = await selectLastChange(ctx, changes)
  if (found === null) return null
  const { timezone, dateFormat } = await readAccountRow(ctx)
  const time = found.at.toLocaleTimeString('en-US', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: timezone,
  })
  const day = formatDate(dateInZone(found.at.getTime(), timezone), dateFormat)
  return { by: await nameOf(ctx, found), at: `${day}, ${time}` }
}

/** Says who changed a record meanwhile, and when: 'Priya Raman changed this rule on Nov 29, 2026, 7:20 AM.' */
export async function changedBy(ctx: Ctx, record: string, changes: ChangesOf): Promise<string> {
  const last = await describeLastChange(ctx, changes)
  return last === null
    ? `Somebody changed ${record} meanwhile.`
    : `${last.by} changed ${record} on ${last.at}.`
}

async function nameOf(
  ctx: Ctx,
  { userId, label }: { userId: string | null; label: string },
): Promise<string> {
  if (ctx.actor.kind === 'staff' && ctx.actor.userId === userId) return 'You, in another window,'
  const member = (await selectMembers(ctx)).find((one) => one.userId === userId)
  return member ? `${member.firstName} ${member.lastName}`.trim() || member.email : label
}
