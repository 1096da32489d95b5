import { Copy, Download } from 'lucide-react'
import { useContext, useState } from 'react'
import { t } from '../ui/language/text.ts'
import { Button } from '../ui/layout/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { saveFile } from '../ui/pdf/save-file.ts'
import { Note } from '../ui/text/note.tsx'
import { LoginAppContext } from './app-of-account.ts'

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { name } = useContext(LoginAppContext)
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no')
  const text = `${codes.join('\n')}\n`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('yes')
    } catch {
      setCopied('failed')
    }
  }
  return (
    <>
      <ul
        aria-label={t('Recovery codes')}
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-8 bg-sunken p-4 text-14"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Copy />} onClick={copy}>
          {copied === 'yes' ? t('Copied') : t('Copy')}
        </Button>
        <Button
          icon={<Download />}
          onClick={() =>
            saveFile(new Blob([text], { type: 'text/plain' }), `${t('{name} recovery codes', { name })}.txt`)
          }
        >
          {t('Download')}
        </Button>
      </div>
      {copied === 'failed' && (
        <Note tone="warning">
          {t('Your browser blocked copying. Download the codes or write them down.')}
        </Note>
      )}
    </>
  )
}

/** Shows ten recovery codes once, to copy or to save as a file. Browser Back does not close them. */
export function KeepCodes({
  title,
  codes,
  onClose,
}: {
  title: string
  codes: readonly string[]
  onClose: () => void
}) {
  const { Guard } = useContext(LoginAppContext)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked
      title={title}
      description={t(
        'Store these codes somewhere safe. Each logs you in once without your phone. We won’t show them again.',
      )}
      size="sm"
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('I’ve saved them')}
        </Button>
      }
    >
      <Guard />
      <div className="grid gap-4">
        <RecoveryCodes codes={codes} />
      </div>
    </Dialog>
  )
}
