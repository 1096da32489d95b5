import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { ApiError } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { placeErrors } from '../../../session/forms/place-errors.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { DialogButtons } from '../../../ui/overlay/dialog-buttons.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { TypedDialog } from '../../../ui/overlay/typed-dialog.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { MailPreview } from '../preview/mail-preview.tsx'
import { usePreview } from '../preview/use-preview.ts'
import { TemplateFields, type TemplateValues } from './template-fields.tsx'
import { useSettled } from './use-settled.ts'
import type { Template } from './use-templates.ts'

const FORM = 'template-form'
const FIELDS = ['name', 'subject', 'body']

/** Adds or changes a template, with its email for a real invoice beside the text. */
export function TemplateDialog({
  template,
  readOnly,
  onClose,
}: {
  template: Template | null
  readOnly: boolean
  onClose: () => void
}) {
  const [values, setValues] = useState<TemplateValues>({
    name: template?.name ?? '',
    subject: template?.subject ?? '',
    body: template?.body ?? '',
  })
  const saving = useSaving(template, values, onClose)
  const { subject, body } = useSettled(values)
  const preview = usePreview({ subject, body })
  const placed = saving.error && placeErrors(saving.error, (name) => FIELDS.includes(name))
  // Errors of the preview are those of the text as it is now; errors of the last save may be about an earlier one.
  const errors = { ...placed?.fields, ...textErrors(preview.error) }
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      locked={saving.isPending}
      size="xl"
      title={template?.name ?? 'New template'}
      footer={
        readOnly ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <DialogButtons
            label={template ? 'Save template' : 'Add template'}
            form={FORM}
            busy={saving.isPending}
            onCancel={onClose}
          />
        )
      }
    >
      <div className="grid gap-x-6 gap-y-5 md:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
        <form
          id={FORM}
          noValidate
          className="grid min-w-0 content-start gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            saving.mutate()
          }}
        >
          {placed && <Note tone="error">{placed.message}</Note>}
          <TemplateFields
            values={values}
            errors={errors}
            readOnly={readOnly}
            onChange={(change) => {
              setValues({ ...values, ...change })
              saving.reset()
            }}
          />
        </form>
        <MailPreview preview={preview} errorsBeside className="min-w-0" />
      </div>
    </TypedDialog>
  )
}

function useSaving(template: Template | null, body: TemplateValues, onClose: () => void) {
  const { pk: account } = useAccount()
  const call = useCall()
  const queries = useQueryClient()
  const toast = useToast()
  return useSingleMutation({
    mutationFn: () =>
      template
        ? call(contract.reminderTemplates.update, { params: { account, template: template.pk }, body })
        : call(contract.reminderTemplates.create, { params: { account }, body }),
    async onSuccess(saved) {
      toast({ title: template ? 'Template saved' : 'Template added', body: saved.name, tone: 'success' })
      onClose()
      await queries.invalidateQueries({ queryKey: [account, 'reminder-templates'] })
    },
  })
}

const textErrors = (error: Error | null): Record<string, string> =>
  error instanceof ApiError
    ? Object.fromEntries(Object.entries(error.fields).map(([name, messages]) => [name, messages.join(' ')]))
    : {}
