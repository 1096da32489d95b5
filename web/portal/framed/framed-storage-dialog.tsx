import { use, useState, useSyncExternalStore } from 'react'
import { StorageDisabledDialog } from '../../session/storage/storage-disabled-dialog.tsx'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { framedSession, SITE } from '../portal-session.ts'
import type { FramedSession } from './framed-session.ts'

/** Shown in an embedded portal when a login found that the browser stores nothing there. */
export function FramedStorageDialog() {
  const framed = use(framedSession)
  return framed && <Steps framed={framed} />
}

function Steps({ framed }: { framed: FramedSession }) {
  const keeping = useSyncExternalStore(framed.subscribe, framed.keeping)
  const [step, setStep] = useState<'ask' | 'refused' | 'closed'>(
    'requestStorageAccess' in document ? 'ask' : 'refused',
  )
  const [busy, setBusy] = useState(false)
  const toast = useToast()
  const allow = async () => {
    setBusy(true)
    const allowed = await framed.allowStorage()
    setBusy(false)
    setStep(allowed ? 'closed' : 'refused')
    if (allowed)
      toast({ title: t('Storage allowed'), body: t('You’ll stay logged in here.'), tone: 'success' })
  }
  if (step === 'closed' || (keeping !== 'nothing' && !busy)) return null
  if (step === 'refused') return <StorageDisabledDialog actions={<NewTab />} />
  return (
    <Dialog
      open
      onOpenChange={() => setStep('closed')}
      locked={busy}
      title={t('Stay logged in')}
      size="sm"
      footer={
        <>
          <NewTab />
          <Button variant="primary" busy={busy} onClick={() => void allow()}>
            {t('Allow storage')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          'Your browser can’t keep you logged in on this website. Allow storage or open the portal in a new tab.',
        )}
      </p>
    </Dialog>
  )
}

const NewTab = () => (
  <ButtonLink href={SITE} target="_blank" rel="noopener">
    {t('Open in a new tab')}
  </ButtonLink>
)
