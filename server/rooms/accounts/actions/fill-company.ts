import { isCurrency } from '../../../../domain/money/money.ts'
import { cutText } from '../../../../domain/parsing/cut-text.ts'
import { isCompanyName, isEmailAddress } from '../../../../domain/people/person-text.ts'
import { normalizePhone } from '../../../../domain/people/phones/phone-number.ts'
import type { Ctx } from '../../../platform/context.ts'
import { changeCompany, changeSettings, hasLedgerEntries, readAccountRow } from '../store/accounts.ts'

interface Profile {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly postalCode: string
  readonly country: string
  readonly currency: string
}

/** Fills the company's empty fields with what its accounting platform knows, and takes its currency while nothing is booked. */
export async function fillCompany(ctx: Ctx, profile: Profile): Promise<void> {
  const { company, currency } = await readAccountRow(ctx)
  const phone = normalizePhone(profile.phone)
  await changeCompany(ctx, {
    ...(company.name === '' && isCompanyName(profile.name) && { name: cutText(profile.name, 150) }),
    ...(company.email === '' && isEmailAddress(profile.email) && { email: profile.email }),
    ...(company.phone === '' && phone !== null && { phone }),
    ...(company.address.postal_code === '' && { postal_code: cutText(profile.postalCode, 20) }),
    ...(company.address.country === '' && { country: cutText(profile.country, 60) }),
  })
  if (profile.currency !== currency && isCurrency(profile.currency) && !(await hasLedgerEntries(ctx)))
    await changeSettings(ctx, { currency: profile.currency })
}
