import { Checkbox } from '../../ui/fields/checkbox.tsx'

/** Whether the customer gets a receipt by email; hidden when there is no address. */
export function ReceiptChoice({
  email,
  checked,
  onChange,
  error,
}: {
  email: string
  checked: boolean
  onChange: (checked: boolean) => void
  error: string | undefined
}) {
  return (
    <Checkbox
      className="sm:col-span-2"
      label="Email a receipt to the customer"
      description={email === '' ? 'This customer has no email address.' : `To ${email}.`}
      checked={email !== '' && checked}
      disabled={email === ''}
      error={error}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
}
