import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import type { Account } from '../../../session/account-context.ts'
import { ApiError, actionErrorText } from '../../../session/calls/api-error.ts'
import { useCall } from '../../../session/session-context.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { useAccountChange } from '../use-account-change.ts'

/** Loads the logo from a web address. The company keeps a copy, so the address may change afterwards. */
export function LogoAddress({ account }: { account: Account }) {
  const call = useCall()
  const toast = useToast()
  const [url, setUrl] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const load = useAccountChange((address: string) =>
    call(contract.accounts.fetchLogo, { params: { account: account.pk }, body: { url: address } }),
  )
  const submit = async () => {
    // Two presses of Enter load it once.
    if (load.isPending || url.trim() === '') return
    setProblem(null)
    try {
      await load.mutateAsync(url)
      setUrl('')
      toast({ title: 'Logo saved', tone: 'success' })
    } catch (error) {
      const { title, text } = describeFailure(error)
      setProblem(text)
      toast({ title, tone: 'error' })
    }
  }
  return (
    <div className="flex w-full flex-wrap items-start gap-2">
      <div className="min-w-0 flex-1 basis-64">
        <TextField
          label="Or the web address of your logo"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          value={url}
          error={problem}
          onChange={(event) => setUrl(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // The form around it saves the other fields.
            event.preventDefault()
            void submit()
          }}
        />
      </div>
      <Button className="mt-6" busy={load.isPending} disabled={url.trim() === ''} onClick={submit}>
        Load logo
      </Button>
    </div>
  )
}

function describeFailure(error: unknown): { title: string; text: string } {
  const [title, ...more] = (error instanceof ApiError && error.fields.url) || []
  if (title !== undefined) return { title, text: more.join(' ') || title }
  return { title: 'Failed to load logo', text: actionErrorText(error).replace(/^Failed to load logo\. /, '') }
}
