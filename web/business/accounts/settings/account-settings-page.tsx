import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import { contract } from '../../../../contract/index.ts'
import { DATE_FORMATS, type DateFormat, formatDate } from '../../../../domain/dates/calendar.ts'
import { PAYMENT_TERM_LABELS, PAYMENT_TERMS, type PaymentTerms } from '../../../../domain/dates/terms.ts'
import { LANGUAGE_TAGS, LANGUAGES, type Language, languageOf } from '../../../../domain/mails/languages.ts'
import { type Account, useAccount, useCan } from '../../../session/account-context.ts'
import { changedFields } from '../../../session/forms/form-changes.ts'
import { showFormErrors } from '../../../session/forms/form-errors.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Combobox } from '../../../ui/combobox/combobox.tsx'
import { matchOptions } from '../../../ui/combobox/combobox-options.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { useNavigateTo } from '../../../ui/layout/link.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { CalmHeading } from '../../layout/calm-page.tsx'
import { useSetup } from '../setup-steps.ts'
import { useAccountChange } from '../use-account-change.ts'
import { useReadAccount } from '../use-read-account.ts'
import {
  currencyOption,
  currencyOptions,
  guessTimeZone,
  holidayCountries,
  zoneOption,
  zoneOptions,
} from './locale-options.ts'
import { SaveBar } from './save-bar.tsx'
import { SettingsLayout, SettingsSection } from './settings-layout.tsx'

interface AccountForm {
  currency: string
  timezone: string
  language: Language
  date_format: DateFormat
  default_terms: PaymentTerms
  default_notes: string
  holding_on_weekend: boolean
  /** Empty for none. */
  holiday_country: string
  use_legacy_reminders: boolean
  un_subscribe_from_all_system_emails: boolean
}

const formOf = (account: Account): AccountForm => ({
  currency: account.currency,
  timezone: account.timezone,
  language: languageOf(account.language),
  date_format: account.date_format,
  default_terms: account.default_terms as PaymentTerms,
  default_notes: account.default_notes,
  holding_on_weekend: account.holding_on_weekend,
  holiday_country: account.holiday_country ?? '',
  use_legacy_reminders: account.use_legacy_reminders,
  un_subscribe_from_all_system_emails: account.un_subscribe_from_all_system_emails,
})

const bodyOf = ({ holiday_country, ...body }: AccountForm) => ({
  ...body,
  holiday_country: holiday_country || null,
})

/** Settings for currency, time zone, date format, and defaults of new invoices. */
export function AccountSettingsPage() {
  const setup = useSetup()
  const may = useCan('settings.write')
  if (setup) {
    return (
      <>
        <CalmHeading title="Currency and time zone">Used for your invoices and due dates.</CalmHeading>
        <AccountSettings next={setup.next} />
      </>
    )
  }
  return (
    <SettingsLayout title="Account settings" readOnly={!may}>
      <AccountSettings />
    </SettingsLayout>
  )
}

function AccountSettings({ next }: { next?: string }) {
  const account = useAccount()
  const may = useCan('settings.write')
  const call = useCall()
  const toast = useToast()
  const navigate = useNavigateTo()
  const [problem, setProblem] = useState<string | null>(null)
  const kept = formOf(account)
  const form = useForm<AccountForm>({
    // The set-up proposes the browser's time zone and saves it only when the form is submitted.
    defaultValues: next === undefined ? kept : { ...kept, timezone: guessTimeZone() ?? kept.timezone },
  })
  const { base, saved, readAgain } = useReadAccount()
  const save = useAccountChange((values: AccountForm) =>
    call(contract.accounts.updateSettings, {
      params: { account: account.pk },
      body: changedFields(bodyOf(formOf(base.current)), bodyOf(values)),
    }),
  )
  const submit = form.handleSubmit(async (body) => {
    setProblem(null)
    try {
      form.reset(formOf(saved(await save.mutateAsync(body))))
      if (next !== undefined) return navigate(next)
      toast({ title: 'Account settings saved', tone: 'success' })
    } catch (error) {
      setProblem(showFormErrors(form, error))
      await readAgain(error)
    }
  })
  return (
    <form onSubmit={submit} noValidate className="grid calm:gap-6">
      {problem !== null && (
        <Note tone="error" className="mx-4 mt-4 md:mx-6 calm:mx-0 calm:mt-0">
          {problem}
        </Note>
      )}
      {next === undefined ? (
        <AllSections form={form} disabled={!may} today={account.today} />
      ) : (
        <div className="grid gap-5">
          <CurrencyField form={form} may={may} />
          <TimeZoneField form={form} disabled={!may} />
          <DateFormatField form={form} disabled={!may} today={account.today} />
        </div>
      )}
      {may && (
        <SaveBar
          dirty={form.formState.isDirty}
          busy={form.formState.isSubmitting}
          onReset={() => form.reset(kept)}
          next={next}
        />
      )}
    </form>
  )
}

