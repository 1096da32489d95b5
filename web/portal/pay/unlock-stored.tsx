import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { ApiError } from '../../session/api-error.ts'
import { useSingleMutation } from '../../session/use-single-mutation.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { usePayer } from './payer.ts'

/** A link can be forwarded, so stored methods appear only after a code from the customer's own mailbox. */
export function UnlockStored({ onUnlocked }: { onUnlocked: () => void }) {
  const payer = usePayer()
  const [code, setCode] = useState('')
  const [missing, setMissing] = useState(false)
  const sending = useSingleMutation({
    mutationFn: () => payer.call(contract.portal.sendPayLinkCode, { body: {} }),
  })
  const field = useRef<HTMLInputElement>(null)
  // The button that had the focus gives way to the field.
  useEffect(() => {
    if (sending.data) field.current?.focus()
  }, [sending.data])
  const unlocking = useSingleMutation({
    mutationFn: () => payer.call(contract.portal.unlockPayLink, { body: { code: code.trim() } }),
    onSuccess: () => {
      payer.unlocked()
      onUnlocked()
    },
  })
  if (!sending.data) {
    return (
      <div className="mt-1 grid gap-2">
        <Button
          variant="bare"
          size="sm"
          className="justify-self-start"
          icon={<KeyRound />}
          busy={sending.isPending}
          onClick={() => sending.mutate()}
        >
          Use a stored payment method
        </Button>
        {sending.error && <Note tone="error">{messageOf(sending.error)}</Note>}
      </div>
    )
  }
  const problem = missing
    ? 'This field is required'
    : unlocking.error
      ? messageOf(unlocking.error)
      : undefined
  const submit = (): void => {
    setMissing(code.trim() === '')
    if (code.trim() !== '') unlocking.mutate()
  }
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
      <TextField
        ref={field}
        label={`Code sent to ${sending.data.sent_to}`}
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
        Unlock
      </Button>
    </div>
  )
}

const messageOf = (error: unknown): string =>
  error instanceof ApiError ? (Object.values(error.fields)[0]?.join(' ') ?? error.message) : String(error)
