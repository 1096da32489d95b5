import type { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Note } from '../../ui/text/note.tsx'
import { EventList } from '../activity/event-list.tsx'
import { ACTIVITY_PATH } from '../paths.ts'

/** A sheet with the latest notifications, the unread ones first. */
export function NotificationsList({
  shown,
  error,
  onClose,
}: {
  shown: ReplyOf<typeof contract.notifications.list>
  error: Error | null
  onClose: () => void
}) {
  const unread = shown.results.filter((one) => one.unread)
  const earlier = shown.results.filter((one) => !one.unread)
  return (
    <Dialog open onOpenChange={onClose} side="end" title="Notifications" readFirst>
      {/* Following a link closes the sheet, so that its page is seen. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link clicks it */}
      <div
        className="grid gap-5"
        onClick={(event) => {
          if (event.target instanceof Element && event.target.closest('a')) onClose()
        }}
      >
        {error && <Note tone="error">{actionErrorText(error)}</Note>}
        {shown.results.length === 0 && (
          <p className="text-ink-2">
            Payments, failed charges, disputes, promises and notes that mention you appear here.
          </p>
        )}
        {unread.length > 0 && (
          <section aria-label="New">
            <h3 className="mb-2 text-12 font-medium text-ink-3">New</h3>
            <EventList events={unread} place="notifications" />
          </section>
        )}
        {earlier.length > 0 && (
          <section aria-label="Earlier">
            <h3 className="mb-2 text-12 font-medium text-ink-3">Earlier</h3>
            <EventList events={earlier} place="notifications" />
          </section>
        )}
        <ButtonLink href={ACTIVITY_PATH} className="justify-self-start">
          All activity
        </ButtonLink>
      </div>
    </Dialog>
  )
}
