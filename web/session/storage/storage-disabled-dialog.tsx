import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'

/** The portal shows it at its login and inside, and it is read once. */
let shown = false

/** Shown once when the browser stores nothing. Everything works until the page is closed or reloaded. */
export function StorageDisabledDialog({ actions }: { actions?: ReactNode }) {
  const [open, setOpen] = useState(!shown)
  useEffect(() => {
    shown = true
  }, [])
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title={t('Site Storage is Disabled')}
      size="sm"
      footer={
        <>
          {actions}
          <Button variant="primary" onClick={() => setOpen(false)}>
            {t('Continue')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          'Your browser blocks site storage. You may be in incognito mode, and we cannot keep you logged in. You’ll have to log in again on every page.',
        )}
      </p>
    </Dialog>
  )
}
