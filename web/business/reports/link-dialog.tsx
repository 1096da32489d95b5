import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { dayOf } from '../../ui/text/zoned-time.ts'
import type { ReportLink } from './report-link-row.tsx'
import { useCopyLink } from './use-copy-link.ts'

/** Shows the address of a shared report, to copy by button or by hand. */
export function LinkDialog({ link, onClose }: { link: ReportLink; onClose: () => void }) {
  const { timezone, date_format } = useAccount()
  const copy = useCopyLink()
  const until = formatDate(dayOf(link.expires_at, timezone), date_format)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Link for ${link.recipient}`}
      description={`Send them this link. It works until ${until} or until you stop sharing.`}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Done</Button>
          <Button variant="primary" onClick={() => void copy(link.url!)}>
            Copy link
          </Button>
        </>
      }
    >
      <TextField label="Link" readOnly value={link.url!} onFocus={(event) => event.currentTarget.select()} />
    </Dialog>
  )
}
