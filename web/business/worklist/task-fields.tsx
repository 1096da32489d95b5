import { Controller, type UseFormReturn } from 'react-hook-form'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { TASK_TEXT_MAX_LENGTH, TASK_TITLE_MAX_LENGTH } from '../../../domain/worklist/task.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { Combobox } from '../../ui/combobox/combobox.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextArea } from '../../ui/fields/text-area.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { loadCustomers } from '../customer-options.ts'
import type { TaskValues } from './task-values.ts'
import { useMembers } from './use-members.ts'

type Form = UseFormReturn<TaskValues>

/** Fields of a task. A task that exists is assigned in the list. */
export function TaskFields({
  form,
  isNew,
  asksCustomer,
}: {
  form: Form
  isNew: boolean
  asksCustomer: boolean
}) {
  const account = useAccount()
  const { errors } = form.formState
  return (
    <>
      <TextField
        className="sm:col-span-2"
        label="What to do"
        placeholder="Call about the statement"
        maxLength={TASK_TITLE_MAX_LENGTH}
        autoComplete="off"
        autoFocus
        error={errors.title?.message}
        {...form.register('title', { required: 'This field is required.' })}
      />
      {asksCustomer && <CustomerField form={form} />}
      <Controller
        control={form.control}
        name="due_on"
        rules={{ required: 'Enter a date.' }}
        render={({ field }) => (
          <DateField
            label="Due"
            formatDate={(date) => formatDate(date, account.date_format)}
            error={errors.due_on?.message}
            {...field}
          />
        )}
      />
      {isNew && <AssigneeField form={form} />}
      <TextArea
        className="sm:col-span-2"
        label="Note"
        optional
        rows={3}
        maxLength={TASK_TEXT_MAX_LENGTH}
        error={errors.note?.message}
        {...form.register('note')}
      />
    </>
  )
}

function CustomerField({ form }: { form: Form }) {
  const { pk } = useAccount()
  const call = useCall()
  return (
    <Controller
      control={form.control}
      name="customer"
      rules={{ required: 'Choose a customer.' }}
      render={({ field }) => (
        <Combobox
          className="sm:col-span-2"
          label="Customer"
          inputRef={field.ref}
          value={field.value}
          onChange={field.onChange}
          error={form.formState.errors.customer?.message}
          load={loadCustomers(call, pk, { activeOnly: false })}
        />
      )}
    />
  )
}

function AssigneeField({ form }: { form: Form }) {
  const members = useMembers().data?.results ?? []
  return (
    <Select
      label="Assign to"
      options={[
        { value: '', label: 'Nobody' },
        ...members.map(({ pk, name }) => ({ value: pk, label: name })),
      ]}
      error={form.formState.errors.assignee?.message}
      {...form.register('assignee')}
    />
  )
}
