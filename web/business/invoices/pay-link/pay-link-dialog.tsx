import { TextField } from '../../../ui/fields/text-field.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'

/** Shows a pay link that could not be copied to the clipboard. */
export function PayLinkDialog({
  number,
  url,
  onClose,
}: {
  number: string
  url: string
  onClose: () => void
}) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Pay link of ${number}`}
      description="We couldn’t copy the link. Anyone with it can pay without logging in."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <TextField label="Pay link" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
    </Dialog>
  )
}
