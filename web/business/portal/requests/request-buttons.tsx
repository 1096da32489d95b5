import { Check, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import type { AccessRequest } from '../../../../contract/portal-access/access-requests.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { IconButton } from '../../../ui/layout/icon-button.tsx'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { ConfirmAction } from '../../layout/confirm-action.tsx'
import { useForgetRequests } from './use-requests.ts'

const ApproveDialog = lazyWithRetry(() => import('./approve-dialog.tsx'), 'ApproveDialog')

/** Approve and refuse an open request. */
export function RequestButtons({ request }: { request: AccessRequest }) {
  const { pk: account } = useAccount()
  const call = useCall()
  const toast = useToast()
  const forget = useForgetRequests()
  const [open, setOpen] = useState<'approve' | 'refuse' | null>(null)
  const close = () => setOpen(null)
  const refusing = useSingleMutation({
    mutationFn: () =>
      call(contract.accessRequests.refuse, { params: { account, request: request.pk }, body: {} }),
    async onSuccess() {
      await forget()
      toast({ title: 'Request refused', body: `We emailed ${request.email}.`, tone: 'success' })
      close()
    },
  })
  return (
    <span className="inline-flex items-center gap-1">
      <Button
        size="sm"
        icon={<Check />}
        aria-label={`Approve the request of ${request.name}`}
        onClick={() => setOpen('approve')}
      >
        Approve…
      </Button>
      <IconButton
        size="sm"
        icon={<X />}
        label={`Refuse the request of ${request.name}`}
        onClick={() => setOpen('refuse')}
      />
      <Suspense>{open === 'approve' && <ApproveDialog request={request} onClose={close} />}</Suspense>
      {open === 'refuse' && (
        <ConfirmAction
          title={`Refuse the request of ${request.name}?`}
          label="Refuse request"
          action={refusing}
          onClose={close}
        >
          <p>We email {request.email} that you did not approve it.</p>
        </ConfirmAction>
      )}
    </span>
  )
}
