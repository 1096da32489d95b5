import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Path, useForm } from 'react-hook-form'
import type { CustomerDetail } from '../../../contract/customers.ts'
import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { isChangedMeanwhile } from '../../session/calls/api-error.ts'
import { knowing } from '../../session/forms/form-changes.ts'
import { showFormErrors } from '../../session/forms/form-errors.ts'
import { useCall } from '../../session/session-context.tsx'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { TypedDialog } from '../../ui/overlay/typed-dialog.tsx'
import { Note } from '../../ui/text/note.tsx'
import { CustomerFields } from './customer-fields.tsx'
import {
  blankCustomer,
  bodyOfCustomer,
  type CustomerValues,
  changesOfCustomer,
  valuesOfCustomer,
} from './customer-values.ts'

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
  const form = useForm<CustomerValues>({
    defaultValues: customer ? valuesOfCustomer(customer) : blankCustomer(account.currency),
  })
  // After such a refusal the customer is read again: a second save then replaces what somebody else saved, knowingly.
  const [opened, setOpened] = useState(customer)
  const readAgain = (before: CustomerDetail, error: unknown) =>
    call(contract.customers.read, { params: { account: account.pk, customer: before.pk } }).then(
      (now) => setOpened(knowing(before, now, error)),
      () => {},
    )
  const { isSubmitting } = form.formState
  const save = form.handleSubmit(async (values) => {
    setProblem(null)
    const body = bodyOfCustomer(values)
    try {
      const saved = customer
        ? await call(contract.customers.update, {
            params: { account: account.pk, customer: customer.pk },
            body: changesOfCustomer(opened ?? customer, body),
          })
        : await call(contract.customers.create, {
            params: { account: account.pk },
            body,
          })
      await queries.invalidateQueries({ queryKey: [account.pk] })
      toast({
        title: customer ? 'Customer saved' : 'Customer added',
        body: saved.short_name,
        tone: 'success',
      })
      onSaved(saved)
    } catch (error) {
      setProblem(showFormErrors(form, error, namesOf(body.emails, values.emails)))
      if (opened && isChangedMeanwhile(error)) await readAgain(opened, error)
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

/** Fields of the form for the API's further addresses, which leave blank ones out. */
function namesOf(
  sent: readonly string[],
  rows: CustomerValues['emails'],
): Record<string, Path<CustomerValues>> {
  const written = rows.flatMap(({ email }, at) => (email.trim() === '' ? [] : [at]))
  const byIndex = sent.map((_, at) => [`emails.${at}`, `emails.${written[at]!}.email` as const])
  return { email_roles: 'emails', ...Object.fromEntries(byIndex) }
}
