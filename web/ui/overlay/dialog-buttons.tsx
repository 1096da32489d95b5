import type { ReactNode } from 'react'
import { t } from '../language/text.ts'
import { Button } from '../layout/button.tsx'

/** Footer of a dialog: Cancel, and the button that acts. It submits `form` or calls `onPress`. */
export function DialogButtons({
  label,
  cancelLabel = t('Cancel'),
  danger = false,
  busy,
  disabled,
  form,
  onPress,
  onCancel,
}: {
  /** Verb and object: 'Refund $120.00'. */
  label: ReactNode
  cancelLabel?: string | undefined
  danger?: boolean | undefined
  busy: boolean
  disabled?: boolean | undefined
  /** Id of the form to submit. */
  form?: string | undefined
  onPress?: (() => void) | undefined
  onCancel: () => void
}) {
  return (
    <>
      <Button onClick={onCancel} disabled={busy}>
        {cancelLabel}
      </Button>
      <Button
        variant={danger ? 'danger' : 'primary'}
        type={form === undefined ? 'button' : 'submit'}
        form={form}
        busy={busy}
        disabled={disabled}
        onClick={onPress}
      >
        {label}
      </Button>
    </>
  )
}
