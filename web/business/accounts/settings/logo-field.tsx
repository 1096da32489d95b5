import { useEffect, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import type { Account } from '../../../session/account-context.ts'
import { ApiError, actionErrorText } from '../../../session/calls/api-error.ts'
import { useCall } from '../../../session/session-context.tsx'
import { FileDrop } from '../../../ui/fields/file-drop.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { useAccountChange } from '../use-account-change.ts'
import { LogoAddress } from './logo-address.tsx'

const TYPES = contract.accounts.uploadLogo.body.file as readonly string[]
const MAX_BYTES = contract.accounts.uploadLogo.body.maxBytes

/** Returns why a file can't be a logo, before it is sent. */
function refusalOf(file: File): string | null {
  if (!TYPES.includes(file.type)) return 'Choose a PNG, JPEG or WebP image.'
  return file.size > MAX_BYTES ? 'Choose an image of at most 2 MB.' : null
}

const messageOf = (error: unknown): string =>
  (error instanceof ApiError && error.fields.file?.join(' ')) || actionErrorText(error)

/** Object URL of the file, shown while it uploads. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (file === null) return setUrl(null)
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

/** Uploads and removes the logo; `preview` is the picture being uploaded. */
function useLogo(account: Account) {
  const call = useCall()
  const toast = useToast()
  const [problem, setProblem] = useState<string | null>(null)
  const [sent, setSent] = useState<File | null>(null)
  const params = { account: account.pk }
  const upload = useAccountChange((file: Blob) => call(contract.accounts.uploadLogo, { params, body: file }))
  const remove = useAccountChange(() => call(contract.accounts.removeLogo, { params }))
  const attempt = async (work: Promise<unknown>, done: string) => {
    setProblem(null)
    try {
      await work
      toast({ title: done, tone: 'success' })
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  const send = async ([file]: readonly File[]) => {
    if (file === undefined) return
    const refusal = refusalOf(file)
    if (refusal !== null) return setProblem(refusal)
    setSent(file)
    await attempt(upload.mutateAsync(file), 'Logo saved')
    setSent(null)
  }
  return {
    problem,
    preview: useObjectUrl(sent),
    sending: upload.isPending,
    removing: remove.isPending,
    send,
    remove: () => attempt(remove.mutateAsync(undefined), 'Logo removed'),
  }
}

/** Shows the company logo, with actions to replace and remove it. */
export function LogoField({ account, disabled }: { account: Account; disabled: boolean }) {
  const { problem, preview, sending, removing, send, remove } = useLogo(account)
  const [asking, setAsking] = useState(false)
  const shown = preview ?? account.company.logo
  const picture = shown && (
    <img src={shown} alt="Your logo" className="h-16 max-w-60 rounded-6 bg-surface object-contain" />
  )
  if (disabled) return picture || <p className="text-ink-2">No logo yet</p>
  return (
    <div className="grid justify-items-start gap-2">
      <FileDrop
        className="w-full"
        label={shown ? 'Drop another image to replace it' : 'Drop your logo here'}
        hint="PNG, JPEG or WebP, at most 2 MB."
        error={problem}
        accept={TYPES.join(',')}
        busy={sending}
        onFiles={send}
      >
        {picture || undefined}
      </FileDrop>
      <LogoAddress account={account} />
      {account.company.logo && !sending && (
        <Button variant="bare" size="sm" onClick={() => setAsking(true)}>
          Remove logo
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Remove the logo?"
        confirmLabel="Remove logo"
        danger
        busy={removing}
        onConfirm={async () => {
          await remove()
          setAsking(false)
        }}
      >
        Invoices, emails and the portal will show only your company name.
      </ConfirmDialog>
    </div>
  )
}
