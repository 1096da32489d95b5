import type { contract } from '../../../../../contract/index.ts'
import type { InputOf } from '../../../../../contract/route.ts'
import type { Values } from '../../../../../domain/parsing/changed-meanwhile.ts'
import {
  type BankDetails,
  type BankField,
  checkBankDetails,
  tidyBankDetails,
} from '../../../../../domain/payments/bank-details.ts'
import { normalizeEmail } from '../../../../../domain/people/person-text.ts'
import { audit } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import { refuseFields } from '../../../../platform/refusal.ts'
import type { Account } from '../../rules.ts'
import { changeCompany, readAccountRow } from '../../store/accounts.ts'
import { holdPortalPreferences, replaceSubDomain } from '../../store/sub-domains.ts'
import { mergeChanges } from '../changes/merge-changes.ts'
import { readAccount } from '../read-account.ts'
import { chooseSubDomain } from './choose-sub-domain.ts'

type Given = InputOf<typeof contract.accounts.updateCompany>['body']
type Fields = Omit<Given, 'if_unchanged'>
type Changes = Parameters<typeof changeCompany>[1]

/**
 * Changes the given fields. The first name of a company also names its portal, unless the portal no longer
 * has its generated subdomain. Refuses beside each field that somebody else changed since it was as in `if_unchanged`.
 */
export async function updateCompany(ctx: Ctx, { if_unchanged, ...given }: Given) {
  const body = await mergeChanges<Fields>(ctx, {
    wanted: given,
    read: if_unchanged,
    readNow: async () => withoutName((await readAccount(ctx)).company),
    changes: { objectId: (await readAccountRow(ctx)).company.id, actions: ['accounts.update-company'] },
  })
  const before = await readAccountRow(ctx)
  const changes = readChanges(body, before.company.bank)
  await changeCompany(ctx, changes)
  if (body.name !== undefined) await nameNewPortal(ctx, before, body.name)
  const changed = Object.keys(changes)
  await audit(ctx, 'accounts.update-company', { type: 'company', id: before.company.id }, { changed })
  return readAccount(ctx)
}

/** The postal address is shown with the company's name, which is another field. */
function withoutName(company: Values<Fields>): Values<Fields> {
  if (!company.postal_address) return company
  const { name: _, ...address } = company.postal_address as Readonly<Record<string, string>>
  return { ...company, postal_address: address }
}

function readChanges({ postal_address, email, bank_details, ...plain }: Fields, bank: BankDetails): Changes {
  const changes = Object.fromEntries(
    Object.entries({ ...plain, ...postal_address }).filter(([, value]) => value !== undefined),
  ) as Changes
  if (email !== undefined) changes.email = normalizeEmail(email)
  if (bank_details !== undefined) Object.assign(changes, readBankChanges(bank_details, bank))
  return changes
}

/** Returns the changed columns. Throws invalid_input when the details as a whole would be wrong or incomplete. */
function readBankChanges(given: NonNullable<Given['bank_details']>, before: BankDetails): Changes {
  const wanted = tidyBankDetails({ ...before, ...withoutAbsent(given) })
  const problems = Object.entries(checkBankDetails(wanted))
  if (problems.length > 0)
    throw refuseFields(Object.fromEntries(problems.map(([field, text]) => [`bank_details.${field}`, [text]])))
  const changed = (Object.keys(BANK_COLUMNS) as BankField[]).filter(
    (field) => wanted[field] !== before[field],
  )
  return Object.fromEntries(changed.map((field) => [BANK_COLUMNS[field], wanted[field]]))
}

const BANK_COLUMNS = {
  account_name: 'bank_account_name',
  bank_name: 'bank_name',
  routing_number: 'bank_routing_number',
  account_number: 'bank_account_number',
  iban: 'bank_iban',
  bic: 'bank_bic',
  check_payee: 'check_payee',
  check_address: 'check_address',
} as const satisfies Record<BankField, keyof Changes>

const withoutAbsent = (given: NonNullable<Given['bank_details']>): Partial<BankDetails> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

async function nameNewPortal(ctx: Ctx, before: Account, name: string): Promise<void> {
  if (before.company.name !== '' || before.subDomain !== before.defaultSubDomain) return
  const subDomain = await chooseSubDomain(ctx, name)
  // The subdomain may have changed while this transaction waited for the lock.
  const { subDomain: former, defaultSubDomain } = await holdPortalPreferences(ctx)
  if (subDomain !== null && former === defaultSubDomain)
    await replaceSubDomain(ctx, former, subDomain, { asDefault: true })
}
