import { useQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import type { CustomerDetail } from '../../../contract/customers.ts'
import { contract } from '../../../contract/index.ts'
import { PAYMENT_TERM_LABELS, PAYMENT_TERMS, type PaymentTerms } from '../../../domain/dates/terms.ts'
import { LANGUAGE_TAGS, LANGUAGES, languageOf } from '../../../domain/mails/languages.ts'
import { CURRENCIES } from '../../../domain/money/money.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { Combobox } from '../../ui/combobox/combobox.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { loadCustomers } from '../customer-options.ts'
import { CustomerEmails } from './customer-emails.tsx'
import type { CustomerValues as Values } from './customer-values.ts'
import { useGroups } from './groups/use-groups.ts'

const REQUIRED = { required: 'This field is required.' }

/** Every field of a customer that people edit. */
export function CustomerFields({
  form,
  customer,
}: {
  form: UseFormReturn<Values>
  customer: CustomerDetail | null
}) {
  const account = useAccount()
  const { errors } = form.formState
  const text = (name: Exclude<keyof Values, 'emails'>, label: string, rules = {}) => (
    <TextField label={label} error={errors[name]?.message} {...form.register(name, rules)} />
  )
  return (
    <>
      {text('short_name', 'Name', REQUIRED)}
      {text('company_name', 'Legal name')}
      {text('email', 'Email')}
      <CustomerEmails form={form} />
      {text('primary_phone', 'Phone')}
      {text('alternate_phone', 'Alternate phone')}
      {text('mobile_phone', 'Mobile')}
      {text('fax', 'Fax')}
      <Select
        label="Currency"
        error={errors.currency?.message}
        options={Object.keys(CURRENCIES).map((code) => ({ value: code, label: code }))}
        {...form.register('currency')}
      />
      <Select
        label="Terms"
        error={errors.terms?.message}
        options={[
          {
            value: '',
            label: `Default (${PAYMENT_TERM_LABELS[account.default_terms as PaymentTerms]})`,
          },
          ...PAYMENT_TERMS.filter((term) => term !== 'custom').map((term) => ({
            value: term,
            label: PAYMENT_TERM_LABELS[term],
          })),
        ]}
        {...form.register('terms')}
      />
      <ParentField form={form} self={customer?.pk} />
      <GroupField form={form} current={customer?.group ?? null} />
      <Select
        label="Language"
        error={errors.language?.message}
        options={[
          { value: '', label: `Default (${LANGUAGES[languageOf(account.language)]})` },
          ...LANGUAGE_TAGS.map((tag) => ({ value: tag, label: LANGUAGES[tag] })),
        ]}
        {...form.register('language')}
      />
      {text('addressline1', 'Address')}
      {text('addressline2', 'Address line 2')}
      {text('city', 'City')}
      {text('state', 'State or region')}
      {text('postal_code', 'Postal code')}
      {text('country', 'Country')}
      <TextArea
        className="sm:col-span-2"
        label="Notes"
        rows={3}
        error={errors.notes?.message}
        {...form.register('notes')}
      />
      <SwitchFields form={form} />
      {customer && (
        <Checkbox
          className="sm:col-span-2"
          label="Active"
          description="You can’t invoice inactive customers."
          {...form.register('is_active')}
        />
      )}
    </>
  )
}

/** The customer that this one belongs to, such as a head office. */
function ParentField({ form, self }: { form: UseFormReturn<Values>; self: string | undefined }) {
  const account = useAccount()
  const call = useCall()
  const chosen = form.watch('parent')
  const { data } = useQuery({
    queryKey: [account.pk, 'customer', chosen],
    queryFn: ({ signal }) =>
      call(contract.customers.read, { params: { account: account.pk, customer: chosen } }, { signal }),
    enabled: chosen !== '',
  })
  const load = loadCustomers(call, account.pk, { activeOnly: false })
  const option = { id: chosen, label: data?.pk === chosen ? data.short_name : '…' }
  return (
    <Combobox
      label="Belongs to"
      placeholder="No other customer"
      error={form.formState.errors.parent?.message}
      value={chosen === '' ? null : option}
      onChange={(found) => form.setValue('parent', found?.id ?? '', { shouldDirty: true })}
      load={async (typed, signal) =>
        (await load(typed, signal)).filter(({ id }) => id !== self).map(({ id, label }) => ({ id, label }))
      }
    />
  )
}

const SWITCHES = [
  ['reminders_status', 'Send reminders', 'Flows remind this customer of open invoices.'],
  ['statements_status', 'Send statements', 'By the schedule, and when you send them to all customers.'],
  ['late_fees_status', 'Charge late fees', 'Once your account charges late fees.'],
] as const

/** The customer's own switches; one that the chosen group has off says so, because it has no effect then. */
function SwitchFields({ form }: { form: UseFormReturn<Values> }) {
  const chosen = form.watch('group')
  const group = useGroups().data?.results.find(({ pk }) => pk === chosen)
  return SWITCHES.map(([name, label, effect]) => (
    <Checkbox
      key={name}
      className="sm:col-span-2"
      label={label}
      description={group && !group[name] ? `Off by group ${group.name}, whatever you choose here.` : effect}
      {...form.register(name)}
    />
  ))
}

/** Offers the account's groups. Absent while there are none. */
function GroupField({ form, current }: { form: UseFormReturn<Values>; current: CustomerDetail['group'] }) {
  const groups = useGroups().data?.results ?? (current ? [current] : [])
  if (groups.length === 0) return null
  return (
    <Select
      className="sm:col-span-2"
      label="Group"
      error={form.formState.errors.group?.message}
      options={[
        { value: '', label: 'No group' },
        ...groups.map((group) => ({ value: group.pk, label: group.name })),
      ]}
      {...form.register('group')}
    />
  )
}
