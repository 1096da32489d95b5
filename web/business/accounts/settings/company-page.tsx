import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { contract } from '../../../../contract/index.ts'
import { type Account, useAccount, useCan } from '../../../session/account-context.ts'
import { changedFields } from '../../../session/forms/form-changes.ts'
import { showFormErrors } from '../../../session/forms/form-errors.ts'
import { useCall } from '../../../session/session-context.tsx'
import { useNavigateTo } from '../../../ui/layout/link.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { CalmHeading } from '../../layout/calm-page.tsx'
import { useSetup } from '../setup-steps.ts'
import { useAccountChange } from '../use-account-change.ts'
import { useReadAccount } from '../use-read-account.ts'
import { BankFields } from './bank-fields.tsx'
import { AddressFields, CompanyFields, type CompanyForm, NameField } from './company-fields.tsx'
import { LogoField } from './logo-field.tsx'
import { LookFields } from './look-fields.tsx'
import { SaveBar } from './save-bar.tsx'
import { SettingsLayout, SettingsSection } from './settings-layout.tsx'
import { FOR_EMPLOYEES } from './settings-pages.ts'

/** Settings for the company data that customers see on invoices, in emails and in the portal. */
export function CompanyPage() {
  const setup = useSetup()
  const sees = useCan('company.read')
  const may = useCan('company.write')
  if (setup) {
    return (
      <>
        <CalmHeading title="Your company">Customers see this on invoices, emails and the portal.</CalmHeading>
        <Company next={setup.next} />
      </>
    )
  }
  return (
    <SettingsLayout title="Company information" closed={!sees && FOR_EMPLOYEES} readOnly={!may}>
      <Company />
    </SettingsLayout>
  )
}

const formOf = ({ company }: Account): CompanyForm => {
  const { name, email, phone, website, description, postal_address } = company
  const { accent_color, customer_note, sale_terms, bank_details } = company
  const { name: _, ...address } = postal_address
  return {
    name,
    email,
    phone,
    website,
    description,
    postal_address: address,
    accent_color,
    customer_note,
    sale_terms,
    bank_details,
  }
}

/** Groups of fields that somebody else changed are named at their first field. */
const FIRST_FIELDS = {
  postal_address: 'postal_address.addressline1',
  bank_details: 'bank_details.account_name',
} as const

/** Says where data comes from that nobody typed here. */
function FilledIn() {
  const { accounting_connection: connection, company } = useAccount()
  const may = useCan('company.write')
  const { email, phone, website, postal_address: address } = company
  const hasDetails = [email, phone, website, ...Object.values(address)].some(Boolean)
  if (!may || !connection || !hasDetails) return null
  return (
    <p className="mx-4 mt-4 text-ink-2 md:mx-6 calm:mx-0 calm:mt-0">
      What was empty here was filled in from {connection.name} when you connected it. Check it before your
      customers see it.
    </p>
  )
}

function Company({ next }: { next?: string }) {
  const account = useAccount()
  const may = useCan('company.write')
  const call = useCall()
  const toast = useToast()
  const navigate = useNavigateTo()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<CompanyForm>({ defaultValues: formOf(account) })
  const { base, saved, readAgain } = useReadAccount()
  const save = useAccountChange((values: CompanyForm) =>
    call(contract.accounts.updateCompany, {
      params: { account: account.pk },
      body: changedFields(formOf(base.current), values),
    }),
  )
  const submit = form.handleSubmit(async (body) => {
    setProblem(null)
    try {
      form.reset(formOf(saved(await save.mutateAsync(body))))
      if (next !== undefined) return navigate(next)
      toast({ title: 'Company information saved', tone: 'success' })
    } catch (error) {
      setProblem(showFormErrors(form, error, FIRST_FIELDS))
      await readAgain(error)
    }
  })
  const logo = (
    <SettingsSection title="Logo" description="Shown on invoices, emails and the portal.">
      <LogoField account={account} disabled={!may} />
    </SettingsSection>
  )
  return (
    <form onSubmit={submit} noValidate className="grid calm:gap-8">
      {problem !== null && (
        <Note tone="error" className="mx-4 mt-4 md:mx-6 calm:mx-0 calm:mt-0">
          {problem}
        </Note>
      )}
      <FilledIn />
      {next === undefined ? (
        <>
          {logo}
          <LookFields form={form} disabled={!may} />
          <CompanyFields form={form} disabled={!may} />
        </>
      ) : (
        <>
          <NameField form={form} disabled={!may} />
          {logo}
        </>
      )}
      <AddressFields form={form} disabled={!may} />
      {next === undefined && <BankFields form={form} disabled={!may} />}
      {may && (
        <SaveBar
          dirty={form.formState.isDirty}
          busy={form.formState.isSubmitting}
          onReset={() => form.reset(formOf(account))}
          next={next}
        />
      )}
    </form>
  )
}
