import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { t } from '../../ui/language/text.ts'
import { Button } from '../../ui/layout/button.tsx'
import { Note } from '../../ui/text/note.tsx'
import { usePayer } from './payer.ts'
import { payerErrorText } from './payer-error-text.ts'

/** A link can be forwarded, so stored methods appear only after a code sent to the customer's mailbox. */
export function UnlockStored({ onUnlocked }: { onUnlocked: () => void }) {
  const payer = usePayer()
  /** The code's recipient and the number of codes sent; null before a request. */
  const [sent, setSent] = useState<{ to: string; codes: number } | null>(null)
  const [leftOff, setLeftOff] = useState(false)
  const sending = useSingleMutation({
    mutationFn: () => payer.call(contract.portal.sendPayLinkCode, { body: {} }),
    onSuccess: ({ sent_to }) => setSent({ to: sent_to, codes: (sent?.codes ?? 0) + 1 }),
  })
  const opener = useRef<HTMLButtonElement>(null)
  // The focused form is replaced by the button.
  useEffect(() => {
    if (leftOff && sent === null) opener.current?.focus()
  }, [leftOff, sent])
  if (sent !== null)
    return (
      <CodeForm
        key={sent.codes}
        sent={sent}
        sending={sending}
        onUnlocked={onUnlocked}
        onLeave={() => {
          sending.reset()
          setLeftOff(true)
          setSent(null)
        }}
      />
    )
  return (
    <div className="mt-1 grid gap-2">
      <Button
        ref={opener}
        variant="bare"
        size="sm"
        className="justify-self-start"
        icon={<KeyRound />}
        busy={sending.isPending}
        onClick={() => sending.mutate()}
      >
        {t('Use a stored payment method')}
      </Button>
      {sending.error && <Note tone="error">{messageOf(sending.error)}</Note>}
    </div>
  )
}

/** Field for the code, with actions to resend it and to pay without stored methods. */
function CodeForm({
  sent,
  sending,
  onUnlocked,
  onLeave,
}: {
  sent: { to: string; codes: number }
  sending: { readonly isPending: boolean; readonly error: Error | null; mutate(): void }
  onUnlocked: () => void
  onLeave: () => void
}) {
  const payer = usePayer()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // The focused button is replaced by the field.
  useEffect(() => field.current?.focus(), [])
  const unlocking = useSingleMutation({
    mutationFn: () => payer.call(contract.portal.unlockPayLink, { body: { code: code.trim() } }),
    onSuccess: () => {
      payer.unlocked()
      onUnlocked()
    },
  })
  const problem = missing
    ? t('This field is required')
    : unlocking.error
      ? messageOf(unlocking.error)
      : undefined
  const submit = (): void => {
    setMissing(code.trim() === '')
    if (code.trim() !== '') unlocking.mutate()
  }
  return (
    <div className="mt-4 grid gap-2">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
        <TextField
          ref={field}
          label={t('Code sent to {address}', { address: sent.to })}
          hint={sent.codes > 1 ? t('We sent a new code. The old one no longer works.') : undefined}
          error={problem}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            submit()
          }}
        />
        {/* Beside the field, below its label. */}
        <Button className="mt-6.5 min-h-field" busy={unlocking.isPending} onClick={submit}>
          {t('Confirm code')}
        </Button>
      </div>
      {sending.error && <Note tone="error">{messageOf(sending.error)}</Note>}
      <div className="-ms-3 flex flex-wrap gap-x-2">
        <Button variant="bare" size="sm" busy={sending.isPending} onClick={() => sending.mutate()}>
          {t('Send a new code')}
        </Button>
        <Button variant="bare" size="sm" onClick={onLeave}>
          {t('Pay another way')}
        </Button>
      </div>
    </div>
  )
}

const messageOf = (error: unknown): string =>
  error instanceof ApiError
    ? (Object.values(error.fields)[0]?.join(' ') ?? payerErrorText(error))
    : String(error)
