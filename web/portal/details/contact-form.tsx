import { useEffect, useRef, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import {
  CONTACT_FIELD_NAMES,
  type ContactField,
  type ContactTexts,
} from '../../../domain/people/contact-fields.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { t } from '../../ui/language/text.ts'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { TypedDialog } from '../../ui/overlay/typed-dialog.tsx'
import { Note } from '../../ui/text/note.tsx'
import type { PortalCompany } from '../account/portal-company.ts'
import { CONTACT_LABELS } from './contact-labels.ts'

const FORM = 'contact-data'

const AUTOCOMPLETE: Readonly<Record<ContactField, string>> = {
  company_name: 'organization',
  email: 'email',
  emails: 'off',
  primary_phone: 'tel',
  alternate_phone: 'off',
  mobile_phone: 'off',
  fax: 'off',
  addressline1: 'address-line1',
  addressline2: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  postal_code: 'postal-code',
  country: 'country-name',
}
const PHONES: ReadonlySet<ContactField> = new Set(['primary_phone', 'alternate_phone', 'mobile_phone', 'fax'])
const HALF: ReadonlySet<ContactField> = new Set([...PHONES, 'city', 'state', 'postal_code', 'country'])

/** Proposes other contact data. A former proposal is where the form begins. */
export function ContactForm({
  data,
  company,
  onSaved,
  onClose,
}: {
  data: ReplyOf<typeof contract.contactChanges.readOwn>
  company: PortalCompany
  onSaved: () => void
  onClose: () => void
}) {
  const call = useCall()
  const toast = useToast()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<ContactTexts>(data.proposed ?? data.current)
  const sending = useSingleMutation({
    mutationFn: () => call(contract.contactChanges.propose, { body: values }),
    onSuccess: () => {
      onSaved()
      toast({
        title: t('Sent to {company}', { company: company.name }),
        body: t('They’ll check your change.'),
        tone: 'success',
      })
      onClose()
    },
  })
  const wrong = sending.error instanceof ApiError ? sending.error.fields : {}
  // The first wrong field gets the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [sending.error])
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      title={t('Change your details')}
      description={t('{company} checks the change before it is saved.', { company: company.name })}
      locked={sending.isPending}
      footer={
        <DialogButtons label={t('Send change')} busy={sending.isPending} form={FORM} onCancel={onClose} />
      }
    >
      <form
        ref={form}
        id={FORM}
        noValidate
        className="grid grid-cols-2 gap-x-3 gap-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          sending.mutate()
        }}
      >
        {CONTACT_FIELD_NAMES.map((name) => (
          <div key={name} className={HALF.has(name) ? 'col-span-2 sm:col-span-1' : 'col-span-2'}>
            <TextField
              label={CONTACT_LABELS[name]}
              hint={name === 'emails' ? t('With commas between them.') : undefined}
              autoComplete={AUTOCOMPLETE[name]}
              inputMode={PHONES.has(name) ? 'tel' : name === 'email' ? 'email' : undefined}
              value={values[name]}
              error={wrong[name]?.[0]}
              onChange={(event) => setValues((before) => ({ ...before, [name]: event.target.value }))}
            />
          </div>
        ))}
        {sending.error && Object.keys(wrong).length === 0 && (
          <Note tone="error" title={t('We couldn’t send the change')} className="col-span-2">
            {sending.error.message}
          </Note>
        )}
      </form>
    </TypedDialog>
  )
}
