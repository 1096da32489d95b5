import { Copy } from 'lucide-react'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'

/** Shows a new link by which a proposal is confirmed. It can't be shown again. */
export function PlanLinkDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const toast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      toast({ title: 'Link copied', tone: 'success' })
    } catch {
      toast({ title: 'We couldn’t copy the link', body: 'Select it and copy it yourself.', tone: 'error' })
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Link to confirm the plan"
      description="Anyone with this link can read the proposal and confirm it. Give it only to the customer."
      footer={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button variant="primary" icon={<Copy />} onClick={() => void copy()}>
            Copy link
          </Button>
        </>
      }
    >
      <TextField label="Link" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
    </Dialog>
  )
}
