import { TextField } from '../../ui/fields/text-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { Note } from '../../ui/text/note.tsx'

/** Shows a key or a secret, the only time. */
export function SecretDialog({
  title,
  label,
  secret,
  note,
  onClose,
}: {
  title: string
  label: string
  secret: string
  /** Says where it goes. */
  note: string
  onClose: () => void
}) {
  const toast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      toast({ title: `${label} copied`, tone: 'success' })
    } catch {
      toast({ title: 'We couldn’t copy it', body: 'Select it and copy it yourself.', tone: 'error' })
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description={note}
      footer={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button variant="primary" onClick={() => void copy()}>
            Copy
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Note tone="warning">Copy it now. We don’t show it again.</Note>
        <TextField
          label={label}
          readOnly
          autoComplete="off"
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
    </Dialog>
  )
}
