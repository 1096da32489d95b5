import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import { readSurcharge } from '../../rules.ts'
import { changeSettings, hasLedgerEntries, readAccountRow } from '../../store/accounts.ts'
import { selectMembers } from '../../store/members.ts'
import { mergeChanges } from '../changes/merge-changes.ts'
import { readAccount } from '../read-account.ts'

type Settings = InputOf<typeof contract.accounts.updateSettings>['body']
type Changes = Parameters<typeof changeSettings>[1]

/** This field is audited with its value, because it controls access. */
const SWITCH = 'second_factor_required'

const SURCHARGE_TEXT = 'Enter a percentage from 0 to 10, with at most 4 decimals.'

/**
 * Changes the given fields. Throws invalid_input beside the invalid field, and beside one that somebody else changed since it was as
 * in `if_unchanged`.
 */
export async function updateSettings(ctx: Ctx, { if_unchanged, ...given }: Settings) {
  const body = await mergeChanges<typeof given>(ctx, {
    wanted: given,
    read: if_unchanged,
    readNow: () => readAccount(ctx),
    changes: { objectId: ctx.accountId, actions: ['accounts.update-settings'] },
  })
  const { card_surcharge, e_check_surcharge, ...plain } = body
  const changes: Changes = Object.fromEntries(
    Object.entries(plain).filter(([, value]) => value !== undefined),
  )
  if (card_surcharge !== undefined) {
    changes.card_surcharge_ppm = surcharge('card_surcharge', card_surcharge)
  }
  if (e_check_surcharge !== undefined) {
    changes.e_check_surcharge_ppm = surcharge('e_check_surcharge', e_check_surcharge)
  }
  if (body.currency !== undefined) await checkCurrency(ctx, body.currency)
  if (body.second_factor_required) await checkOwnSecondFactor(ctx)
  await changeSettings(ctx, changes)
  const changed = Object.keys(changes).map((name) =>
    name === SWITCH ? `${name} ${changes[SWITCH] ? 'on' : 'off'}` : name,
  )
  await audit(ctx, 'accounts.update-settings', { type: 'account', id: ctx.accountId }, { changed })
  return readAccount(ctx)
}

function surcharge(field: string, text: string): number {
  const ppm = readSurcharge(text)
  if (ppm === null) throw refuseFields({ [field]: [SURCHARGE_TEXT] })
  return ppm
}

async function checkCurrency(ctx: Ctx, currency: string): Promise<void> {
  if (currency === (await readAccountRow(ctx)).currency || !(await hasLedgerEntries(ctx))) return
  throw refuseFields({
    currency: ['You can’t change the currency once transactions are recorded.'],
  })
}

/** Requires the caller to have a second factor, because the setting would lock them out at once. */
async function checkOwnSecondFactor(ctx: Ctx): Promise<void> {
  const { actor } = ctx
  if (actor.kind !== 'staff') return
  const own = (await selectMembers(ctx)).find(({ userId }) => userId === actor.userId)
  if (own?.secondFactor) return
  throw refuseFields({
    second_factor_required: ['Set up your own two-step login first, in your profile.'],
  })
}