type Fields = { form: UseFormReturn<AccountForm>; disabled: boolean }

function AllSections({ form, disabled, today }: Fields & { today: string }): ReactNode {
  const { register, formState } = form
  return (
    <>
      <SettingsSection title="Invoicing currency" description="Used for new invoices.">
        <CurrencyField form={form} may={!disabled} />
      </SettingsSection>
      <SettingsSection
        title="Time and dates"
        description="Your time zone decides when invoices become overdue."
      >
        <TimeZoneField form={form} disabled={disabled} />
        <DateFormatField form={form} disabled={disabled} today={today} />
      </SettingsSection>
      <SettingsSection
        title="Emails to customers"
        description="A customer can have another language. Reminders use your own texts."
      >
        <Select
          label="Language"
          disabled={disabled}
          options={LANGUAGE_TAGS.map((tag) => ({ value: tag, label: LANGUAGES[tag] }))}
          error={formState.errors.language?.message}
          {...register('language')}
        />
      </SettingsSection>
      <SettingsSection title="New invoices" description="Defaults that you can change on each invoice.">
        <Select
          label="Terms"
          disabled={disabled}
          options={PAYMENT_TERMS.filter((terms) => terms !== 'custom').map((terms) => ({
            value: terms,
            label: PAYMENT_TERM_LABELS[terms],
          }))}
          error={formState.errors.default_terms?.message}
          {...register('default_terms')}
        />
        <TextArea
          label="Note to the customer"
          optional
          rows={4}
          disabled={disabled}
          error={formState.errors.default_notes?.message}
          {...register('default_notes')}
        />
      </SettingsSection>
      <SettingsSection
        title="Reminders"
        description="Reminders that fall on these days go out on the next working day."
      >
        <Checkbox
          label="Wait on weekends"
          description="Nothing is sent on Saturdays and Sundays."
          disabled={disabled}
          error={formState.errors.holding_on_weekend?.message}
          {...register('holding_on_weekend')}
        />
        <Select
          label="Wait on public holidays of"
          disabled={disabled}
          options={holidayCountries()}
          error={formState.errors.holiday_country?.message}
          {...register('holiday_country')}
        />
        <Checkbox
          label="Another system still sends our reminders"
          description="Flows send nothing, so that customers are not reminded twice. Automatic payments continue."
          disabled={disabled}
          error={formState.errors.use_legacy_reminders?.message}
          {...register('use_legacy_reminders')}
        />
      </SettingsSection>
      <SettingsSection
        title="System emails"
        description="Emails to the owners about payments, returned payments, payment cases and failed automatic payments."
      >
        <Checkbox
          label="Unsubscribe from all system emails"
          description="Applies to every owner. Emails about logins, passwords and invitations still arrive."
          disabled={disabled}
          error={formState.errors.un_subscribe_from_all_system_emails?.message}
          {...register('un_subscribe_from_all_system_emails')}
        />
      </SettingsSection>
    </>
  )
}

/** The currency field. The currency is fixed after the first ledger entry; each visit asks the server. */
function CurrencyField({ form, may }: { form: Fields['form']; may: boolean }) {
  const account = useAccount()
  const call = useCall()
  const { data } = useQuery({
    queryKey: [account.pk, 'settings'],
    queryFn: ({ signal }) => call(contract.accounts.read, { params: { account: account.pk } }, { signal }),
    enabled: may,
    staleTime: 0,
  })
  const fixed = data?.currency_fixed === true
  return (
    <Controller
      name="currency"
      control={form.control}
      render={({ field, fieldState }) => (
        <Combobox
          label="Currency"
          name={field.name}
          disabled={!may || fixed}
          hint="Can’t be changed once transactions are recorded."
          value={currencyOption(field.value)}
          onChange={(option) => option && field.onChange(option.id)}
          onBlur={field.onBlur}
          load={matchOptions(currencyOptions())}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

function TimeZoneField({ form, disabled }: Fields) {
  return (
    <Controller
      name="timezone"
      control={form.control}
      render={({ field, fieldState }) => (
        <Combobox
          label="Time zone"
          name={field.name}
          disabled={disabled}
          value={zoneOption(field.value)}
          onChange={(option) => option && field.onChange(option.id)}
          onBlur={field.onBlur}
          load={matchOptions(zoneOptions())}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

function DateFormatField({ form, disabled, today }: Fields & { today: string }) {
  return (
    <Select
      label="Date format"
      disabled={disabled}
      options={DATE_FORMATS.map((format) => ({ value: format, label: formatDate(today, format) }))}
      error={form.formState.errors.date_format?.message}
      {...form.register('date_format')}
    />
  )
}
