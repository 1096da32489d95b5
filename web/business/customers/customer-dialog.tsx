import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import type { CustomerDetail } from '../../../contract/customers.ts'
import { contract } from '../../../contract/index.ts'
import { PAYMENT_TERM_LABELS, PAYMENT_TERMS, type PaymentTerms } from '../../../domain/dates/terms.ts'
import {
  isLanguage,
  LANGUAGE_TAGS,
  LANGUAGES,
  type Language,
  languageOf,
} from '../../../domain/mails/languages.ts'
import { CURRENCIES } from '../../../domain/money/money.ts'
import { useAccount } from '../../session/account-context.ts'
import { showFormErrors } from '../../session/forms/form-errors.ts'
import { useCall } from '../../session/session-context.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { TypedDialog } from '../../ui/overlay/typed-dialog.tsx'
import { Note } from '../../ui/text/note.tsx'
import { recordPath } from '../paths.ts'
import { useGroups } from './groups/use-groups.ts'

const REQUIRED = { required: 'This field is required.' }

const blank = (currency: string) => ({
  short_name: '',
  company_name: '',
  email: '',
  primary_phone: '',
  mobile_phone: '',
  currency,
  terms: '',
  group: '',
  addressline1: '',
  addressline2: '',
  city: '',
  state: '',
  postal_code: '',
  country: '',
  notes: '',
  language: '',
  reminders_status: true,
  statements_status: true,
  late_fees_status: true,
  is_active: true,
})
type Values = ReturnType<typeof blank>

const valuesOf = (customer: CustomerDetail): Values => {
  const start = blank(customer.currency)
  const known = Object.keys(start).map((key) => [key, (customer as Record<string, unknown>)[key] ?? ''])
  return { ...start, ...Object.fromEntries(known), group: customer.group?.pk ?? '' }
}

/** Adds or changes a customer. Server messages appear beside their fields. */
export function CustomerDialog({
  customer,
  onClose,
  onSaved,
}: {
  customer: CustomerDetail | null
  onClose: () => void
  onSaved: (saved: CustomerDetail) => void
}) {
  const account = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<Values>({ defaultValues: customer ? valuesOf(customer) : blank(account.currency) })
  const { isSubmitting } = form.formState
  const save = form.handleSubmit(async (values) => {
    setProblem(null)
    const terms = values.terms === '' ? null : (values.terms as PaymentTerms)
    const group = values.group === '' ? null : values.group
    const language = isLanguage(values.language) ? values.language : null
    try {
      const saved = customer
        ? await call(contract.customers.update, {
            params: { account: account.pk, customer: customer.pk },
            body: changesOf(customer, { ...values, terms, group, language }),
          })
        : await call(contract.customers.create, {
            params: { account: account.pk },
            body: { ...values, terms, group, language },
          })
      await queries.invalidateQueries({ queryKey: [account.pk] })
      toast({
        title: customer ? 'Customer saved' : 'Customer added',
        body: saved.short_name,
        tone: 'success',
        ...(!customer && { link: { label: 'View customer', href: recordPath('customer', saved.pk) } }),
      })
      onSaved(saved)
    } catch (error) {
      setProblem(showFormErrors(form, error))
    }
  })
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      locked={isSubmitting}
      size="lg"
      title={customer ? `Edit ${customer.short_name}` : 'New customer'}
      footer={
        <DialogButtons
          onCancel={onClose}
          label={customer ? 'Save changes' : 'Add customer'}
          form="customer-form"
          busy={isSubmitting}
        />
      }
    >
      <form id="customer-form" onSubmit={save} noValidate className="grid gap-4 sm:grid-cols-2">
        {problem && (
          <Note tone="error" className="sm:col-span-2">
            {problem}
          </Note>
        )}
        <CustomerFields form={form} customer={customer} />
      </form>
    </TypedDialog>
  )
}

/** Sends only changed fields, so that two people's edits of different fields don't overwrite each other. */
function changesOf(
  customer: CustomerDetail,
  values: Omit<Values, 'terms' | 'group' | 'language'> & {
    terms: PaymentTerms | null
    group: string | null
    language: Language | null
  },
) {
  const before: Record<string, unknown> = { ...customer, group: customer.group?.pk ?? null }
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== before[key]))
}

function CustomerFields({
  form,
  customer,
}: {
  form: UseFormReturn<Values>
  customer: CustomerDetail | null
}) {
  const account = useAccount()
  const { errors } = form.formState
  const text = (name: keyof Values & string, label: string, rules = {}) => (
    <TextField label={label} error={errors[name]?.message} {...form.register(name, rules)} />
  )
  return (
    <>
      {text('short_name', 'Name', REQUIRED)}
      {text('company_name', 'Legal name')}
      {text('email', 'Email')}
      {text('primary_phone', 'Phone')}
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
